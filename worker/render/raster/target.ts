import { SAMPLES } from "#domain/raster/samples.ts";

/** The triangle's values at its box's first sample, and gradients right and down. Global: one at a time. */
export const INTERPOLANTS = {
  z: 0,
  /** 1 / distance. */
  w: 1,
  /** Texture coordinates, divided by the distance. */
  u: 2,
  v: 3,
  /** Light (red, green, blue), or the normal (x, y, z) if light is computed per sample. */
  a: 4,
  b: 5,
  c: 6,
  shade: 7,
} as const;
export const INTERPOLANT_COUNT = 8;

/** Values at the 3 corners. */
export const cornerValues = new Float64Array(INTERPOLANT_COUNT * 3);
export const startValues = new Float64Array(INTERPOLANT_COUNT);
export const stepRight = new Float64Array(INTERPOLANT_COUNT);
export const stepDown = new Float64Array(INTERPOLANT_COUNT);

/** The value of an interpolant at sample `i` of row `row`. */
export const valueAt = (slot: number, i: number, row: number): number =>
  (startValues[slot] as number) + (stepRight[slot] as number) * i + (stepDown[slot] as number) * row;

/** Tables between sRGB bytes and linear light (IEC 61966-2-1), precise enough for every byte. */
const STEPS = 16_384;

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toEncoded = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

export const SRGB_TO_LINEAR = Float32Array.from({ length: 256 }, (_, byte) => toLinear(byte / 255));
export const LINEAR_TO_SRGB = Uint8Array.from({ length: STEPS + 1 }, (_, i) =>
  Math.round(toEncoded(i / STEPS) * 255),
);
export const LAST_LINEAR_STEP = STEPS;

/** The render target, `SAMPLES` times the picture's size in both directions. */
export interface Target {
  width: number;
  height: number;
  /** RGBA bytes, sRGB and premultiplied like a WebGL canvas. */
  color: Uint8ClampedArray;
  /** The same data as a number per sample. */
  words: Uint32Array;
  /** Depth of the nearest surface: 0 at the near plane, 1 at the far plane and where empty. */
  depth: Float32Array;
}

export function makeTarget(width: number, height: number): Target {
  const count = width * height * SAMPLES * SAMPLES;
  const words = new Uint32Array(count);
  return {
    width: width * SAMPLES,
    height: height * SAMPLES,
    color: new Uint8ClampedArray(words.buffer),
    words,
    depth: new Float32Array(count).fill(1),
  };
}

/** Averages the samples into a picture that isn't premultiplied. */
export function resolveSamples({ width, height, words }: Target): Uint8Array {
  const across = width / SAMPLES;
  const data = new Uint8Array(across * (height / SAMPLES) * 4);
  for (let y = 0, to = 0; y < height; y += SAMPLES) {
    for (let x = 0; x < width; x += SAMPLES, to += 4) {
      const at = y * width + x;
      const a = words[at] as number;
      const b = words[at + 1] as number;
      const c = words[at + width] as number;
      const d = words[at + width + 1] as number;
      if ((a | b | c | d) === 0) continue;
      const alpha = (a >>> 24) + (b >>> 24) + (c >>> 24) + (d >>> 24);
      if (alpha === 0) continue;
      // Sums of 4 samples. Dividing by the sum of their alphas undoes the premultiplication.
      const scale = 255 / alpha;
      const even = (a & 0xff) + (b & 0xff) + (c & 0xff) + (d & 0xff);
      const green = ((a >>> 8) & 0xff) + ((b >>> 8) & 0xff) + ((c >>> 8) & 0xff) + ((d >>> 8) & 0xff);
      const blue = ((a >>> 16) & 0xff) + ((b >>> 16) & 0xff) + ((c >>> 16) & 0xff) + ((d >>> 16) & 0xff);
      data[to] = even * scale + 0.5;
      data[to + 1] = green * scale + 0.5;
      data[to + 2] = blue * scale + 0.5;
      data[to + 3] = (alpha + 2) >> 2;
    }
  }
  return data;
}
