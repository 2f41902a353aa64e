import { coverShoe, grooves, laces, SOLE_ROW, seam, shadeShoe, TOE } from "./cover-shoe.ts";
import { flameMotif } from "./motifs.ts";
import { bands, checks, down, SHADOW } from "./paint.ts";
import { arc, place, points, smooth } from "./points.ts";
import { blob, curve, ellipse, grow, line, polygon, rect } from "./shape.ts";
import { stitches } from "./stitches.ts";
import { fill } from "./surface.ts";
import type { ShoeSheets } from "./textures.ts";

/** Sneakers with painted springs in the sole. */
function springySneakers(shoe: ShoeSheets): void {
  const { side } = shoe;
  coverShoe(shoe, "#1fb58f", "#ffffff", "#14806a");
  fill(side, blob("200,104 196,66 226,50 286,50 316,66 312,104"), "#ffffff");
  fill(side, polygon("222,-9 290,-9 284,46 228,46"), "#14806a");
  for (const x of [128, 384])
    fill(side, curve(place("-52,56 -10,66 40,30 58,22", [x, 0], 1), 15, true), "#ffffff");
  fill(side, rect(-34, 0, 68, 30, 10), "#ffb800");
  shadeShoe(shoe);
  seam(side, smooth("312,76 318,62 288,46"), "#14806a");
  laces(side, "#ffb800", 6, 38);
  const coil = Array.from({ length: 129 }, (_, i) => [i * 4, i % 2 ? 83 : 99] as const);
  fill(side, line(coil, 3.2), "#f99205");
}

/** Shiny yellow rubber boots. */
function puddleBoots(shoe: ShoeSheets): void {
  const { side } = shoe;
  coverShoe(shoe, down(0, 80, "#ffd23d", "#ffc21a", "#f5a60a"), "#4a2f12", "#8f5a10");
  fill(side, rect(-9, -9, 530, 24), "#f99205");
  shadeShoe(shoe);
  fill(side, curve("216,60 256,50 292,58", 9, true), "#ffffff", { alpha: 0.85 });
  for (const x of [110, 402])
    fill(side, curve(place("0,24 4,44 -2,62", [x, 0]), 8, true), "#ffffff", { alpha: 0.6 });
  fill(side, rect(-9, 66, 530, 9), "#f99205");
  grooves(side, "#2e1c08");
}

/** Patent leather with a punched toe cap. */
function dancingShoes(shoe: ShoeSheets): void {
  const { side } = shoe;
  coverShoe(shoe, down(0, 80, "#4a3d6e", "#2a2340", "#171226"), "#120e1c", "#5c2330");
  fill(side, blob("232,-14 280,-14 288,20 278,42 234,42 224,20"), "#171226");
  shadeShoe(shoe);
  fill(side, curve("212,62 256,50 300,62", 8, true), "#ffffff", { alpha: 0.75 });
  stitches(side, arc(TOE, 92, 74, 46, Math.PI, Math.PI * 2, 24), "#8d7ab0");
  for (const [x, y] of points("256,62 240,66 272,66 248,72 264,72"))
    fill(side, ellipse(x, y, 2.2), "#8d7ab0");
  laces(side, "#6a5a94", 8, 34);
  fill(side, rect(-9, 79, 530, 4), "#8f6038");
}

/** Checkered canvas slip-ons. */
function checkerSlipOns(shoe: ShoeSheets): void {
  const { side } = shoe;
  coverShoe(shoe, checks(16, 13, "#fff6e4", "#241a3c"), "#ffffff", "#e8402f");
  for (const x of [206, 306])
    fill(side, polygon(place("-13,-9 13,-9 8,34 -8,34", [x, 0], 1, x < TOE ? -0.2 : 0.2)), "#e8402f");
  fill(side, rect(-9, -9, 530, 15), "#e8402f");
  shadeShoe(shoe);
  fill(side, rect(-9, 88, 530, 5), "#e8402f");
}

/** Pink satin with ribbons. */
function tinyDancers(shoe: ShoeSheets): void {
  const { side } = shoe;
  coverShoe(shoe, down(20, 90, "#ffc4da", "#ff9ac4", "#f07fb0"), "#d9709a", "#c94a80");
  for (const [dy, tint, alpha] of [
    [4, SHADOW, 0.25],
    [0, "#ff7ab0", 1],
  ] as const)
    for (const path of ["-20,-4 110,30 200,4 256,26 312,4 402,30 532,-4", "-20,26 60,4 150,4 256,34"])
      fill(side, curve(place(path, [0, dy]), 9), tint, { alpha });
  shadeShoe(shoe);
  for (const loop of ["256,32 232,18 216,30 232,44", "256,32 280,18 296,30 280,44"]) {
    fill(side, grow(blob(loop), 2), "#c94a80");
    fill(side, blob(loop), "#ff7ab0");
  }
  fill(side, ellipse(TOE, 32, 7), "#c94a80");
  fill(side, ellipse(TOE, 60, 40, 10), "#ffffff", { alpha: 0.4, soft: 14 });
}

/** Gray socks in brown sandals. */
function touristSandals(shoe: ShoeSheets): void {
  const { side, top } = shoe;
  coverShoe(shoe, bands("#f4f1ea 10 #e6e1d6 4", Math.PI / 2), "#6b4326", "#d9d3c6");
  fill(side, rect(-9, 4, 530, 6), "#e8402f");
  fill(side, rect(-9, 14, 530, 6), "#3a6ff0");
  fill(top, ellipse(48, 56, 48, 56), "#d9d3c6");
  shadeShoe(shoe);
  for (const path of [
    "150,90 200,58 256,50 312,58 362,90",
    "96,84 170,40 256,26 342,40 416,84",
    "-20,44 40,50 96,84",
    "532,44 472,50 416,84",
  ]) {
    fill(side, curve(place(path, [0, 3]), 19), SHADOW, { alpha: 0.35, soft: 6 });
    fill(side, curve(path, 17), "#8f5a30");
    stitches(side, smooth(path), "#d9a86a", 2);
  }
  for (const x of [170, 342]) fill(side, rect(x - 9, 32, 18, 16, 4), "#ffc94a");
  fill(side, rect(-9, SOLE_ROW, 530, 9), "#a97142");
}

/** Dark stone on a glowing sole. */
function lavaBoots(shoe: ShoeSheets): void {
  const { side } = shoe;
  coverShoe(shoe, "#3a2632", "#ffb800", "#ff6a13");
  shadeShoe(shoe);
  const fire = polygon(flameMotif(512, 18, 84, 10));
  fill(side, grow(fire, 4), "#ff3b1f", { alpha: 0.5, soft: 14 });
  fill(side, fire, down(18, 84, "#ff4a17", "#ff7a12", "#ffb800"));
  fill(side, polygon(place(flameMotif(512, 48, 92, 10), [16, 0])), "#ffe45c");
  fill(side, rect(-9, SOLE_ROW + 2, 530, 30), down(80, 104, "#ffe45c", "#ff7a12", "#e8301a"));
  for (let i = 0; i < 16; i++) fill(side, ellipse(i * 32 + 10, 94, 9, 6), "#3a2632");
}

/** Sneakers, boots and sandals. */
export const STREET_SHOES = {
  springySneakers,
  puddleBoots,
  dancingShoes,
  checkerSlipOns,
  tinyDancers,
  touristSandals,
  lavaBoots,
};
