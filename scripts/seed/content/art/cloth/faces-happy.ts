import {
  cheeks,
  closedEye,
  FACE_MIDDLE,
  FACE_SIDES,
  glossyEye,
  halo,
  highlights,
  inked,
  onSide,
  openMouth,
  stroke,
  symmetric,
} from "./face.ts";
import { down, glow, INK } from "./paint.ts";
import { arc, place } from "./points.ts";
import { blob, curve, ellipse, line, meet, outline, polygon, star } from "./shape.ts";
import { type ClothSurface, fill } from "./surface.ts";

/** The site's signature face: large violet eyes and an open, happy mouth. */
function bopiClassic(face: ClothSurface): void {
  for (const side of FACE_SIDES) {
    glossyEye(face, FACE_MIDDLE + side * 94, 262);
    stroke(face, onSide(side, "58,172 92,156 134,168"), 18);
  }
  cheeks(face, 152, 350);
  openMouth(face, symmetric("0,372 30,369 60,362 58,392 36,424 0,434"), 22);
}

/** Eyes squeezed shut with joy above a very wide row of teeth. */
function tenOutOfTen(face: ClothSurface): void {
  for (const side of FACE_SIDES) closedEye(face, FACE_MIDDLE + side * 96, 262, true, 48);
  cheeks(face, 160, 330, "#ff7a2e");
  const grin = blob(symmetric("0,354 60,348 112,330 104,384 62,426 0,438"));
  halo(face, grin);
  fill(face, grin, down(340, 430, "#ffffff", "#ffffff", "#d9d3ea"));
  const gaps = [-72, -36, 0, 36, 72].map((x) => line(onSide(1, `${x},330 ${x * 0.86},440`), 6));
  for (const gap of gaps) fill(face, meet(grin, gap), INK, { alpha: 0.75 });
  fill(face, meet(grin, curve("140,384 256,400 372,384", 6)), INK, { alpha: 0.75 });
  fill(face, outline(grin, 12), INK);
}

/** One eye shut, tongue out. */
function cheekyWink(face: ClothSurface): void {
  glossyEye(face, FACE_MIDDLE - 94, 262);
  stroke(face, "118,178 160,150 206,160", 18);
  stroke(face, "304,222 346,206 392,226", 18);
  const wink = curve("312,252 372,276 308,300", 18);
  inked(face, wink);
  cheeks(face);
  const smile = curve("178,360 212,392 262,402 314,390 342,356", 16);
  halo(face, smile);
  const tongue = blob("246,398 276,402 318,386 330,424 306,456 270,448");
  fill(face, tongue, down(390, 456, "#d9406c", "#ff7d9c"));
  fill(face, outline(tongue, 9), INK);
  fill(face, curve("286,402 294,420 300,434", 6), "#b82a56");
  fill(face, smile, INK);
  stroke(face, "166,366 176,358 190,354", 12);
}

/** Golden stars for eyes. */
function starstruck(face: ClothSurface): void {
  for (const side of FACE_SIDES) {
    const x = FACE_MIDDLE + side * 98;
    const eye = star(x, 258, 74, 0.55, 5, side * 0.12);
    fill(face, outline(eye, 16), INK);
    fill(face, eye, down(190, 320, "#fff2a0", "#ffb800", "#f99205"));
    fill(face, ellipse(x - 16, 240, 10, 14, 0.5), "#ffffff");
    stroke(face, onSide(side, "60,158 98,140 140,156"), 16);
  }
  cheeks(face, 152, 356);
  openMouth(face, symmetric("0,366 34,364 62,362 64,400 44,434 0,444"), 20);
}

/** Whiskers, a small nose and a mouth like a 3 lying down. */
function whiskerBusiness(face: ClothSurface): void {
  for (const side of FACE_SIDES) {
    catEye(face, FACE_MIDDLE + side * 98);
    stroke(face, onSide(side, "140,218 156,204 172,184"), 12);
    for (const whisker of ["92,338 140,326 184,322", "92,364 140,361 184,366", "92,390 140,395 184,408"])
      stroke(face, onSide(side, whisker), 10);
    inked(face, curve(onSide(side, arc(30, 372, 30, 30, Math.PI, Math.PI * 0.12)), 13));
  }
  const nose = blob(symmetric("0,340 24,332 28,344 10,366 0,370"));
  fill(face, nose, "#ff7d9c");
  fill(face, outline(nose, 9), INK);
}

function catEye(face: ClothSurface, x: number): void {
  const eye = ellipse(x, 252, 54, 60);
  fill(face, eye, glow(x, 262, 60, "#d9ff7a", "#6fce3a", "#2f9a3c"));
  fill(face, meet(eye, ellipse(x, 254, 22, 56)), INK);
  fill(face, outline(eye, 12), INK);
  highlights(face, x, 252, 0.9);
}

/** Dark glasses with a reflection, and half a smile. */
function indoorSunglasses(face: ClothSurface): void {
  fill(face, curve("82,218 170,206 256,218 342,206 430,218", 26), "#17171c");
  for (const side of FACE_SIDES) {
    const glass = blob(onSide(side, "20,222 90,212 174,218 172,278 128,318 70,314 32,284"));
    fill(face, outline(glass, 18), "#17171c");
    fill(face, glass, down(210, 318, "#3a1f78", "#7d2d8f", "#f99205"));
    const shine = polygon(place("11,180 37,180 -43,340 -69,340", [FACE_MIDDLE + side * 96, 0]));
    fill(face, meet(glass, shine), "#ffffff", { alpha: 0.5 });
    stroke(face, onSide(side, side > 0 ? "54,172 98,150 146,164" : "54,184 98,166 146,188"), 18);
  }
  const smirk = curve("196,396 244,406 296,396 332,364", 16);
  inked(face, smirk);
  stroke(face, "320,352 336,360 346,376", 13);
}

/** Happy and cheeky faces. */
export const HAPPY_FACES = {
  bopiClassic,
  tenOutOfTen,
  cheekyWink,
  starstruck,
  whiskerBusiness,
  indoorSunglasses,
};
