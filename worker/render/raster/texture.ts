import { LINEAR } from "./color.ts";

export interface Texture {
  /** RGBA bytes as sRGB, one number a pixel. */
  words: Uint32Array;
  width: number;
  height: number;
  repeats: boolean;
}

/** The texture at a sample: linear red, green, blue from 0 to 1, and alpha from 0 to 255. */
export const texel = new Float64Array(4);

/** Reads the texture at (u, v) between its four nearest pixels, in linear light, into `texel`. */
export function readTexel({ words, width, height, repeats }: Texture, u: number, v: number): void {
  const x = u * width - 0.5;
  const y = v * height - 0.5;
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
  if (a === b && a === c && a === d) {
    texel[0] = LINEAR[a & 0xff] as number;
    texel[1] = LINEAR[(a >>> 8) & 0xff] as number;
    texel[2] = LINEAR[(a >>> 16) & 0xff] as number;
    texel[3] = a >>> 24;
  } else mix(a, b, c, d, x - column, y - line);
}

function mix(a: number, b: number, c: number, d: number, shareX: number, shareY: number): void {
  const shareD = shareX * shareY;
  const shareB = shareX - shareD;
  const shareC = shareY - shareD;
  const shareA = 1 - shareX - shareC;
  texel[0] =
    (LINEAR[a & 0xff] as number) * shareA +
    (LINEAR[b & 0xff] as number) * shareB +
    (LINEAR[c & 0xff] as number) * shareC +
    (LINEAR[d & 0xff] as number) * shareD;
  texel[1] =
    (LINEAR[(a >>> 8) & 0xff] as number) * shareA +
    (LINEAR[(b >>> 8) & 0xff] as number) * shareB +
    (LINEAR[(c >>> 8) & 0xff] as number) * shareC +
    (LINEAR[(d >>> 8) & 0xff] as number) * shareD;
  texel[2] =
    (LINEAR[(a >>> 16) & 0xff] as number) * shareA +
    (LINEAR[(b >>> 16) & 0xff] as number) * shareB +
    (LINEAR[(c >>> 16) & 0xff] as number) * shareC +
    (LINEAR[(d >>> 16) & 0xff] as number) * shareD;
  texel[3] = (a >>> 24) * shareA + (b >>> 24) * shareB + (c >>> 24) * shareC + (d >>> 24) * shareD;
}

const clamped = (place: number, size: number) => (place < 0 ? 0 : place >= size ? size - 1 : place);
/** Remainders are slow; most places are inside. */
const wrapped = (place: number, size: number) =>
  place >= 0 && place < size ? place : ((place % size) + size) % size;
