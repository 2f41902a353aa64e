import { coverShoe, SOLE_ROW, shadeShoe, TOE } from "./cover-shoe.ts";
import { down, glow, INK, SHADOW } from "./paint.ts";
import { arc, type Path, type Point, place, points, triples } from "./points.ts";
import { blob, curve, ellipse, grow, line, meet, polygon, rect } from "./shape.ts";
import { stitches } from "./stitches.ts";
import { type ClothSurface, fill } from "./surface.ts";
import type { ShoeSheets } from "./textures.ts";

/** Two round eyes beside the toe. */
function eyes(side: ClothSurface, dx: number, y: number, r: number): void {
  for (const x of [TOE - dx, TOE + dx]) {
    fill(side, ellipse(x, y, r + 2, r + 3), INK);
    fill(side, ellipse(x - r * 0.3, y - r * 0.4, r * 0.4), "#ffffff");
  }
}

/** A wing on the duck's left side (`out` 1) or right side (−1). */
function duckWing(side: ClothSurface, out: number): void {
  const put = (path: Path) => points(path).map(([x, y]): Point => [TOE + out * (156 + x), y]);
  const wing = blob(put("-34,30 6,24 50,34 44,52 20,64 -16,62"));
  fill(side, grow(wing, 2), "#d98a00");
  fill(side, wing, "#ffdb4a");
  for (const feather of ["10,46 14,54 10,60", "26,46 30,54 26,60"])
    fill(side, curve(put(feather), 3), "#d98a00");
}

/** A duck on each foot: the beak is the toe, the wings are on the sides. */
function duckSlippers(shoe: ShoeSheets): void {
  const { side } = shoe;
  coverShoe(shoe, down(0, 90, "#ffe05a", "#ffd02e", "#ffc010"), "#f99205", "#fff3c4");
  for (const out of [-1, 1]) duckWing(side, out);
  shadeShoe(shoe);
  eyes(side, 42, 38, 9);
  const beak = blob("200,72 226,60 256,54 286,60 312,72 304,92 256,98 208,92");
  fill(side, grow(beak, 3), INK);
  fill(side, beak, down(54, 98, "#ffab2e", "#f57a05"));
  fill(side, curve("206,78 256,84 306,78", 3.5), INK);
  for (const x of [246, 266]) fill(side, ellipse(x, 65, 2.5, 3), INK);
  for (const x of [TOE - 66, TOE + 66]) fill(side, ellipse(x, 54, 11, 7), "#ff7a4a", { alpha: 0.6, soft: 4 });
}

/** A shark on each foot. */
function sockSharks(shoe: ShoeSheets): void {
  const { side } = shoe;
  coverShoe(shoe, down(0, 80, "#6f93b8", "#5c80a8"), "#e9eef5", "#d8283c");
  shadeShoe(shoe);
  const mouth = blob("176,70 210,58 256,54 302,58 336,70 330,98 256,108 182,98");
  fill(side, grow(mouth, 3), INK);
  fill(side, mouth, "#8f1438");
  fill(side, meet(mouth, ellipse(TOE, 106, 50, 18)), "#f2688c");
  for (let i = 0; i < 9; i++) {
    const x = 184 + i * 18;
    const y = 57 + ((x - TOE) / 70) ** 2 * 9;
    fill(side, meet(mouth, polygon(place("-9,-6 9,-6 0,15", [x, y]))), "#ffffff");
    fill(side, meet(mouth, polygon(place("-8,8 8,8 0,-8", [x + 9, 100]))), "#ffffff");
  }
  eyes(side, 52, 34, 8);
  for (const x of [112, 400])
    for (const dx of [-12, 0, 12])
      fill(side, curve(place("4,40 -3,52 4,64", [x + dx, 0]), 4, true), "#3d5c80");
  fill(side, polygon("-26,64 0,8 26,64"), "#4a6c94");
}

/** Furry feet with three claws each. */
function monsterFeet(shoe: ShoeSheets): void {
  const { side, sole } = shoe;
  coverShoe(shoe, down(0, 104, "#8f5af0", "#7a45e0", "#6534c4"), "#6534c4", "#6534c4");
  const spots = triples("90,40,12 140,62,8 60,66,7 372,44,11 424,62,9 452,34,6 20,34,8 490,60,7");
  for (const [x, y, r] of spots) fill(side, ellipse(x, y, r, r * 0.8), "#37f5d0", { alpha: 0.85 });
  const tufts = Array.from({ length: 33 }, (_, i): Point => [i * 16, i % 2 ? 20 : 6]);
  fill(side, polygon([...tufts, ...points("530,-20 -20,-20")]), "#37f5d0");
  shadeShoe(shoe);
  for (const dx of [-64, 0, 64]) claw(side, TOE + dx);
  fill(sole, ellipse(48, 92, 26, 30), "#a578ff");
}

/** A toe with its claw. */
function claw(side: ClothSurface, x: number): void {
  fill(side, ellipse(x, 70, 30, 26), SHADOW, { alpha: 0.35, soft: 10 });
  fill(side, ellipse(x, 68, 28, 24), down(44, 92, "#a578ff", "#7a45e0"));
  const nail = blob(place("-14,0 0,-12 14,0 8,20 0,26 -8,20", [x, 80]));
  fill(side, grow(nail, 3), INK);
  fill(side, nail, down(68, 104, "#ffffff", "#ffe9b8"));
}

/** Boots with an engine at the heel and a window on each side. */
function rocketBoots(shoe: ShoeSheets): void {
  const { side, sole } = shoe;
  coverShoe(shoe, down(0, 80, "#ffffff", "#eceaf6", "#c9c5de"), "#3a3358", "#2a2340");
  fill(side, rect(-9, -9, 530, 23), "#e8303f");
  fill(side, blob("176,104 190,64 256,48 322,64 336,104"), down(48, 80, "#ff5a5f", "#d8202f"));
  shadeShoe(shoe);
  fill(side, rect(-9, SOLE_ROW, 530, 30), "#3a3358");
  for (const x of [120, 392]) {
    fill(side, ellipse(x, 44, 20), INK);
    fill(side, ellipse(x, 44, 15), glow(x - 4, 40, 18, "#d5f6ff", "#4fb8f0", "#2a7ac4"));
  }
  for (const fin of ["94,54 52,62 94,70", "418,54 460,62 418,70"]) fill(side, polygon(fin), "#e8303f");
  for (const r of [22, 12]) fill(side, line(arc(TOE, 77, r, r * 0.8, Math.PI, Math.PI * 2), 5), "#ffcf45");
  engine(side);
  for (const y of [40, 98])
    fill(sole, ellipse(48, y, 24, 22), glow(48, y, 24, "#fff3a0", "#ffb800", "#ff4a17"));
  stitches(side, "0,20 512,20", "#a8a2c4");
}

/** The nozzle at the heel, seen from behind. */
function engine(side: ClothSurface): void {
  fill(side, ellipse(0, 60, 41, 34), INK);
  fill(side, ellipse(0, 60, 36, 30), "#8a84a8");
  fill(side, ellipse(0, 60, 28, 23), INK);
  fill(side, ellipse(0, 60, 24, 20), glow(0, 60, 24, "#fff3a0", "#ffb800", "#ff4a17"));
}

/** Shoes that look like animals and machines. */
export const CREATURE_SHOES = {
  duckSlippers,
  sockSharks,
  monsterFeet,
  rocketBoots,
};
