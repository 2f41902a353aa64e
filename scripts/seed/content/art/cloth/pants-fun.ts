import { cutPants, shadePants, waistband } from "./cut.ts";
import { flowerMotif, planetMotif } from "./motifs.ts";
import { bands, checks, down, mix, type Paint, rgba, SHADOW, scale } from "./paint.ts";
import { place, smooth, triples } from "./points.ts";
import { curve, ellipse, line, rect } from "./shape.ts";
import { space } from "./space.ts";
import { around, belt, button, ribbing, stitches } from "./stitches.ts";
import { type ClothSurface, cover, erase, fill } from "./surface.ts";
import type { PantsSheets } from "./textures.ts";

/** Swimming shorts with waves and hibiscus. */
function beachShorts(sheets: PantsSheets): void {
  const { hips, legs } = sheets;
  const water = down(0, 110, "#ff8a5c", "#ff6f7d");
  cutPants(sheets, water, 106);
  for (const [x, y, turn] of triples("60,52,0 150,64,1 256,56,2 350,66,3 440,50,4"))
    flowerMotif(hips, x, y, 21, "#fff3dc", "#ffb800", turn);
  for (const leg of legs) {
    for (const [x, y, turn] of triples("50,54,0 124,68,1 200,52,2"))
      flowerMotif(leg, x, y, 20, "#fff3dc", "#ffb800", turn);
    for (const [y, color] of [
      [86, "#12b5c9"],
      [96, "#ffffff"],
    ] as const)
      fill(leg, wave(leg, y), color);
    erase(leg, rect(-9, 106, 270, 110));
  }
  shadePants(sheets, 106);
  waistband(hips, "#12b5c9", 18);
  for (const loop of ["250,14 246,30 240,44", "262,14 266,30 272,44"]) fill(hips, curve(loop, 5), "#ffffff");
}

/** A wavy band around a leg. */
function wave(to: ClothSurface, y: number) {
  const crests = Array.from({ length: 17 }, (_, i) => [(i * to.width) / 16, y + (i % 2 ? -4 : 4)] as const);
  return line(smooth(crests), 12);
}

/** Small checks, as on chef pants. */
function chefChecks(sheets: PantsSheets): void {
  const { hips, legs, bottom } = sheets;
  cover(hips, checks(16, 16, "#ffffff", "#2b2540"));
  for (const leg of legs) cover(leg, checks(15.5, 16, "#ffffff", "#2b2540"));
  cover(bottom, "#2b2540");
  shadePants(sheets);
  waistband(hips, "#2b2540", 18);
  fill(hips, line("236,16 220,60 232,86", 16), "#e8402f");
  fill(hips, line("240,14 262,52 252,78", 14), "#ff5f4a");
}

/** Yellow and black, with a sting at the back. */
function beeLine(sheets: PantsSheets): void {
  const { hips, legs, bottom } = sheets;
  const stripes = bands("#ffc81f 26 #241a2c 26", 0, 8);
  cover(hips, stripes);
  for (const leg of legs) cover(leg, bands("#ffc81f 26 #241a2c 26", 0, 34));
  cover(bottom, "#241a2c");
  shadePants(sheets);
  for (const leg of legs) ribbing(leg, 154, 99, "#241a2c", 15.5);
  fill(hips, curve("0,40 2,60 0,86", 24, true), "#ffffff");
  fill(hips, curve("0,52 1,68 0,84", 10, true), "#241a2c");
}

/** Scales from turquoise to violet; the color runs down `height` rows. */
function scales(width: number, height: number, count: number): Paint {
  const size = width / count;
  const color = scale("#7dfbd0", "#19c3c0", "#2f86e8", "#7a4fe0", "#c25ae8");
  const white = rgba("#ffffff");
  const deep = rgba("#1c1560");
  return (x, y) => {
    // Each scale hangs over the one below: the first whose round end reaches this far is on top.
    const row = Math.floor(y / (size / 2));
    for (const r of [row - 1, row, row + 1]) {
      const cx = (Math.floor(x / size - (r & 1) / 2) + 0.5 + (r & 1) / 2) * size;
      const d = Math.hypot(x - cx, y - (r * size) / 2) / (size * 0.56);
      if (d > 1) continue;
      const base = color((r * size) / 2 / height + 0.05 * Math.sin(cx));
      const lit = mix(base, white, 0.3 * Math.max(0, 1 - d * 1.4));
      return mix(lit, deep, 0.55 * Math.max(0, d * 5 - 4) ** 1.5);
    }
    return color(y / height);
  };
}

