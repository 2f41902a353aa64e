import { collar, cutShirt, neckline, shadeShirt } from "./cut.ts";
import { knit } from "./knit.ts";
import { flowerMotif, leafMotif, planetMotif, rocketMotif, tacoMotif } from "./motifs.ts";
import { down, glow, SHADOW } from "./paint.ts";
import { type Point, place, triples } from "./points.ts";
import { blob, curve, ellipse, grow, polygon, rect } from "./shape.ts";
import { space } from "./space.ts";
import { around, button, ribbing, stitches } from "./stitches.ts";
import { type ClothSurface, cover, erase, fill } from "./surface.ts";
import type { ShirtSheets } from "./textures.ts";

/** A ringer shirt with a smiling taco in a sunburst. */
function tacoTee(sheets: ShirtSheets): void {
  const { torso, arms } = sheets;
  cutShirt(sheets, { paint: "#fff4dc", sleevePaint: "#18a08a", sleeve: 96 });
  shadeShirt(sheets, 96);
  fill(torso, ellipse(256, 106, 66), "#ff8f5a");
  for (let i = 0; i < 14; i++) {
    const ray = place("0,0 66,-7 66,7", [256, 106], 1, (i * Math.PI) / 7);
    fill(torso, polygon(ray), "#ffb27a");
  }
  tacoMotif(torso, 256, 108, 88);
  for (const [x, y, turn] of triples("30,70,0.6 482,96,-0.5 20,150,2.2")) chili(torso, [x, y], turn);
  for (const arm of arms) stitches(arm, around(arm, 88), "#fff4dc");
  collar(sheets, neckline(18, 14), "#18a08a", 12);
  stitches(torso, around(torso, 199), "#18a08a");
}

/** A red pepper about 50 pixels long. */
function chili(to: ClothSurface, at: Point, turn: number): void {
  const pod = blob(place("-24,-6 -8,-11 10,-6 28,10 6,6 -12,8 -25,4", at, 1, turn));
  fill(to, grow(pod, 2.5), "#6b1020");
  fill(to, pod, "#e8402f");
  fill(to, curve(place("-14,-4 -2,-6 10,-2", at, 1, turn), 4, true), "#ffffff", { alpha: 0.6 });
  fill(to, curve(place("-22,-1 -31,-3 -37,-9", at, 1, turn), 6), "#2f9a3c");
}

/** A sweater with a night sky and a rocket. */
function liftOffSweater(sheets: ShirtSheets): void {
  const { torso, arms, top, bottom } = sheets;
  space(torso, 3);
  for (const [i, arm] of arms.entries()) space(arm, 40 + i);
  for (const disc of [top, bottom]) cover(disc, "#2a1766");
  fill(torso, curve("180,182 204,160 226,140", 15, true), "#ffffff", { alpha: 0.35, soft: 8 });
  rocketMotif(torso, [262, 102], 62, 0.7);
  planetMotif(torso, 334, 136, 17, down(119, 153, "#7dfbe0", "#18a0b0"), "#ffd66b");
  planetMotif(torso, 18, 84, 30, down(54, 114, "#ffb27a", "#f0556a"), "#fff3b8");
  fill(torso, ellipse(182, 74, 15), glow(177, 69, 22, "#fff8d8", "#ffd66b", "#f0a030"));
  shadeShirt(sheets);
  collar(sheets, neckline(17, 11), "#ffb800", 14);
  ribbing(torso, 192, 16, "#ffb800");
  for (const arm of arms) ribbing(arm, 182, 18, "#ffb800");
}

/** Rows of knitted hearts, trees and zigzags. */
function grandmasBest(sheets: ShirtSheets): void {
  const { torso, arms, top, bottom } = sheets;
  cover(torso, knit(512, 64));
  for (const arm of arms) cover(arm, knit(248, 32));
  for (const disc of [top, bottom]) cover(disc, "#1f7a54");
  shadeShirt(sheets);
  collar(sheets, neckline(16, 8), "#d8283c", 20);
  ribbing(torso, 190, 18, "#d8283c");
  for (const arm of arms) ribbing(arm, 180, 20, "#d8283c");
}

/** A vacation shirt with hibiscus and palm leaves. */
function outOfOffice(sheets: ShirtSheets): void {
  const { torso, arms } = sheets;
  cutShirt(sheets, { paint: "#12b5c9", sleeve: 104 });
  bouquet(
    torso,
    "40,60,0 128,128,1 214,66,2 206,170,0 300,118,1 330,44,2 392,150,0 470,100,2 30,164,1 440,30,1",
  );
  for (const arm of arms) bouquet(arm, "40,52,0 110,84,1 170,40,2 226,92,1");
  shadeShirt(sheets, 104);
  for (const arm of arms) {
    erase(arm, rect(-9, 104, 270, 99));
    fill(arm, rect(-9, 94, 270, 10), SHADOW, { atop: true, alpha: 0.22 });
    stitches(arm, around(arm, 92), "#ffffff");
  }
  fill(torso, rect(246, 20, 20, 190), SHADOW, { atop: true, alpha: 0.16, soft: 2 });
  stitches(torso, "245,24 245,208", "#ffffff");
  for (const y of [64, 102, 140, 178]) button(torso, 256, y, "#fff3dc", 6);
  collar(sheets, neckline(16, 30, 34), "#0d95a8", 8);
  for (const flap of ["252,44 206,18 190,44 222,66", "260,44 306,18 322,44 290,66"]) {
    fill(torso, blob(flap), SHADOW, { alpha: 0.35, soft: 10 });
    fill(torso, polygon(flap), "#ff7a5c");
    stitches(torso, place(flap.split(" ").slice(1).join(" "), [0, -4]), "#ffffff", 2);
  }
}

/** Flowers of three kinds with leaves behind them at x,y,kind. */
function bouquet(to: ClothSurface, places: string): void {
  const petals = ["#ff5a7a", "#fff3dc", "#ffb800"];
  const list = triples(places);
  for (const [x, y, kind] of list)
    for (const turn of [0.4, 2.3, 4.4]) {
      leafMotif(to, [x, y], 46, turn + kind, "#0a7f6a");
      leafMotif(to, [x, y], 38, turn + kind + 0.6, "#2fc98a");
    }
  for (const [x, y, kind] of list)
    flowerMotif(to, x, y, 25, petals[kind] ?? "#ffffff", kind === 2 ? "#e8402f" : "#ffd62e", x);
}

/** Shirts with all-over patterns and pictures. */
export const GRAPHIC_SHIRTS = {
  tacoTee,
  liftOffSweater,
  grandmasBest,
  outOfOffice,
};
