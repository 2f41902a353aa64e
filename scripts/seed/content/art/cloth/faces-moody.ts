import {
  cheeks,
  closedEye,
  FACE_MIDDLE,
  FACE_SIDES,
  halo,
  highlights,
  inked,
  onSide,
  roundEye,
  stroke,
  symmetric,
} from "./face.ts";
import { down, glow, INK } from "./paint.ts";
import { arc, place, points } from "./points.ts";
import { blob, curve, ellipse, line, meet, outline, rect } from "./shape.ts";
import { type ClothSurface, fill } from "./surface.ts";

/** Heavy lids, bags under the eyes and a mouth that gave up halfway. */
function monday(face: ClothSurface): void {
  for (const side of FACE_SIDES) {
    const x = FACE_MIDDLE + side * 96;
    fill(face, ellipse(x, 326, 54, 18), "#5b3a86", { alpha: 0.4, soft: 10 });
    stroke(face, `${x - 42},326 ${x},340 ${x + 42},326`, 10);
    const ball = ellipse(x, 262, 58, 58);
    fill(face, ball, "#ffffff");
    fill(face, meet(ball, ellipse(x + 6, 284, 25)), INK);
    fill(face, ellipse(x - 2, 282, 8), "#ffffff");
    fill(face, meet(ball, rect(x - 70, 190, 140, 74)), down(200, 264, "#a583d6", "#8059bd"));
    fill(face, outline(ball, 11), INK);
    fill(face, line(`${x - 58},264 ${x + 58},264`, 13), INK);
    stroke(face, onSide(side, "48,176 92,172 146,190"), 20);
  }
  const mouth = curve("186,408 214,396 244,404 270,394 298,404 326,398", 16);
  inked(face, mouth);
}

/** Asleep, with a bubble that grows and shrinks all morning. */
function fiveMoreMinutes(face: ClothSurface): void {
  for (const side of FACE_SIDES) {
    const x = FACE_MIDDLE + side * 98;
    closedEye(face, x, 270, false, 52);
    for (const lash of ["-34,280 -46,300", "0,290 0,312", "34,280 46,300"])
      fill(face, line(place(lash, [x, 0]), 11), INK);
    stroke(face, onSide(side, "56,204 96,190 140,206"), 14);
  }
  cheeks(face, 156, 352);
  const mouth = ellipse(232, 400, 28, 21);
  fill(face, mouth, "#6b1238");
  fill(face, outline(mouth, 10), INK);
  const drool = blob("214,410 226,414 228,440 218,452 208,440");
  fill(face, drool, "#8fd8ff");
  fill(face, outline(drool, 6), "#2c6fb0");
  const bubble = ellipse(302, 366, 46, 44);
  fill(face, bubble, glow(310, 374, 52, "#d8f4ff55", "#a8e2ffaa", "#6fc3f5ee"));
  fill(face, outline(bubble, 7), "#2c6fb0");
  fill(face, ellipse(286, 348, 13, 9, -0.7), "#ffffff");
}

/** Slanted brows, red cheeks, clenched teeth. */
function tinyRage(face: ClothSurface): void {
  for (const side of FACE_SIDES) {
    roundEye(face, FACE_MIDDLE + side * 92, 272, 52, side * -12, 10);
    const brow = blob(onSide(side, "16,240 24,206 90,176 156,148 172,172 128,204 70,228"));
    fill(face, brow, INK);
    fill(face, outline(brow, 12), INK);
  }
  cheeks(face, 158, 350, "#e8202c");
  const mouth = blob(symmetric("0,374 54,374 88,398 92,428 50,430 0,420"));
  halo(face, mouth);
  fill(face, mouth, "#ffffff");
  for (const x of [-52, -18, 18, 52]) fill(face, meet(mouth, line(onSide(1, `${x},360 ${x},440`), 7)), INK);
  fill(face, meet(mouth, curve("150,416 256,398 362,416", 7)), INK);
  fill(face, outline(mouth, 12), INK);
  const vein = arc(17, 17, 14, 14, Math.PI * 0.78, Math.PI * 1.72);
  for (let i = 0; i < 4; i++)
    fill(face, curve(place(vein, [400, 138], 1, 0.5 + (i * Math.PI) / 2), 8), "#e8202c");
}

/** One eye, but a very good one. */
function oneBigIdea(face: ClothSurface): void {
  const ball = ellipse(FACE_MIDDLE, 248, 112, 112);
  halo(face, ball);
  fill(face, ball, glow(FACE_MIDDLE - 10, 240, 118, "#ffffff", "#ffffff", "#cfc6ea"));
  fill(face, ellipse(FACE_MIDDLE, 254, 66), "#0f6d7d");
  fill(face, ellipse(FACE_MIDDLE, 256, 60), glow(FACE_MIDDLE, 284, 84, "#7dfbe0", "#25c2c0", "#0f7f98"));
  for (let i = 0; i < 18; i++) {
    const a = (i * Math.PI) / 9;
    const ray = place("36,0 54,0", [FACE_MIDDLE, 255], 1, a);
    fill(face, line(ray, 5, true), "#0f6d7d", { alpha: 0.5 });
  }
  fill(face, ellipse(FACE_MIDDLE, 255, 36), INK);
  highlights(face, FACE_MIDDLE, 248, 1.1);
  fill(face, outline(ball, 13), INK);
  for (const [dx, tip] of points("-78,-112 -44,-58 0,0 44,58 78,112")) {
    const root = 248 - Math.sqrt(112 * 112 - dx * dx);
    fill(face, line(onSide(1, `${dx},${root} ${tip},${root - 26}`), 13), INK);
  }
  const mouth = curve("200,396 228,416 262,420 296,410 318,388", 16);
  inked(face, mouth);
  const tooth = rect(272, 412, 26, 30, 6);
  fill(face, tooth, "#ffffff");
  fill(face, outline(tooth, 8), INK);
}

/** Tired, angry and thoughtful faces. */
export const MOODY_FACES = {
  monday,
  fiveMoreMinutes,
  tinyRage,
  oneBigIdea,
};
