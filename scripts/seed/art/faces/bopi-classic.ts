import {
  cheeks,
  FACE_MIDDLE,
  FACE_SIDES,
  glossyEye,
  onSide,
  openMouth,
  type SeedFace,
  seedFace,
  stroke,
  symmetric,
} from "./face.ts";
import type { ClothSurface } from "./surface.ts";

/** The site's signature face: large violet eyes and an open, happy mouth. */
function bopiClassic(face: ClothSurface): void {
  for (const side of FACE_SIDES) {
    glossyEye(face, FACE_MIDDLE + side * 94, 262);
    stroke(face, onSide(side, "58,172 92,156 134,168"), 18);
  }
  cheeks(face, 152, 350);
  openMouth(face, symmetric("0,372 30,369 60,362 58,392 36,424 0,434"), 22);
}

export const BOPI_CLASSIC: SeedFace = seedFace(
  "Bopi Classic",
  "The face that started it all. Still hasn't blinked.",
  bopiClassic,
);
