import { ENCODED, LAST_STEP } from "./color.ts";
import { type Lights, lightAt, lit } from "./light.ts";
import { right, SLOT, valueAt } from "./slopes.ts";
import type { Target } from "./target.ts";
import { readTexel, type Texture, texel } from "./texture.ts";

/** What a mesh's surface is like. */
export interface Surface {
  /** Linear colour, multiplied by the texture's where there is one. */
  red: number;
  green: number;
  blue: number;
  texture: Texture | null;
  /** Without lights the colour is shown as it is. */
  lights: Lights | null;
  bothSides: boolean;
  /** Mixed with what lies behind, by the texture's alpha. */
  blended: boolean;
  writesDepth: boolean;
}

/**
 * Draws the samples `from` to `to` of a triangle's row, which begins at `base` in the target, where they are in front.
 * `fine` works light out at every sample instead of between the corners.
 */
export function shadeSpan(
  target: Target,
  base: number,
  from: number,
  to: number,
  row: number,
  surface: Surface,
  fine: boolean,
): void {
  if (fine || surface.blended) fineSpan(target, base, from, to, row, surface, fine);
  else if (surface.texture) texturedSpan(target, base, from, to, row, surface, surface.texture);
  else plainSpan(target, base, from, to, row, surface);
}

/** A single colour under light that changes evenly: most of a bopi that wears little. */
function plainSpan(
  { depth, words }: Target,
  base: number,
  from: number,
  to: number,
  row: number,
  { red, green, blue }: Surface,
): void {
  const stepZ = right[SLOT.z] as number;
  const stepR = (right[SLOT.a] as number) * red;
  const stepG = (right[SLOT.b] as number) * green;
  const stepB = (right[SLOT.c] as number) * blue;
  let z = valueAt(SLOT.z, from, row);
  let r = valueAt(SLOT.a, from, row) * red;
  let g = valueAt(SLOT.b, from, row) * green;
  let b = valueAt(SLOT.c, from, row) * blue;
  for (let at = base + from; at <= base + to; at++) {
    const near = Math.fround(z);
    if (near <= (depth[at] as number)) {
      depth[at] = near;
      words[at] = (0xff000000 | (encode(b) << 16) | (encode(g) << 8) | encode(r)) >>> 0;
    }
    z += stepZ;
    r += stepR;
    g += stepG;
    b += stepB;
  }
}

/** A solid texture under light that changes evenly: clothes, hats and toys. */
function texturedSpan(
  { depth, words }: Target,
  base: number,
  from: number,
  to: number,
  row: number,
  { red, green, blue }: Surface,
  texture: Texture,
): void {
  const stepZ = right[SLOT.z] as number;
  const stepW = right[SLOT.w] as number;
  const stepU = right[SLOT.u] as number;
  const stepV = right[SLOT.v] as number;
  const stepR = (right[SLOT.a] as number) * red;
  const stepG = (right[SLOT.b] as number) * green;
  const stepB = (right[SLOT.c] as number) * blue;
  let z = valueAt(SLOT.z, from, row);
  let w = valueAt(SLOT.w, from, row);
  let u = valueAt(SLOT.u, from, row);
  let v = valueAt(SLOT.v, from, row);
  let r = valueAt(SLOT.a, from, row) * red;
  let g = valueAt(SLOT.b, from, row) * green;
  let b = valueAt(SLOT.c, from, row) * blue;
  for (let at = base + from; at <= base + to; at++) {
    const near = Math.fround(z);
    if (near <= (depth[at] as number)) {
      const distance = 1 / w;
      readTexel(texture, u * distance, v * distance);
      depth[at] = near;
      words[at] =
        (0xff000000 |
          (encode(b * (texel[2] as number)) << 16) |
          (encode(g * (texel[1] as number)) << 8) |
          encode(r * (texel[0] as number))) >>>
        0;
    }
    z += stepZ;
    w += stepW;
    u += stepU;
    v += stepV;
    r += stepR;
    g += stepG;
    b += stepB;
  }
}

/** Everything else: sharply bent or turned surfaces, see-through ones, ones that no light falls on. */
function fineSpan(
  { depth, words }: Target,
  base: number,
  from: number,
  to: number,
  row: number,
  { red, green, blue, texture, lights, blended, writesDepth }: Surface,
  fine: boolean,
): void {
  const stepZ = right[SLOT.z] as number;
  const stepW = right[SLOT.w] as number;
  const stepU = right[SLOT.u] as number;
  const stepV = right[SLOT.v] as number;
  let z = valueAt(SLOT.z, from, row);
  let w = valueAt(SLOT.w, from, row);
  let u = valueAt(SLOT.u, from, row);
  let v = valueAt(SLOT.v, from, row);
  for (let i = from; i <= to; i++, z += stepZ, w += stepW, u += stepU, v += stepV) {
    const at = base + i;
    const near = Math.fround(z);
    if (near > (depth[at] as number)) continue;
    if (texture) readTexel(texture, u / w, v / w);
    else texel.fill(1).fill(255, 3);
    const alpha = texel[3] as number;
    if (blended && alpha < 1) continue;
    if (fine && lights) lightSample(lights, i, row);
    else readLight(i, row);
    const r = encode(red * (lit[0] as number) * (texel[0] as number));
    const g = encode(green * (lit[1] as number) * (texel[1] as number));
    const b = encode(blue * (lit[2] as number) * (texel[2] as number));
    words[at] = blended
      ? blend(words[at] as number, r, g, b, alpha)
      : (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;
    if (writesDepth) depth[at] = near;
  }
}

function lightSample(lights: Lights, i: number, row: number): void {
  lightAt(
    lights,
    valueAt(SLOT.a, i, row),
    valueAt(SLOT.b, i, row),
    valueAt(SLOT.c, i, row),
    valueAt(SLOT.shade, i, row),
  );
}

/** Light that was worked out at the corners, at a sample between them. */
function readLight(i: number, row: number): void {
  lit[0] = valueAt(SLOT.a, i, row);
  lit[1] = valueAt(SLOT.b, i, row);
  lit[2] = valueAt(SLOT.c, i, row);
}

const encode = (light: number): number =>
  ENCODED[light >= 1 ? LAST_STEP : light <= 0 ? 0 : (light * LAST_STEP + 0.5) | 0] as number;

/** Lays a colour over a sample; `alpha` from 0 to 255. All are bytes, and the sample is multiplied by its own alpha. */
function blend(under: number, red: number, green: number, blue: number, alpha: number): number {
  const share = alpha / 255;
  const rest = 1 - share;
  const r = ((under & 0xff) * rest + red * share + 0.5) | 0;
  const g = (((under >>> 8) & 0xff) * rest + green * share + 0.5) | 0;
  const b = (((under >>> 16) & 0xff) * rest + blue * share + 0.5) | 0;
  const a = ((under >>> 24) * rest + alpha + 0.5) | 0;
  return ((a << 24) | (b << 16) | (g << 8) | r) >>> 0;
}