/** Half fish, from the waist down. */
function mermaidLeggings(sheets: PantsSheets): void {
  const { hips, legs, bottom } = sheets;
  cover(hips, scales(512, 300, 18));
  for (const leg of legs) cover(leg, scales(248, 190, 9));
  cover(bottom, "#19c3c0");
  shadePants(sheets);
  fill(hips, rect(-9, -9, 530, 19), "#ffd66b");
  for (let i = 0; i < 16; i++) fill(hips, ellipse(i * 32 + 16, 12, 9), down(2, 22, "#ffffff", "#e8d8ff"));
  for (const leg of legs) belt(leg, 156, 99, "#ffd66b");
}

/** A tartan kilt above knees and long socks. */
function probablyAKilt(sheets: PantsSheets): void {
  const { hips, legs } = sheets;
  cutPants(sheets, "#c22a3a", 92);
  tartan(hips, 64);
  for (const leg of legs) {
    tartan(leg, 62);
    for (let x = 15; x < 248; x += 31)
      fill(leg, line(`${x},0 ${x},92`, 5), SHADOW, { atop: true, alpha: 0.35, soft: 5 });
    erase(leg, rect(-9, 92, 270, 130));
    stitches(leg, around(leg, 86), "#ffc81f");
  }
  shadePants(sheets, 92);
  for (const leg of legs) {
    ribbing(leg, 128, 99, "#fff3dc", 15.5);
    belt(leg, 124, 14, "#1f7a54");
  }
  waistband(hips, "#3a2214", 18);
  button(hips, 256, 9, "#ffc81f", 8);
  fill(hips, rect(232, 30, 48, 44, 18), "#fff3dc");
  for (const x of [242, 256, 270]) fill(hips, line(`${x},52 ${x},78`, 5), "#3a2214");
}

/** Crossed bands in green, dark blue and yellow over the existing color. */
function tartan(to: ClothSurface, size: number): void {
  for (const angle of [0, Math.PI / 2]) {
    const offset = angle === 0 ? 20 : 0;
    cover(
      to,
      bands(`#1f4a5400 ${size * 0.45} #123a5a ${size * 0.35} #1f4a5400 ${size * 0.2}`, angle, offset),
      { atop: true, alpha: 0.55 },
    );
    cover(to, bands(`#ffc81f00 ${size * 0.6} #ffc81f 3 #ffc81f00 ${size * 0.4 - 3}`, angle, offset), {
      atop: true,
      alpha: 0.9,
    });
  }
}

/** Leggings cut from the night sky. */
function spaceLeggings(sheets: PantsSheets): void {
  const { hips, legs, bottom } = sheets;
  space(hips, 21);
  for (const [i, leg] of legs.entries()) space(leg, 60 + 9 * i);
  cover(bottom, "#2a1766");
  const [right, left] = legs;
  planetMotif(right, 104, 100, 20, down(80, 120, "#ffb27a", "#f0556a"), "#fff3b8");
  planetMotif(left, 128, 120, 15, down(105, 135, "#7dfbe0", "#18a0b0"), "#ffd66b");
  fill(left, curve(place("-40,24 -18,10 0,0", [112, 84]), 7, true), "#ffffff", { alpha: 0.6 });
  fill(left, ellipse(112, 84, 6), "#fff3b8");
  shadePants(sheets);
  waistband(hips, "#ffb800", 14);
  for (const leg of legs) belt(leg, 156, 99, "#ffb800");
}

/** Pants of costumes and pants with patterns. */
export const FUN_PANTS = {
  beachShorts,
  chefChecks,
  beeLine,
  mermaidLeggings,
  probablyAKilt,
  spaceLeggings,
};
