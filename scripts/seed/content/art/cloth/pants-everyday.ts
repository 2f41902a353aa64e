import { cutPants, shadePants, waistband } from "./cut.ts";
import { bands } from "./paint.ts";
import { place, points, smooth, triples } from "./points.ts";
import { blob, curve, cut, ellipse, line, outline, rect, type Shape, star } from "./shape.ts";
import { around, belt, button, ribbing, sewPatch, stitches } from "./stitches.ts";
import { type ClothSurface, fill } from "./surface.ts";
import type { PantsSheets } from "./textures.ts";

/** The yellow thread of jeans. */
const THREAD = "#ffb84a";

/** A cord tied to a bow in front. */
function bow(hips: ClothSurface, color: string): void {
  for (const loop of ["256,14 236,4 228,18 240,26", "256,14 276,4 284,18 272,26"])
    fill(hips, outline(blob(loop), 5), color);
  for (const end of ["256,16 246,34 242,48", "256,16 266,34 272,46"]) fill(hips, curve(end, 5), color);
  fill(hips, ellipse(256, 15, 6), color);
}

/** Jeans with many patches. */
function patchedJeans(sheets: PantsSheets): void {
  const { hips, legs } = sheets;
  cutPants(sheets, "#3f74c9");
  for (const leg of legs)
    fill(leg, ellipse(118, 110, 30, 60), "#8fb8f2", { atop: true, alpha: 0.5, soft: 40 });
  shadePants(sheets);
  jeansWaist(hips);
  const [right, left] = legs;
  sewPatch(right, "92,76 150,70 156,122 98,128", "#f4566a", "#fff3dc");
  sewPatch(right, "30,92 66,86 70,120 34,126", bands("#ffb800 6 #f99205 6", 0.8));
  sewPatch(left, "96,92 152,86 158,138 102,142", bands("#38c7b4 8 #1f9c8c 8"), "#fff3dc");
  fill(left, star(127, 114, 16, 0.5), "#fff3dc");
  sewPatch(left, "40,70 72,64 78,98 44,104", "#8f5af0");
  for (const leg of legs) {
    stitches(leg, "62,0 62,148", THREAD);
    belt(leg, 148, 99, "#9cc0f2");
    stitches(leg, around(leg, 154), "#3567b8");
  }
}

/** Belt loops, pockets and a brass button. */
function jeansWaist(hips: ClothSurface): void {
  waistband(hips, "#3567b8");
  for (const y of [4, 16]) stitches(hips, around(hips, y), THREAD);
  button(hips, 256, 10, "#f5a623", 8);
  const seams = ["264,22 268,60 256,84", "206,24 186,44 150,50", "306,24 326,44 362,50"];
  for (const seam of seams) stitches(hips, smooth(seam), THREAD);
  for (const x of [-52, 52])
    sewPatch(hips, place("-28,-26 28,-26 28,14 0,26 -28,14", [x, 56]), "#4a80d4", THREAD);
  for (const x of [96, 176, 336, 416, 0]) fill(hips, rect(x - 5, -3, 10, 26, 3), "#2d5aa3");
}

/** Moons and stars on light blue. */
function pyjamaPants(sheets: PantsSheets): void {
  const { hips, legs } = sheets;
  cutPants(sheets, "#7fa8f5");
  dream(hips, "40,52,0 104,66,1 160,44,0 216,70,1 300,58,0 352,44,1 412,68,0 474,46,1");
  for (const leg of legs)
    dream(leg, "30,76,0 90,62,1 128,108,0 60,122,1 178,82,1 224,116,0 30,138,0 182,132,1");
  shadePants(sheets);
  waistband(hips, "#5b83dc", 18);
  bow(hips, "#ffffff");
  for (const leg of legs) {
    belt(leg, 150, 99, "#5b83dc");
    stitches(leg, around(leg, 155), "#ffffff");
  }
}

/** Moons (0) and stars (1) at x,y,kind. */
function dream(to: ClothSurface, places: string): void {
  for (const [x, y, kind] of triples(places))
    if (kind === 1) fill(to, star(x, y, 13, 0.5, 5, x), "#ffffff");
    else fill(to, moon(x, y, 14), "#ffe27a");
}

function moon(x: number, y: number, r: number): Shape {
  return cut(ellipse(x, y, r), ellipse(x + r * 0.5, y - r * 0.3, r * 0.85));
}

/** Black tuxedo pants with a satin stripe and a sharp crease. */
function tuxedoTrousers(sheets: PantsSheets): void {
  cutPants(sheets, "#2b2540");
  shadePants(sheets);
  waistband(sheets.hips, "#d8283c", 34);
  for (const y of [8, 17, 26]) fill(sheets.hips, line(around(sheets.hips, y), 2), "#8f1226");
  for (const leg of sheets.legs) {
    fill(leg, rect(54, -9, 16, 230), "#56507a");
    fill(leg, line("124,0 124,208", 4), "#ffffff", { alpha: 0.2, soft: 3 });
  }
}

/** Red track pants with two white stripes along the legs. */
function trackPants(sheets: PantsSheets): void {
  const { hips, legs } = sheets;
  cutPants(sheets, "#d8283c");
  for (const x of [122, 384]) fill(hips, bandDown(x, 30), "#ffffff");
  for (const leg of legs) for (const x of [50, 72]) fill(leg, bandDown(x, 12), "#ffffff");
  shadePants(sheets);
  waistband(hips, "#b01a30", 20);
  bow(hips, "#ffffff");
  for (const leg of legs) ribbing(leg, 148, 99, "#b01a30");
}

function bandDown(x: number, width: number): Shape {
  return rect(x - width / 2, -9, width, 260);
}

/** Pink camouflage. */
function candyCamo(sheets: PantsSheets): void {
  const { hips, legs } = sheets;
  cutPants(sheets, "#ff9ac4");
  for (const part of [hips, ...legs]) camouflage(part);
  shadePants(sheets);
  waistband(hips, "#b8326f");
  button(hips, 256, 10, "#ffe27a", 8);
  for (const leg of legs) {
    sewPatch(leg, "38,92 86,92 86,138 38,138", "#e0609a", "#ffffff");
    sewPatch(leg, "34,86 90,86 86,104 38,104", "#d04a88", "#ffffff");
    belt(leg, 152, 99, "#b8326f");
  }
}

/** Soft blots in three shades all over a sheet. */
function camouflage(to: ClothSurface): void {
  const form = points("-30,-4 -14,-16 6,-8 24,-18 32,2 14,8 8,20 -12,12 -26,16");
  const shades = ["#e0609a", "#ffd0e4", "#b8326f"];
  const columns = Math.round(to.width / 62);
  for (let i = 0; i < columns * Math.ceil(to.height / 34); i++) {
    const row = Math.floor(i / columns);
    const x = ((i % columns) + (row % 2) / 2 + 0.2 * Math.sin(i * 5)) * (to.width / columns);
    const y = row * 34 + 12 + 8 * Math.sin(i * 3);
    const blot = blob(place(form, [x, y], 0.9 + 0.25 * Math.sin(i * 7), i * 2.1));
    fill(to, blot, shades[(i + row) % 3] ?? "#b8326f");
  }
}

/** Jeans, track pants and other everyday pants. */
export const EVERYDAY_PANTS = {
  patchedJeans,
  pyjamaPants,
  tuxedoTrousers,
  trackPants,
  candyCamo,
};
