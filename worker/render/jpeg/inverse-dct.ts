/** How much Arai, Agui and Nakajima's transform scales each frequency, so that it needs five multiplications. */
const SCALES = Array.from({ length: 8 }, (_, k) => (k ? Math.SQRT2 * Math.cos((k * Math.PI) / 16) : 1));

/** Returns quantization steps that include the transform's scales, by row and column of the frequency. */
export const scaledSteps = (steps: ArrayLike<number>): Float32Array =>
  Float32Array.from(
    { length: 64 },
    (_, at) => ((steps[at] as number) * (SCALES[at >> 3] as number) * (SCALES[at & 7] as number)) / 8,
  );

const work = new Float32Array(64);

/** Transforms the block of frequencies at `from` into samples of a plane whose rows are `stride` long. */
export function inverseDct(
  blocks: Int16Array,
  from: number,
  steps: Float32Array,
  plane: Uint8ClampedArray,
  to: number,
  stride: number,
): void {
  for (let at = 0; at < 64; at++) work[at] = (blocks[from + at] as number) * (steps[at] as number);
  for (let column = 0; column < 8; column++) transform(column, 8);
  for (let row = 0; row < 8; row++) {
    transform(row * 8, 1);
    for (let x = 0; x < 8; x++) plane[to + row * stride + x] = (work[row * 8 + x] as number) + 128;
  }
}

/** Transforms eight numbers that are `step` apart. */
function transform(at: number, step: number): void {
  const v0 = work[at] as number;
  const v1 = work[at + step] as number;
  const v2 = work[at + 2 * step] as number;
  const v3 = work[at + 3 * step] as number;
  const v4 = work[at + 4 * step] as number;
  const v5 = work[at + 5 * step] as number;
  const v6 = work[at + 6 * step] as number;
  const v7 = work[at + 7 * step] as number;
  const sum26 = v2 + v6;
  const rest26 = (v2 - v6) * Math.SQRT2 - sum26;
  const even0 = v0 + v4 + sum26;
  const even1 = v0 - v4 + rest26;
  const even2 = v0 - v4 - rest26;
  const even3 = v0 + v4 - sum26;
  const turned = (v5 - v3 + v1 - v7) * 1.847759065;
  const odd0 = v1 + v7 + v5 + v3;
  const odd1 = turned - (v5 - v3) * 2.61312593 - odd0;
  const odd2 = (v1 + v7 - v5 - v3) * Math.SQRT2 - odd1;
  const odd3 = turned - (v1 - v7) * 1.0823922 - odd2;
  work[at] = even0 + odd0;
  work[at + step] = even1 + odd1;
  work[at + 2 * step] = even2 + odd2;
  work[at + 3 * step] = even3 + odd3;
  work[at + 4 * step] = even3 - odd3;
  work[at + 5 * step] = even2 - odd2;
  work[at + 6 * step] = even1 - odd1;
  work[at + 7 * step] = even0 - odd0;
}
