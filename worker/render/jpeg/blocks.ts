import type { Picture } from "../png.ts";

/** The positions of a block's frequencies in JPEG's zigzag order. */
export const ZIGZAG = Array.from({ length: 64 }, (_, at) => at).sort((a, b) => rank(a) - rank(b));

function rank(at: number): number {
  const [x, y] = [at & 7, at >> 3];
  return (x + y) * 8 + ((x + y) & 1 ? y : x);
}

/** The orthonormal DCT matrix of 8 samples, a row per frequency. */
const COSINES = Float64Array.from({ length: 64 }, (_, at) => {
  const [x, frequency] = [at & 7, at >> 3];
  return Math.cos(((2 * x + 1) * frequency * Math.PI) / 16) * (frequency ? 0.5 : Math.SQRT1_2 / 2);
});

/** The weights of red, green and blue in a sample, and an offset that centers it at 0. */
export type Blend = readonly [red: number, green: number, blue: number, shift: number];

/** Frequencies in quantization steps, unrounded, in zigzag order; samples average `across` pixels. */
export function toBlocks(
  picture: Picture,
  blend: Blend,
  across: number,
  steps: ArrayLike<number>,
): Float32Array {
  const columns = Math.ceil(picture.width / across / 8);
  const rows = Math.ceil(picture.height / 8);
  const blocks = new Float32Array(columns * rows * 64);
  const samples = new Float64Array(64);
  const halfway = new Float64Array(64);
  for (let block = 0; block < columns * rows; block++) {
    readSamples(picture, blend, across, (block % columns) * 8, Math.floor(block / columns) * 8, samples);
    // Both passes transpose, so the second one restores the orientation.
    transform(samples, halfway);
    transform(halfway, samples);
    for (let k = 0; k < 64; k++)
      blocks[block * 64 + k] = (samples[ZIGZAG[k] as number] as number) / (steps[k] as number);
  }
  return blocks;
}

function readSamples(
  { width, height, data }: Picture,
  [red, green, blue, shift]: Blend,
  across: number,
  left: number,
  top: number,
  samples: Float64Array,
): void {
  for (let at = 0; at < 64; at++) {
    const row = Math.min(height - 1, top + (at >> 3)) * width;
    let sum = 0;
    for (let i = 0; i < across; i++) {
      const pixel = (row + Math.min(width - 1, (left + (at & 7)) * across + i)) * 4;
      sum +=
        red * (data[pixel] as number) +
        green * (data[pixel + 1] as number) +
        blue * (data[pixel + 2] as number);
    }
    samples[at] = sum / across + shift;
  }
}

/** Transforms every row of `from` into a column of frequencies in `to`. */
function transform(from: Float64Array, to: Float64Array): void {
  for (let row = 0; row < 8; row++) {
    for (let frequency = 0; frequency < 8; frequency++) {
      let sum = 0;
      for (let x = 0; x < 8; x++)
        sum += (from[row * 8 + x] as number) * (COSINES[frequency * 8 + x] as number);
      to[frequency * 8 + row] = sum;
    }
  }
}
