import { PngError } from "#domain/raster/png/error.ts";

/** Undoes the filter of each row in place. `rows` holds `height` rows of a filter byte and `stride` bytes from `start`. */
export function unfilterRows(rows: Uint8Array, start: number, stride: number, height: number, step: number) {
  let above = -1;
  for (let row = 0; row < height; row++) {
    const at = start + row * (stride + 1) + 1;
    unfilterRow(rows, rows[at - 1] as number, at, above, stride, step);
    above = at;
  }
}

/** `above` is the start of the row above, or −1 for the first row. `step` is bytes per pixel, at smallest 1. */
function unfilterRow(
  rows: Uint8Array,
  filter: number,
  at: number,
  above: number,
  stride: number,
  step: number,
): void {
  if (filter === 0) return;
  if (filter > 4) throw new PngError("The PNG is damaged: a row has an unknown filter.");
  for (let i = 0; i < stride; i++) {
    const left = i >= step ? (rows[at + i - step] as number) : 0;
    const up = above >= 0 ? (rows[above + i] as number) : 0;
    const corner = above >= 0 && i >= step ? (rows[above + i - step] as number) : 0;
    rows[at + i] = ((rows[at + i] as number) + predict(filter, left, up, corner)) & 255;
  }
}

/** Each row uses the filter with the smallest sum of residuals, the usual heuristic. */
export function filterRows(
  bytes: ArrayLike<number>,
  stride: number,
  height: number,
  step: number,
): Uint8Array {
  const result = new Uint8Array((stride + 1) * height);
  const trial = new Uint8Array(stride);
  for (let row = 0; row < height; row++) {
    const at = row * stride;
    const out = row * (stride + 1);
    let smallest = Infinity;
    for (let filter = 0; filter <= 4; filter++) {
      const sum = filterRow(bytes, filter, at, row === 0, stride, step, trial, smallest);
      if (sum >= smallest) continue;
      smallest = sum;
      result[out] = filter;
      result.set(trial, out + 1);
    }
  }
  return result;
}

function filterRow(
  bytes: ArrayLike<number>,
  filter: number,
  at: number,
  first: boolean,
  stride: number,
  step: number,
  trial: Uint8Array,
  limit: number,
): number {
  let sum = 0;
  for (let i = 0; i < stride && sum < limit; i++) {
    const left = i >= step ? (bytes[at + i - step] as number) : 0;
    const up = first ? 0 : (bytes[at + i - stride] as number);
    const corner = first || i < step ? 0 : (bytes[at + i - stride - step] as number);
    const value = ((bytes[at + i] as number) - predict(filter, left, up, corner)) & 255;
    trial[i] = value;
    sum += value < 128 ? value : 256 - value;
  }
  return sum;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
