import { seededRandom } from "../../random.ts";
import { above, collar, cutShirt, neckline, shadeShirt } from "./cut.ts";
import { bananaMotif, bopiHeadMotif, flameMotif } from "./motifs.ts";
import { bands, checks, down, type Paint, SHADOW } from "./paint.ts";
import { type Point, place, smooth, triples } from "./points.ts";
import { blob, ellipse, grow, line, outline, polygon, rect, type Shape, star } from "./shape.ts";
import { around, crease, ribbing, sewPatch, stitches } from "./stitches.ts";
import { type ClothSurface, cover, erase, fill } from "./surface.ts";
import type { ShirtSheets } from "./textures.ts";

/** A hood lying on the back, with its shadow. */
function hood(torso: ClothSurface, color: string, lining: string): void {
  const form = blob("-92,-30 -84,34 -46,72 0,82 46,72 84,34 92,-30");
  fill(torso, grow(form, 5), SHADOW, { alpha: 0.4, soft: 14 });
  fill(torso, form, color);
  fill(torso, blob("-62,-40 -54,16 0,34 54,16 62,-40"), lining);
  stitches(torso, "-80,34 -44,64 0,73 44,64 80,34");
}

/** Hood strings hanging from the neck. */
function strings(torso: ClothSurface, color: string, tip: string): void {
  for (const path of ["232,20 228,40 231,58", "280,20 284,40 281,58"]) {
    const cord = smooth(path);
    const [x, y] = cord.at(-1) as Point;
    fill(torso, line(place(cord, [3, 3]), 7), SHADOW, { alpha: 0.3, soft: 4 });
    fill(torso, line(cord, 6), color);
    fill(torso, line(`${x},${y} ${x},${y + 10}`, 8), tip);
  }
}

/** The pouch in front of a hoodie. */
function pouch(torso: ClothSurface, color: string): void {
  sewPatch(torso, "214,132 298,132 326,182 318,186 194,186 186,182", color);
}

/** Broad racing stripes, a roll neck and ribbed cuffs. */
function stripedJumper(sheets: ShirtSheets): void {
  const stripes = bands("#f8f4ea 26 #d8283c 26 #f8f4ea 26 #241a3c 26", 0, 20);
  cutShirt(sheets, { paint: stripes });
  for (const arm of sheets.arms) fill(arm, rect(-9, -9, 270, 55), "#f8f4ea");
  for (const part of [sheets.torso, ...sheets.arms])
    fill(
      part,
      rect(-9, 72, 530, 52),
      checks(part.width / (part === sheets.torso ? 32 : 16), 13, "#f8f4ea", "#241a3c"),
    );
  shadeShirt(sheets);
  ribbing(sheets.torso, 186, 22, "#d8283c");
  for (const disc of [sheets.top, sheets.bottom]) cover(disc, "#d8283c");
  ribbing(sheets.torso, -4, 38, "#d8283c");
  for (const arm of sheets.arms) ribbing(arm, 178, 22, "#d8283c");
}

/** The signature hoodie: a star on a cream band. */
function starHoodie(sheets: ShirtSheets): void {
  const { torso, arms } = sheets;
  cutShirt(sheets, { paint: "#f4566a" });
  const band = bands("#ffb800 6 #fff3dc 38 #ffb800 6", 0, 72);
  fill(torso, rect(-9, 72, 530, 50), band);
  for (const arm of arms) fill(arm, rect(-9, 66, 270, 54), bands("#ffb800 6 #fff3dc 42 #ffb800 6", 0, 66));
  fill(torso, star(256, 98, 25, 0.5), "#f4566a");
  shadeShirt(sheets);
  pouch(torso, "#dd4159");
  hood(torso, "#f4566a", "#c93a52");
  ribbing(torso, 192, 16, "#dd4159");
  for (const arm of arms) ribbing(arm, 182, 18, "#dd4159");
  collar(sheets, neckline(16, 8), "#dd4159", 18);
  strings(torso, "#fff3dc", "#ffb800");
}

/** Dark stone with glowing cracks, melting from the hem upward. */
function lavaHoodie(sheets: ShirtSheets): void {
  const { torso, arms, bottom } = sheets;
  cutShirt(sheets, { paint: "#33222e" });
  shadeShirt(sheets);
  cover(bottom, "#ffe45c");
  melt(torso, 92, 6);
  for (const arm of arms) melt(arm, 100, 3);
  cracks(torso, 11, [18, 90], 13);
  for (const arm of arms) cracks(arm, 5, [34, 90], 5);
  hood(torso, "#33222e", "#ff6a13");
  collar(sheets, neckline(16, 8), "#4a3040", 18);
  strings(torso, "#ffb800", "#ff6a13");
}

