import { collar, cutShirt, neckline, shadeShirt } from "./cut.ts";
import { bands, down, SHADOW } from "./paint.ts";
import { arc, place, smooth } from "./points.ts";
import { blob, curve, ellipse, grow, join, line, polygon, rect, star } from "./shape.ts";
import { button, sewPatch, stitches } from "./stitches.ts";
import { type ClothSurface, cover, fill } from "./surface.ts";
import type { ShirtSheets } from "./textures.ts";

/** Denim with a bib over a striped shirt. */
function dungarees(sheets: ShirtSheets): void {
  const { torso, arms, bottom } = sheets;
  cutShirt(sheets, { paint: bands("#fff6e4 13 #e8402f 13", 0, 5), sleeve: 104 });
  collar(sheets, neckline(16, 10), "#e8402f", 12);
  denim(torso);
  cover(bottom, "#2c569e");
  shadeShirt(sheets, 104);
  for (const half of ["212,78 300,78 317,145 400,163 512,156", "212,78 195,145 112,163 0,156"])
    stitches(torso, half, "#ffcf6b");
  sewPatch(torso, "226,100 286,100 286,126 256,142 226,126", "#3566b8", "#ffcf6b");
  fill(torso, star(270, 112, 9, 0.5), "#ffb800");
  for (const x of [221, 291]) button(torso, x, 84, "#ffb800", 9);
  for (const pocket of ["372,168 344,176 340,208", "140,168 168,176 172,208"])
    stitches(torso, smooth(pocket), "#ffcf6b");
  for (const arm of arms) fill(arm, rect(-9, 94, 270, 10), "#e8402f");
}

/** Bib and straps, which cross on the back. */
function denim(torso: ClothSurface): void {
  const bib = "206,72 306,72 322,140 400,158 532,150 532,230 -20,230 -20,150 112,158 190,140";
  const straps = ["222,84 206,-10", "290,84 306,-10", "30,156 -70,-10", "-30,156 70,-10"];
  for (const part of [join(...straps.map((strap) => line(strap, 20))), polygon(bib)]) {
    fill(torso, part, SHADOW, { alpha: 0.5, soft: 12 });
    fill(torso, part, down(40, 208, "#4f83d6", "#3566b8", "#2c569e"));
  }
}

/** The figure seven, `h` pixels high around x,y. */
function seven(to: ClothSurface, x: number, y: number, h: number): void {
  const form = polygon(place("-32,-50 32,-50 32,-32 2,50 -20,50 8,-30 -32,-30", [x, y], h / 100));
  fill(to, grow(form, 4), "#1b1430");
  fill(to, form, "#ffffff");
}

/** A soccer jersey: orange and dark stripes, a crest, and a seven on chest and back. */
function sundayLeague(sheets: ShirtSheets): void {
  const { torso, arms } = sheets;
  const stripes = bands("#f99205 32 #241a3c 32", Math.PI / 2, 240);
  cutShirt(sheets, { paint: stripes, sleevePaint: "#f99205", sleeve: 100 });
  for (const arm of arms) {
    fill(arm, rect(-9, 74, 270, 26), "#241a3c");
    fill(arm, rect(-9, 80, 270, 7), "#ffffff");
  }
  fill(torso, rect(-58, 34, 116, 132, 18), "#241a3c");
  shadeShirt(sheets, 100);
  seven(torso, 0, 102, 104);
  seven(torso, 256, 112, 64);
  const crest = blob("300,62 318,58 336,62 334,82 318,94 302,82");
  fill(torso, grow(crest, 3), "#ffffff");
  fill(torso, crest, "#d8283c");
  fill(torso, star(318, 74, 10, 0.5), "#ffb800");
  collar(sheets, neckline(17, 22, 34), "#ffffff", 13);
  fill(torso, rect(-9, 196, 530, 12), "#ffffff");
}

/** A bee costume with fur, stripes and small wings. */
function beeSuit(sheets: ShirtSheets): void {
  const { torso, arms, top, bottom } = sheets;
  cutShirt(sheets, { paint: bands("#ffc81f 36 #241a2c 36", 0, 34), sleevePaint: "#ffc81f" });
  for (const arm of arms) fill(arm, rect(-9, 150, 270, 60), "#241a2c");
  cover(bottom, "#241a2c");
  shadeShirt(sheets);
  for (const side of [-1, 1]) wing(torso, side);
  fluff(torso);
  cover(top, "#fff3d2");
  fill(torso, curve(arc(256, 120, 22, 14, 0.3, Math.PI - 0.3, 8), 7), "#241a2c");
  for (const dx of [-32, 32]) fill(torso, ellipse(256 + dx, 120, 7, 9), "#241a2c");
}

/** A wing on the back, which is at column 0. */
function wing(torso: ClothSurface, side: number): void {
  const turn = -side * 0.5;
  const form = join(ellipse(side * 40, 66, 46, 26, turn), ellipse(side * 32, 108, 30, 18, -turn));
  fill(torso, form, SHADOW, { alpha: 0.4, soft: 14 });
  fill(torso, grow(form, 3), "#4d7fb8");
  fill(torso, form, down(40, 120, "#ffffff", "#bfe4ff"));
  fill(torso, line(`${side * 12},76 ${side * 68},62`, 3), "#7fb4e0");
}

/** A collar of white tufts, deeper in front. */
function fluff(torso: ClothSurface): void {
  const tufts = Array.from({ length: 22 }, (_, i) => {
    const deep = 8 * Math.exp(-(((i - 10.5) / 3) ** 2));
    return ellipse((i + 0.5) * (torso.width / 22), 24 + deep, 18, 20);
  });
  for (const tuft of tufts) fill(torso, grow(tuft, 2), "#e2cfa4");
  for (const tuft of tufts) fill(torso, tuft, down(10, 46, "#ffffff", "#fff3d2"));
}

/** Shirts of costumes and uniforms. */
export const COSTUME_SHIRTS = {
  dungarees,
  sundayLeague,
  beeSuit,
};
