import { SRGB_TO_LINEAR } from "./target.ts";

export interface Texture {
  /** sRGB RGBA bytes, a number per pixel. */
  words: Uint32Array;
  width: number;
  height: number;
  repeats: boolean;
}

/** The result of the last `readTexel`: linear red, green, blue from 0 to 1, and alpha from 0 to 255. */
export const texel = new Float64Array(4);

/** Reads the texture at (u, v) with bilinear filtering in linear light, into `texel`. */
export function readTexel(texture: Texture, u: number, v: number): void {
  const { words, width, height } = texture;
  const x = u * width - 0.5;
  const y = v * height - 0.5;
  const column = Math.floor(x);
  const line = Math.floor(y);
  if (column < 0 || line < 0 || column >= width - 1 || line >= height - 1) {
    readEdge(texture, x, y);
    return;
  }
  const at = (line * width + column) | 0;
  filter(
    words[at] as number,
    words[at + 1] as number,
    words[at + width] as number,
    words[at + width + 1] as number,
    x - column,
    y - line,
  );
}

/** Reads the texture where some of the four pixels are outside. */
function readEdge({ words, width, height, repeats }: Texture, x: number, y: number): void {
  const column = Math.floor(x);
  const line = Math.floor(y);
  const x0 = repeats ? wrapped(column, width) : clamped(column, width);
  const x1 = repeats ? wrapped(column + 1, width) : clamped(column + 1, width);
  const y0 = (repeats ? wrapped(line, height) : clamped(line, height)) * width;
  const y1 = (repeats ? wrapped(line + 1, height) : clamped(line + 1, height)) * width;
  const a = words[y0 + x0] as number;
  const b = words[y0 + x1] as number;
  const c = words[y1 + x0] as number;
  const d = words[y1 + x1] as number;
  filter(a, b, c, d, x - column, y - line);
}

/** Mixes four neighboring pixels, which are mostly the same. */
function filter(a: number, b: number, c: number, d: number, shareX: number, shareY: number): void {
  if (a === b && a === c && a === d) {
    texel[0] = SRGB_TO_LINEAR[a & 0xff] as number;
    texel[1] = SRGB_TO_LINEAR[(a >>> 8) & 0xff] as number;
    texel[2] = SRGB_TO_LINEAR[(a >>> 16) & 0xff] as number;
    texel[3] = a >>> 24;
  } else mix(a, b, c, d, shareX, shareY);
}

function mix(a: number, b: number, c: number, d: number, shareX: number, shareY: number): void {
  const shareD = shareX * shareY;
  const shareB = shareX - shareD;
  const shareC = shareY - shareD;
  const shareA = 1 - shareX - shareC;
  texel[0] =
    (SRGB_TO_LINEAR[a & 0xff] as number) * shareA +
    (SRGB_TO_LINEAR[b & 0xff] as number) * shareB +
    (SRGB_TO_LINEAR[c & 0xff] as number) * shareC +
    (SRGB_TO_LINEAR[d & 0xff] as number) * shareD;
  texel[1] =
    (SRGB_TO_LINEAR[(a >>> 8) & 0xff] as number) * shareA +
    (SRGB_TO_LINEAR[(b >>> 8) & 0xff] as number) * shareB +
    (SRGB_TO_LINEAR[(c >>> 8) & 0xff] as number) * shareC +
    (SRGB_TO_LINEAR[(d >>> 8) & 0xff] as number) * shareD;
  texel[2] =
    (SRGB_TO_LINEAR[(a >>> 16) & 0xff] as number) * shareA +
    (SRGB_TO_LINEAR[(b >>> 16) & 0xff] as number) * shareB +
    (SRGB_TO_LINEAR[(c >>> 16) & 0xff] as number) * shareC +
    (SRGB_TO_LINEAR[(d >>> 16) & 0xff] as number) * shareD;
  texel[3] = (a >>> 24) * shareA + (b >>> 24) * shareB + (c >>> 24) * shareC + (d >>> 24) * shareD;
}

const clamped = (position: number, size: number) =>
  position < 0 ? 0 : position >= size ? size - 1 : position;
/** The remainder is slow, and most positions are inside. */
const wrapped = (position: number, size: number) =>
  position >= 0 && position < size ? position : ((position % size) + size) % size;
