import { type Lights, lightAt, reflectedLight } from "./light.ts";
import { INTERPOLANTS, LAST_LINEAR_STEP, LINEAR_TO_SRGB, stepRight, type Target, valueAt } from "./target.ts";
import { readTexel, type Texture, texel } from "./texture.ts";

/** The surface of a mesh. */
export interface Surface {
  /** Linear color, multiplied by the texture's if there is one. */
  red: number;
  green: number;
  blue: number;
  texture: Texture | null;
  /** Null for unlit surfaces, which show their color unchanged. */
  lights: Lights | null;
  bothSides: boolean;
  /** Blended with the background by the texture's alpha. */
  blended: boolean;
  writesDepth: boolean;
}

// Several short functions: V8 optimizes loops of a few dozen lines well. Callbacks, destructuring and `.set` per
// sample would cost more than the arithmetic.

/** Draws a row's visible samples from `base`; `perSample` computes light for each of them. */
export function shadeSpan(
  target: Target,
  base: number,
  from: number,
  to: number,
  row: number,
  surface: Surface,
  perSample: boolean,
): void {
  if (surface.blended) blendedSpan(target, base, from, to, row, surface, perSample);
  else if (perSample && surface.lights) litSpan(target, base, from, to, row, surface, surface.lights);
  else if (surface.texture) texturedSpan(target, base, from, to, row, surface, surface.texture);
  else plainSpan(target, base, from, to, row, surface);
}