/** Lava that rises to row `top` of a sheet. */
function melt(to: ClothSurface, top: number, tongues: number): void {
  const edge = polygon(flameMotif(to.width, top, to.height, tongues));
  fill(to, grow(edge, 5), "#ff3b1f", { alpha: 0.5, soft: 22 });
  fill(to, edge, down(top, to.height, "#ff4a17", "#ff7a12", "#ffb800", "#ffe45c"));
  const core = polygon(
    flameMotif(to.width, top + 46, to.height + 14, tongues).map(
      ([x, y]): Point => [x + to.width / tongues / 3, y],
    ),
  );
  fill(to, core, "#ffe98a", { alpha: 0.85 });
  const random = seededRandom(to.width);
  for (let i = 0; i < tongues * 2; i++)
    fill(
      to,
      ellipse(random.range(0, to.width), random.range(to.height - 40, to.height - 8), random.range(4, 9)),
      "#ff7a12",
      { alpha: 0.8 },
    );
}

/** Short glowing cracks between the rows `from` and `to`. */
function cracks(to: ClothSurface, seed: number, [from, until]: Point, count: number): void {
  const random = seededRandom(seed);
  for (let i = 0; i < count; i++) {
    const x = ((i + random.range(0.2, 0.8)) * to.width) / count;
    const y = random.range(from, until);
    const zigzag = place(`0,0 10,${random.int(6, 16)} ${random.int(-2, 6)},22 16,${random.int(30, 38)}`, [
      x,
      y,
    ]);
    fill(to, line(zigzag, 9, true), "#ff5a1f", { alpha: 0.55, soft: 10 });
    fill(to, line(zigzag, 4.5, true), "#ffc93c");
  }
}

/** A T-shirt with contrasting trim. */
function tee(sheets: ShirtSheets, paint: Paint, trim: string): void {
  cutShirt(sheets, { paint, sleeve: 88 });
  shadeShirt(sheets, 88);
  for (const arm of sheets.arms) {
    fill(arm, rect(-9, 78, 270, 12), trim);
    stitches(arm, around(arm, 74), trim);
  }
  collar(sheets, neckline(18, 14), trim, 12);
  stitches(sheets.torso, around(sheets.torso, 199), trim);
}

/** The mascot's face on the chest. */
function bopiTee(sheets: ShirtSheets): void {
  tee(sheets, "#4a35c9", "#ffb800");
  const { torso } = sheets;
  fill(torso, star(256, 100, 70, 0.86, 16), "#6a55ea", { alpha: 0.9 });
  bopiHeadMotif(torso, 256, 100, 84);
  for (const [x, y, r] of triples("190,66,9 324,62,7 332,138,9 184,140,7"))
    fill(torso, star(x, y, r, 0.4, 4), "#ffb800");
  bopiHeadMotif(torso, 0, 60, 40);
}

/** A tank top with one large banana. */
function bananaTank(sheets: ShirtSheets): void {
  const { torso } = sheets;
  cutShirt(sheets, { paint: "#38c7b4", sleeve: 0 });
  shadeShirt(sheets, 1);
  bananaMotif(torso, [250, 106], 92, -0.2);
  for (const [x, y, turn] of triples("40,80,0.5 470,130,2.2 20,160,-0.8 488,62,-0.3 110,150,1 402,152,0.2"))
    bananaMotif(torso, [x, y], 34, turn);
  const neck = neckline(16, 26, 46);
  const holes: Shape[] = [128, 384].map((x) => ellipse(x, 14, 34, 58));
  for (const hole of holes) {
    fill(torso, outline(hole, 9), "#ffffff");
    erase(torso, grow(hole, -4));
  }
  collar(sheets, neck, "#ffffff", 9);
  erase(torso, grow(above(neck), -4));
  crease(torso, "220,180 256,186 292,178", 10);
}

/** Hoodies, tees and other everyday shirts. */
export const CASUAL_SHIRTS = {
  stripedJumper,
  starHoodie,
  lavaHoodie,
  bopiTee,
  bananaTank,
};
