/**
 * The triangle that is being drawn: what changes evenly over its picture, at the first sample of its box, per sample to
 * the right, and per sample down. One of everything, as one triangle is drawn at a time.
 */
export const SLOT = {
  z: 0,
  /** 1 / distance. */
  w: 1,
  /** Places in the texture, divided by the distance. */
  u: 2,
  v: 3,
  /** Light (red, green, blue), or the normal (x, y, z) where light is worked out at every sample. */
  a: 4,
  b: 5,
  c: 6,
  shade: 7,
} as const;
export const COUNT = 8;

/** Values at the three corners. */
export const corner = new Float64Array(COUNT * 3);
export const start = new Float64Array(COUNT);
export const right = new Float64Array(COUNT);
export const down = new Float64Array(COUNT);

/** A value at the sample `i` to the right in row `row`. */
export const valueAt = (slot: number, i: number, row: number): number =>
  (start[slot] as number) + (right[slot] as number) * i + (down[slot] as number) * row;
