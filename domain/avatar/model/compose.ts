import type { BopiColors } from "../colors.ts";
import type { Pixels } from "./pixels.ts";
import { type Region, TEXTURE_SIDE } from "./surface.ts";
import { CLOTHING_TEMPLATES, HIPS_SHARE } from "./templates.ts";

/** Composes clothes over the body's colors: one opaque 512 × 512 skin per layout, no overlapping surfaces. */

const blank = (): Pixels => ({
  width: TEXTURE_SIDE,
  height: TEXTURE_SIDE,
  data: new Uint8Array(TEXTURE_SIDE * TEXTURE_SIDE * 4),
});

/** A color of 6 hex digits as the little-endian 32-bit value of a pixel. */
function word(hex: string): number {
  const rgb = Number.parseInt(hex, 16);
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >>> 16)) >>> 0;
}

/** Pixels as 32-bit numbers with alpha in the highest byte, so these compare alpha. */
const OPAQUE = 0xff000000;
const ALMOST_CLEAR = 0x01000000;

const words = ({ data }: Pixels): Uint32Array =>
  new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);

function fill(to: Pixels, [x, y, width, height]: Region, hex: string): void {
  const target = words(to);
  const color = word(hex);
  for (let row = y; row < y + height; row++) {
    target.fill(color, row * TEXTURE_SIDE + x, row * TEXTURE_SIDE + x + width);
  }
}

/** Blends a pixel over an opaque one in encoded (sRGB) values, like painting programs and WebGL. */
function over(target: Uint8Array | Uint8ClampedArray, at: number, from: ArrayLike<number>, i: number): void {
  const alpha = from[i + 3] as number;
  if (alpha === 0) return;
  const rest = 255 - alpha;
  for (let c = 0; c < 3; c++) {
    target[at + c] = (((from[i + c] as number) * alpha + (target[at + c] as number) * rest + 127) / 255) | 0;
  }
}

/** Blends a picture over another of the same size. Most pixels are either opaque or empty. */
function cover(to: Pixels, from: Pixels): void {
  const [under, above] = [words(to), words(from)];
  for (let i = 0; i < above.length; i++) {
    const word = above[i] as number;
    if (word >= OPAQUE) under[i] = word;
    else if (word >= ALMOST_CLEAR) over(to.data, i * 4, from.data, i * 4);
  }
}

/** Blends a region over one of the same width, scaling its rows to fit. */
function coverRows(to: Pixels, into: Region, from: Pixels, region: Region): void {
  const [x, y, width, height] = into;
  const [fromX, fromY, , fromHeight] = region;
  const mixed = new Float64Array(4);
  for (let row = 0; row < height; row++) {
    const position = Math.min(fromHeight - 1, Math.max(0, ((row + 0.5) / height) * fromHeight - 0.5));
    const first = Math.floor(position);
    const share = position - first;
    const second = Math.min(fromHeight - 1, first + 1);
    for (let column = 0; column < width; column++) {
      const a = ((fromY + first) * TEXTURE_SIDE + fromX + column) * 4;
      const b = ((fromY + second) * TEXTURE_SIDE + fromX + column) * 4;
      mixPixels(mixed, from.data, a, b, share);
      over(to.data, ((y + row) * TEXTURE_SIDE + x + column) * 4, mixed, 0);
    }
  }
}

function mixPixels(to: Float64Array, data: Pixels["data"], a: number, b: number, share: number): void {
  const alphaA = (data[a + 3] as number) * (1 - share);
  const alphaB = (data[b + 3] as number) * share;
  const alpha = alphaA + alphaB;
  to[3] = Math.round(alpha);
  if (alpha === 0) return;
  for (let c = 0; c < 3; c++) {
    to[c] = ((data[a + c] as number) * alphaA + (data[b + c] as number) * alphaB) / alpha;
  }
}

/** Torso and arms in the shirt's layout; null if nothing is equipped and the plain colors are enough. */
export function composeUpper(colors: BopiColors, shirt: Pixels | null, pants: Pixels | null): Pixels | null {
  if (!shirt && !pants) return null;
  const skin = blank();
  const { torso, torso_top, torso_bottom, left_arm, right_arm } = CLOTHING_TEMPLATES.shirt;
  for (const region of [torso, torso_top, torso_bottom]) fill(skin, region, colors.torso);
  fill(skin, left_arm, colors.left_arm);
  fill(skin, right_arm, colors.right_arm);
  if (pants) {
    const [x, y, width, height] = torso;
    const top = Math.round(y + height * (1 - HIPS_SHARE));
    coverRows(skin, [x, top, width, y + height - top], pants, CLOTHING_TEMPLATES.pants.hips);
    coverRows(skin, torso_bottom, pants, CLOTHING_TEMPLATES.pants.torso_bottom);
  }
  if (shirt) cover(skin, shirt);
  return skin;
}

export function composeLegs(colors: BopiColors, pants: Pixels | null): Pixels | null {
  if (!pants) return null;
  const skin = blank();
  fill(skin, CLOTHING_TEMPLATES.pants.left_leg, colors.left_leg);
  fill(skin, CLOTHING_TEMPLATES.pants.right_leg, colors.right_leg);
  cover(skin, pants);
  return skin;
}

export function composeShoes(colors: BopiColors, shoes: Pixels | null): Pixels | null {
  if (!shoes) return null;
  const skin = blank();
  const { left_shoe, left_top, left_sole, right_shoe, right_top, right_sole } = CLOTHING_TEMPLATES.shoes;
  for (const region of [left_shoe, left_top, left_sole]) fill(skin, region, colors.left_shoe);
  for (const region of [right_shoe, right_top, right_sole]) fill(skin, region, colors.right_shoe);
  cover(skin, shoes);
  return skin;
}

/** The face over the head's color. The outermost pixels stay plain because the rest of the head shows them. */
export function composeHead(colors: BopiColors, face: Pixels): Pixels {
  const skin = blank();
  fill(skin, [0, 0, TEXTURE_SIDE, TEXTURE_SIDE], colors.head);
  cover(skin, face);
  const edge = TEXTURE_SIDE - 1;
  fill(skin, [0, 0, TEXTURE_SIDE, 1], colors.head);
  fill(skin, [0, edge, TEXTURE_SIDE, 1], colors.head);
  fill(skin, [0, 0, 1, TEXTURE_SIDE], colors.head);
  fill(skin, [edge, 0, 1, TEXTURE_SIDE], colors.head);
  return skin;
}
