import { cutShirt, shadeShirt } from "./cut.ts";
import { down, type Paint, SHADOW } from "./paint.ts";
import { place, points, smooth } from "./points.ts";
import { blob, curve, ellipse, grow, line, outline, polygon, rect } from "./shape.ts";
import { around, button, crease, sewPatch, stitches } from "./stitches.ts";
import { type ClothSurface, fill } from "./surface.ts";
import type { ShirtSheets } from "./textures.ts";

/** Both halves of a drawing on the torso: the given right half and its reflection. */
function bothSides(path: string): [string, string] {
  const other = points(path).map(([x, y]) => `${512 - x},${y}`);
  return [path, other.join(" ")];
}

/** The lapels of a jacket, given for the right half. */
function lapels(torso: ClothSurface, path: string, paint: Paint, edge: string): void {
  for (const lapel of bothSides(path).map(polygon)) {
    fill(torso, lapel, SHADOW, { alpha: 0.4, soft: 12 });
    fill(torso, lapel, paint);
    fill(torso, outline(lapel, 2.5), edge);
  }
}

/** A dinner jacket with satin lapels, a bow tie and a rose. */
function tuxedo(sheets: ShirtSheets): void {
  const { torso, arms } = sheets;
  cutShirt(sheets, { paint: "#221d33" });
  fill(torso, polygon("196,0 316,0 300,70 262,150 250,150 212,70"), "#ffffff");
  for (const pleat of ["230,30 230,98", "242,30 242,122", "270,30 270,122", "282,30 282,98"])
    fill(torso, line(pleat, 2), "#b9b3cf");
  shadeShirt(sheets);
  const satin = down(0, 158, "#4d4568", "#372f50");
  lapels(torso, "262,158 306,88 342,62 330,40 346,20 318,-8 300,-8 296,60", satin, "#151022");
  fill(torso, line("256,154 254,208", 2.5), "#0f0c1a");
  for (const y of [74, 102, 128]) button(torso, 256, y, "#2a2340", 5);
  for (const y of [166, 190]) button(torso, 262, y, "#4d4568", 7);
  bowTie(torso);
  fill(torso, line("0,0 0,208", 2.5), "#0f0c1a");
  roseAndHandkerchief(torso);
  for (const arm of arms) {
    fill(arm, rect(-9, 182, 270, 20), "#ffffff");
    fill(arm, rect(-9, 178, 270, 5), "#0f0c1a");
    for (const y of [150, 164]) button(arm, 40, y, "#4d4568", 5);
  }
}

function bowTie(torso: ClothSurface): void {
  for (const path of bothSides("256,44 292,26 302,46 292,66 256,50")) {
    const loop = blob(path);
    fill(torso, loop, SHADOW, { alpha: 0.4, soft: 8 });
    fill(torso, grow(loop, 2), "#d8283c");
  }
  for (const pleat of bothSides("262,50 276,46 290,36")) fill(torso, curve(pleat, 3, true), "#8f1226");
  fill(torso, rect(247, 36, 18, 22, 6), "#b01a30");
}

function roseAndHandkerchief(torso: ClothSurface): void {
  fill(torso, ellipse(184, 70, 11), "#ff4a5c");
  fill(torso, ellipse(184, 70, 7), "#d8283c");
  fill(torso, ellipse(184, 70, 3), "#ff8f9a");
  fill(torso, polygon("336,96 346,82 356,92 366,80 374,96"), "#ffffff");
  fill(torso, line("332,97 378,97", 4), "#0f0c1a");
}

/** A white coat over green scrubs, with a stethoscope and three pens. */
function doctorsCoat(sheets: ShirtSheets): void {
  const { torso, arms } = sheets;
  cutShirt(sheets, { paint: "#f7f8fc" });
  fill(torso, polygon("200,0 312,0 262,128 250,128"), "#23a894");
  shadeShirt(sheets);
  fill(torso, polygon("236,-9 276,-9 256,46"), "#0f5a50");
  fill(torso, line("234,0 256,46 278,0", 6), "#14786a");
  fill(torso, line("256,128 254,210", 2.5), "#b8bdd0");
  lapels(torso, "258,130 296,84 336,64 322,44 338,24 312,-8 296,-8 298,40", "#ffffff", "#b8bdd0");
  for (const y of [146, 178]) button(torso, 266, y, "#8f97b0", 7);
  coatPockets(torso);
  stethoscope(torso);
  for (const arm of arms) {
    stitches(arm, around(arm, 180), "#a3abc4");
    crease(arm, "30,60 70,70 110,62", 10);
  }
}

/** The pen pocket, two pockets at the hem and a half belt on the back. */
function coatPockets(torso: ClothSurface): void {
  sewPatch(torso, "314,108 362,108 360,150 316,150", "#eef0f8", "#a3abc4");
  for (const [i, color] of ["#e8402f", "#3a6ff0", "#f99205"].entries())
    fill(torso, rect(322 + i * 11, 92, 6, 22, 3), color);
  sewPatch(torso, "-48,120 48,120 48,138 -48,138", "#eef0f8", "#a3abc4");
  for (const x of [-36, 36]) button(torso, x, 129, "#8f97b0", 6);
  for (const x of [170, 342])
    sewPatch(torso, place("-24,-16 24,-16 22,22 -22,22", [x, 180]), "#eef0f8", "#a3abc4");
}

function stethoscope(torso: ClothSurface): void {
  const tube = smooth("214,0 208,50 226,92 262,112");
  fill(torso, line(place(tube, [2, 4]), 9), SHADOW, { alpha: 0.35, soft: 6 });
  for (const path of [tube, smooth("298,0 306,40 302,70")]) fill(torso, line(path, 7), "#2d2a45");
  fill(torso, ellipse(268, 114, 13), "#2d2a45");
  fill(torso, ellipse(268, 114, 9), down(105, 123, "#f2f4ff", "#9aa3bf"));
}

/** Jackets and coats. */
export const FORMAL_SHIRTS = {
  tuxedo,
  doctorsCoat,
};
