import {
  cheeks,
  FACE_MIDDLE,
  FACE_SIDES,
  glossyEye,
  halo,
  onSide,
  openMouth,
  stroke,
  symmetric,
} from "./face.ts";
import { bands, down, glow, INK } from "./paint.ts";
import { arc, dashes } from "./points.ts";
import { blob, curve, ellipse, grow, line, meet, outline, polygon, rect } from "./shape.ts";
import { type ClothSurface, fill } from "./surface.ts";

/** A screen with two lights and a wave. */
function beepBoop(face: ClothSurface): void {
  const frame = rect(72, 168, 368, 262, 84);
  fill(face, frame, down(168, 430, "#f2f4fb", "#aab2cc"));
  fill(face, outline(frame, 8), INK);
  const screen = rect(92, 188, 328, 222, 66);
  fill(face, screen, down(188, 410, "#0d1b33", "#12304f"));
  for (const side of FACE_SIDES) {
    const light = rect(FACE_MIDDLE + side * 84 - 32, 220, 64, 80, 24);
    fill(face, light, "#37f5d0", { alpha: 0.5, soft: 36 });
    fill(face, light, down(220, 300, "#b5fff0", "#37f5d0"));
  }
  const wave = line("166,352 204,352 222,328 246,382 268,336 284,352 346,352", 13);
  fill(face, wave, "#ffb800", { alpha: 0.5, soft: 24 });
  fill(face, wave, "#ffcf45");
  fill(face, screen, bands("#00000000 6 #000000 3"), { alpha: 0.16 });
  fill(face, meet(screen, ellipse(190, 150, 210, 100)), "#ffffff", { alpha: 0.12 });
  fill(face, outline(screen, 8), INK);
}

/** Red eyes, pointed teeth and one drop of tomato juice. */
function nightShift(face: ClothSurface): void {
  for (const side of FACE_SIDES) {
    const x = FACE_MIDDLE + side * 96;
    const eye = blob(onSide(side, "38,262 60,236 104,224 152,216 152,268 116,306 70,300"));
    fill(face, ellipse(x, 272, 70, 66), "#5b2a86", { alpha: 0.45, soft: 30 });
    fill(face, eye, "#ffffff");
    fill(face, meet(eye, ellipse(x - side * 2, 264, 34)), glow(x, 276, 38, "#ff7a4a", "#e8202c", "#8f0f24"));
    fill(face, meet(eye, ellipse(x - side * 2, 264, 12, 26)), INK);
    fill(face, ellipse(x - 14, 248, 9, 11), "#ffffff");
    fill(face, outline(eye, 13), INK);
    stroke(face, onSide(side, "36,214 90,178 164,150"), 24);
  }
  const mouth = blob(symmetric("0,380 50,376 104,352 84,396 44,420 0,424"));
  halo(face, mouth);
  fill(face, mouth, "#6b1238");
  fill(face, meet(mouth, rect(120, 340, 272, 48)), "#ffffff");
  fill(face, outline(mouth, 11), INK);
  for (const side of FACE_SIDES) {
    const fang = polygon(onSide(side, "34,382 78,372 60,440"));
    fill(face, grow(fang, 6), INK);
    fill(face, fang, "#ffffff");
  }
  fill(face, blob("196,446 206,462 196,474 186,462"), "#e8202c");
}

/** A monocle on a chain above a mustache with opinions. */
function sirMonocle(face: ClothSurface): void {
  glossyEye(face, FACE_MIDDLE - 94, 254, 0.86);
  glossyEye(face, FACE_MIDDLE + 94, 254, 0.86);
  stroke(face, "116,178 160,162 204,176", 20);
  stroke(face, "306,152 352,126 402,148", 20);
  const glass = ellipse(FACE_MIDDLE + 94, 254, 76);
  fill(face, glass, "#bfe9ff", { alpha: 0.22 });
  fill(face, meet(glass, line("300,270 372,190", 16)), "#ffffff", { alpha: 0.55 });
  fill(face, outline(glass, 20), INK);
  fill(face, outline(glass, 11), down(178, 330, "#ffe38a", "#f9a505", "#c26f00"));
  const chain = arc(390, 330, 34, 110, -0.3, 1.9, 24);
  for (const link of dashes(chain, 7, 6)) fill(face, line(link, 9), "#e89a08");
  cheeks(face, 150, 350);
  const mustache = blob(
    symmetric("0,366 26,350 66,352 104,376 140,360 150,334 162,372 136,408 92,414 40,404 0,386"),
  );
  halo(face, mustache);
  fill(face, mustache, down(350, 414, "#6b4326", "#3d2214"));
  for (const side of FACE_SIDES)
    for (const dy of [0, 16])
      stroke(face, onSide(side, `20,${374 + dy} 62,${374 + dy} 104,${394 + dy / 2}`), 5, "#8f6038");
  fill(face, outline(mustache, 8), INK);
  fill(face, curve("226,434 256,444 286,434", 12), INK);
}

/** An eyepatch, stubble and one tooth worth more than the ship. */
function captain(face: ClothSurface): void {
  const band = curve("46,108 180,156 320,232 470,346", 16, true);
  fill(face, band, INK);
  glossyEye(face, FACE_MIDDLE - 94, 262, 0.95);
  stroke(face, "104,196 150,176 206,196", 22);
  const patch = blob("292,206 356,200 416,222 412,280 364,318 310,292");
  fill(face, patch, down(200, 318, "#3a2a55", INK));
  fill(face, outline(patch, 10), INK);
  for (const stitch of dashes(arc(353, 256, 46, 44, 0, Math.PI * 2, 40), 10, 9))
    fill(face, line(stitch, 4), "#8d7ab0");
  for (let i = 0; i < 26; i++) {
    const x = 132 + ((i * 61) % 250);
    const y = 352 + ((i * 37) % 96);
    const rim = ((x - 256) / 150) ** 2 + ((y - 350) / 110) ** 2;
    if (rim < 1.05 && rim > 0.3) fill(face, ellipse(x, y, 4), INK, { alpha: 0.45 });
  }
  const grin = openMouth(
    face,
    "160,362 206,368 256,370 306,366 352,350 338,396 296,424 256,428 212,418 180,394",
    30,
  );
  for (const x of [196, 226, 256, 286, 316]) fill(face, meet(grin, line(`${x},340 ${x},386`, 5)), INK);
  fill(face, meet(grin, rect(258, 360, 26, 27, 6)), down(360, 388, "#ffe38a", "#f9a505"));
  fill(face, outline(grin, 10), INK);
}

/** Faces of characters, with accessories. */
export const CHARACTER_FACES = {
  beepBoop,
  nightShift,
  sirMonocle,
  captain,
};
