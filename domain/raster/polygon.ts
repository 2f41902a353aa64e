/** A convex polygon on the screen: its corners in samples, in either direction. */
export interface Polygon {
  count: number;
  x: Float64Array;
  y: Float64Array;
}

export const makePolygon = (corners: number): Polygon => ({
  count: corners,
  x: new Float64Array(corners),
  y: new Float64Array(corners),
});

/** Twice the area in samples; positive if the corners run counter-clockwise for the viewer. */
export function signedArea({ count, x, y }: Polygon): number {
  let area = 0;
  for (let i = 0, j = count - 1; i < count; j = i++)
    area += (x[i] as number) * (y[j] as number) - (x[j] as number) * (y[i] as number);
  return area;
}

/** The first and last sample of `size` whose centers are between the corners' lowest and highest coordinate. */
export function firstSample(count: number, corners: Float64Array): number {
  let low = Infinity;
  for (let i = 0; i < count; i++) low = Math.min(low, corners[i] as number);
  return sampleFrom(low);
}

export function lastSample(count: number, corners: Float64Array, size: number): number {
  let high = -Infinity;
  for (let i = 0; i < count; i++) high = Math.max(high, corners[i] as number);
  return sampleBefore(high, size);
}

const sampleFrom = (start: number) => Math.max(0, Math.ceil(start - 0.5));
const sampleBefore = (end: number, size: number) => Math.min(size, Math.ceil(end - 0.5)) - 1;

/** The result of the last `findSpan`. No sample is inside if `from` is greater than `to`. */
export const span = { from: 0, to: 0 };

/** The samples with centers in the polygon; on a shared edge, of one only. Coordinates share a power of 2. */
export function findSpan({ count, x, y }: Polygon, row: number, width: number): void {
  const line = row + 0.5;
  let left = Infinity;
  let right = -Infinity;
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const yi = y[i] as number;
    const yj = y[j] as number;
    if (yi <= line === yj <= line) continue;
    const xi = x[i] as number;
    // Multiplied before it's divided, so a crossing at a sample's center isn't rounded.
    const crossing = xi + ((line - yi) * ((x[j] as number) - xi)) / (yj - yi);
    if (crossing < left) left = crossing;
    if (crossing > right) right = crossing;
  }
  span.from = sampleFrom(left);
  span.to = sampleBefore(right, width);
}
