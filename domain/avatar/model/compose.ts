import type { BopiColors } from "../colors.ts";
import type { Pixels } from "./pixels.ts";
import { type Region, TEXTURE_SIDE } from "./surface.ts";
import { HIPS_SHARE, TEMPLATES } from "./templates.ts";

/**
 * Clothes are laid over the body's colours before anything is drawn, as paint is: the body then has one skin of
 * 512 × 512 pixels for each of its layouts, nothing see-through lies on it, and no two surfaces share a place.
 */

const blank = (): Pixels => ({
  width: TEXTURE_SIDE,
  height: TEXTURE_SIDE,
  data: new Uint8Array(TEXTURE_SIDE * TEXTURE_SIDE * 4),
});

/** A colour of six hex digits as the four bytes of a pixel read as one number. */
function word(hex: string): number {
  const rgb = Number.parseInt(hex, 16);
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >>> 16)) >>> 0;
}

/** Pixels as numbers, the alpha in the highest byte: at least this much alpha. */
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

/** Lays one pixel over another that is opaque: a mix of the encoded values, as painting programs and WebGL do it. */
function over(target: Uint8Array | Uint8ClampedArray, at: number, from: ArrayLike<number>, i: number): void {
  const alpha = from[i + 3] as number;
  if (alpha === 0) return;
  const rest = 255 - alpha;
  for (let c = 0; c < 3; c++) {
    target[at + c] = (((from[i + c] as number) * alpha + (target[at + c] as number) * rest + 127) / 255) | 0;
  }
}

/** Lays a whole picture of the same size over another. Most pixels are wholly there or not at all. */
function cover(to: Pixels, from: Pixels): void {
  const [under, above] = [words(to), words(from)];
  for (let i = 0; i < above.length; i++) {
    const word = above[i] as number;
    if (word >= OPAQUE) under[i] = word;
    else if (word >= ALMOST_CLEAR) over(to.data, i * 4, from.data, i * 4);
  }
}

/** Lays a region of a picture over a region of the same width, its rows squeezed or stretched to fit. */
function coverRows(to: Pixels, into: Region, from: Pixels, region: Region): void {
  const [x, y, width, height] = into;
  const [fromX, fromY, , fromHeight] = region;
  const mixed = new Float64Array(4);
  for (let row = 0; row < height; row++) {
    const place = Math.min(fromHeight - 1, Math.max(0, ((row + 0.5) / height) * fromHeight - 0.5));
    const first = Math.floor(place);
    const share = place - first;
    const second = Math.min(fromHeight - 1, first + 1);
    for (let column = 0; column < width; column++) {
      const a = ((fromY + first) * TEXTURE_SIDE + fromX + column) * 4;
      const b = ((fromY + second) * TEXTURE_SIDE + fromX + column) * 4;
      mixPixels(mixed, from.data, a, b, share);
      over(to.data, ((y + row) * TEXTURE_SIDE + x + column) * 4, mixed, 0);
    }
  }
}

/** Between two pixels, each counting by how opaque it is. */
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

/** Torso and arms in the shirt's layout; null where nothing is worn and the colours say it all. */
export function composeUpper(colors: BopiColors, shirt: Pixels | null, pants: Pixels | null): Pixels | null {
  if (!shirt && !pants) return null;
  const skin = blank();
  const { torso, torso_top, torso_bottom, left_arm, right_arm } = TEMPLATES.shirt;
  for (const region of [torso, torso_top, torso_bottom]) fill(skin, region, colors.torso);
  fill(skin, left_arm, colors.left_arm);
  fill(skin, right_arm, colors.right_arm);
  if (pants) {
    const [x, y, width, height] = torso;
    const top = Math.round(y + height * (1 - HIPS_SHARE));
    coverRows(skin, [x, top, width, y + height - top], pants, TEMPLATES.pants.hips);
    coverRows(skin, torso_bottom, pants, TEMPLATES.pants.torso_bottom);
  }
  if (shirt) cover(skin, shirt);
  return skin;
}

/** Both legs in the pants' layout. */
export function composeLegs(colors: BopiColors, pants: Pixels | null): Pixels | null {
  if (!pants) return null;
  const skin = blank();
  fill(skin, TEMPLATES.pants.left_leg, colors.left_leg);
  fill(skin, TEMPLATES.pants.right_leg, colors.right_leg);
  cover(skin, pants);
  return skin;
}

/** Both shoes in the shoes' layout. */
export function composeShoes(colors: BopiColors, shoes: Pixels | null): Pixels | null {
  if (!shoes) return null;
  const skin = blank();
  const { left_shoe, left_top, left_sole, right_shoe, right_top, right_sole } = TEMPLATES.shoes;
  for (const region of [left_shoe, left_top, left_sole]) fill(skin, region, colors.left_shoe);
  for (const region of [right_shoe, right_top, right_sole]) fill(skin, region, colors.right_shoe);
  cover(skin, shoes);
  return skin;
}

/** The face over the head's colour. The outermost pixels stay bare: the rest of the head shows them. */
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