/** A single color with interpolated light: most of a bopi with few items. */
function plainSpan(
  { depth, words }: Target,
  base: number,
  from: number,
  to: number,
  row: number,
  { red, green, blue }: Surface,
): void {
  const stepZ = stepRight[INTERPOLANTS.z] as number;
  const stepR = (stepRight[INTERPOLANTS.a] as number) * red;
  const stepG = (stepRight[INTERPOLANTS.b] as number) * green;
  const stepB = (stepRight[INTERPOLANTS.c] as number) * blue;
  let z = valueAt(INTERPOLANTS.z, from, row);
  let r = valueAt(INTERPOLANTS.a, from, row) * red;
  let g = valueAt(INTERPOLANTS.b, from, row) * green;
  let b = valueAt(INTERPOLANTS.c, from, row) * blue;
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

/** A solid texture with interpolated light: clothes, hats and toys. */
function texturedSpan(
  { depth, words }: Target,
  base: number,
  from: number,
  to: number,
  row: number,
  { red, green, blue }: Surface,
  texture: Texture,
): void {
  const stepZ = stepRight[INTERPOLANTS.z] as number;
  const stepW = stepRight[INTERPOLANTS.w] as number;
  const stepU = stepRight[INTERPOLANTS.u] as number;
  const stepV = stepRight[INTERPOLANTS.v] as number;
  const stepR = (stepRight[INTERPOLANTS.a] as number) * red;
  const stepG = (stepRight[INTERPOLANTS.b] as number) * green;
  const stepB = (stepRight[INTERPOLANTS.c] as number) * blue;
  let z = valueAt(INTERPOLANTS.z, from, row);
  let w = valueAt(INTERPOLANTS.w, from, row);
  let u = valueAt(INTERPOLANTS.u, from, row);
  let v = valueAt(INTERPOLANTS.v, from, row);
  let r = valueAt(INTERPOLANTS.a, from, row) * red;
  let g = valueAt(INTERPOLANTS.b, from, row) * green;
  let b = valueAt(INTERPOLANTS.c, from, row) * blue;
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

/** Solid surfaces with light per sample: strongly curved and back-facing ones. */
function litSpan(
  { depth, words }: Target,
  base: number,
  from: number,
  to: number,
  row: number,
  { red, green, blue, texture }: Surface,
  lights: Lights,
): void {
  const stepZ = stepRight[INTERPOLANTS.z] as number;
  let z = valueAt(INTERPOLANTS.z, from, row);
  let at = base + from;
  let i = from;
  // Most triangles that face away are hidden.
  while (i <= to && Math.fround(z) > (depth[at] as number)) {
    i++;
    at++;
    z += stepZ;
  }
  if (i > to) return;
  const stepW = stepRight[INTERPOLANTS.w] as number;
  const stepU = stepRight[INTERPOLANTS.u] as number;
  const stepV = stepRight[INTERPOLANTS.v] as number;
  let w = valueAt(INTERPOLANTS.w, from, row);
  let u = valueAt(INTERPOLANTS.u, from, row);
  let v = valueAt(INTERPOLANTS.v, from, row);
  for (let skipped = from; skipped < i; skipped++) {
    w += stepW;
    u += stepU;
    v += stepV;
  }
  if (!texture) texel.fill(1);
  for (; i <= to; i++, at++, z += stepZ, w += stepW, u += stepU, v += stepV) {
    const near = Math.fround(z);
    if (near > (depth[at] as number)) continue;
    depth[at] = near;
    if (texture) readTexel(texture, u / w, v / w);
    lightSample(lights, i, row);
    const r = encode(red * (reflectedLight[0] as number) * (texel[0] as number));
    const g = encode(green * (reflectedLight[1] as number) * (texel[1] as number));
    const b = encode(blue * (reflectedLight[2] as number) * (texel[2] as number));
    words[at] = (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;
  }
}

/** Transparent surfaces, such as a blob shadow. */
function blendedSpan(
  { depth, words }: Target,
  base: number,
  from: number,
  to: number,
  row: number,
  { red, green, blue, texture, lights, writesDepth }: Surface,
  perSample: boolean,
): void {
  const stepZ = stepRight[INTERPOLANTS.z] as number;
  const stepW = stepRight[INTERPOLANTS.w] as number;
  const stepU = stepRight[INTERPOLANTS.u] as number;
  const stepV = stepRight[INTERPOLANTS.v] as number;
  let z = valueAt(INTERPOLANTS.z, from, row);
  let w = valueAt(INTERPOLANTS.w, from, row);
  let u = valueAt(INTERPOLANTS.u, from, row);
  let v = valueAt(INTERPOLANTS.v, from, row);
  if (!texture) texel.fill(1).fill(255, 3);
  for (let i = from; i <= to; i++, z += stepZ, w += stepW, u += stepU, v += stepV) {
    const at = base + i;
    const near = Math.fround(z);
    if (near > (depth[at] as number)) continue;
    if (texture) readTexel(texture, u / w, v / w);
    const alpha = texel[3] as number;
    if (alpha < 1) continue;
    if (perSample && lights) lightSample(lights, i, row);
    else readLight(i, row);
    const r = encode(red * (reflectedLight[0] as number) * (texel[0] as number));
    const g = encode(green * (reflectedLight[1] as number) * (texel[1] as number));
    const b = encode(blue * (reflectedLight[2] as number) * (texel[2] as number));
    words[at] = blend(words[at] as number, r, g, b, alpha);
    if (writesDepth) depth[at] = near;
  }
}

function lightSample(lights: Lights, i: number, row: number): void {
  lightAt(
    lights,
    valueAt(INTERPOLANTS.a, i, row),
    valueAt(INTERPOLANTS.b, i, row),
    valueAt(INTERPOLANTS.c, i, row),
    valueAt(INTERPOLANTS.shade, i, row),
  );
}

/** Interpolates the light of the corners. */
function readLight(i: number, row: number): void {
  reflectedLight[0] = valueAt(INTERPOLANTS.a, i, row);
  reflectedLight[1] = valueAt(INTERPOLANTS.b, i, row);
  reflectedLight[2] = valueAt(INTERPOLANTS.c, i, row);
}

const encode = (light: number): number =>
  LINEAR_TO_SRGB[
    light >= 1 ? LAST_LINEAR_STEP : light <= 0 ? 0 : (light * LAST_LINEAR_STEP + 0.5) | 0
  ] as number;

/** Blends a color over a premultiplied sample. All values are bytes. */
function blend(under: number, red: number, green: number, blue: number, alpha: number): number {
  const share = alpha / 255;
  const rest = 1 - share;
  const r = ((under & 0xff) * rest + red * share + 0.5) | 0;
  const g = (((under >>> 8) & 0xff) * rest + green * share + 0.5) | 0;
  const b = (((under >>> 16) & 0xff) * rest + blue * share + 0.5) | 0;
  const a = ((under >>> 24) * rest + alpha + 0.5) | 0;
  return ((a << 24) | (b << 16) | (g << 8) | r) >>> 0;
}
