import { down, INK, type Paint } from "./paint.ts";
import { arc, type Path, type Point, points } from "./points.ts";
import { blob, curve, ellipse, meet, outline, polygon, type Shape } from "./shape.ts";
import { blankTexture, type ClothSurface, fill, surface, TEXTURE_SIZE } from "./surface.ts";

/** An official face. */
export interface SeedFace {
  type_id: 3;
  name: string;
  description: string;
  /** 512 × 512 RGBA, row by row from the top, not premultiplied. */
  texture: () => Uint8ClampedArray;
}

/** Faces are drawn around the square's center; the center of a head's visible front is this much higher. */
const FACE_LIFT = 26;

/** Returns a face, drawn by `draw` on a square of 512 pixels, 316 to the unit. */
export function seedFace(name: string, description: string, draw: (to: ClothSurface) => void): SeedFace {
  const texture = () => {
    const data = blankTexture();
    draw(surface(data, [0, -FACE_LIFT, TEXTURE_SIZE, TEXTURE_SIZE + FACE_LIFT]));
    return data;
  };
  return { type_id: 3, name, description, texture };
}

/** The center column of a face. */
export const FACE_MIDDLE = 256;

/** Both sides of a face: −1 is the picture's left (the bopi's right), 1 its right. */
export const FACE_SIDES = [-1, 1] as const;

/** Places points, given for the right half relative to the center column, on a side. */
export function onSide(side: number, path: Path): Point[] {
  return points(path).map(([x, y]) => [FACE_MIDDLE + side * x, y]);
}

/** Returns a symmetric outline from its right half: top to bottom, relative to the center. */
export function symmetric(half: Path): Point[] {
  return [
    ...onSide(1, half),
    ...onSide(
      -1,
      [...points(half)].reverse().filter(([x]) => x !== 0),
    ),
  ];
}

/** Draws a light glow, which keeps dark shapes readable on dark skin. */
function halo(face: ClothSurface, shape: Shape): void {
  fill(face, outline(shape, 9), "#ffffff", { alpha: 0.3, soft: 9 });
}

/** Draws a shape in ink with a light glow behind it. */
function inked(face: ClothSurface, shape: Shape): void {
  halo(face, shape);
  fill(face, shape, INK);
}

/** The signature eye: a tall dark oval, violet toward the bottom, with two highlights. */
export function glossyEye(face: ClothSurface, x: number, y: number, size = 1): void {
  const eye = ellipse(x, y, 44 * size, 66 * size);
  inked(face, eye);
  const iris = ellipse(x, y + 4 * size, 37 * size, 56 * size);
  fill(face, iris, down(y - 30 * size, y + 60 * size, "#24123f", "#3b2078", "#7a4fe0"));
  fill(face, meet(iris, ellipse(x, y - 6 * size, 25 * size, 36 * size)), "#170a2c", { soft: 8 * size });
  highlights(face, x, y, size);
}

/** The highlights of an eye of about 90 × 130 pixels. */
function highlights(face: ClothSurface, x: number, y: number, size = 1): void {
  fill(face, ellipse(x - 12 * size, y - 27 * size, 17 * size, 25 * size, 0.25), "#ffffff");
  fill(face, ellipse(x + 15 * size, y + 31 * size, 9 * size, 10 * size), "#ffffff");
}

/** A brow or lash: a soft line, thin at both ends. */
export function stroke(face: ClothSurface, path: Path, width = 16, paint: Paint = INK): void {
  const shape = curve(path, width, true);
  halo(face, shape);
  fill(face, shape, paint);
}

/** Rosy cheeks on both sides, `x` pixels from the center. */
export function cheeks(face: ClothSurface, x = 150, y = 352, color = "#f0556a"): void {
  for (const side of FACE_SIDES)
    fill(face, ellipse(FACE_MIDDLE + side * x, y, 38, 24), color, { alpha: 0.55, soft: 8 });
}

/** An open mouth with upper teeth and a tongue. Returns its shape. */
export function openMouth(face: ClothSurface, form: Path, teeth = 18): Shape {
  const mouth = blob(form);
  const [left, top, right, bottom] = mouth.bounds;
  const middle = (left + right) / 2;
  const width = right - left;
  halo(face, mouth);
  fill(face, mouth, "#6b1238");
  fill(face, meet(mouth, ellipse(middle, bottom + 2, width * 0.3, (bottom - top) * 0.36)), "#f2688c");
  fill(face, meet(mouth, polygon(teethForm(left, right, top, teeth))), "#ffffff");
  fill(face, outline(mouth, 9), INK);
  return mouth;
}

function teethForm(left: number, right: number, top: number, height: number): Point[] {
  const middle = (left + right) / 2;
  return [
    [left - 5, top - 9],
    [right + 5, top - 9],
    ...arc(middle, top + height - 8, (right - left) / 2 + 5, 14, 0, Math.PI, 12),
  ];
}
