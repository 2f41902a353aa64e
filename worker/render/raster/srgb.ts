/**
 * Lookup tables between sRGB bytes and linear light from 0 to 1 (IEC 61966-2-1), precise enough for every
 * byte.
 */
const STEPS = 16_384;

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toEncoded = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

export const SRGB_TO_LINEAR = Float32Array.from({ length: 256 }, (_, byte) => toLinear(byte / 255));
export const LINEAR_TO_SRGB = Uint8Array.from({ length: STEPS + 1 }, (_, i) =>
  Math.round(toEncoded(i / STEPS) * 255),
);
export const LAST_LINEAR_STEP = STEPS;
