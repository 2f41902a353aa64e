/**
 * The interpolants of the current triangle: their values at the first sample of its bounding box, and their gradients per
 * sample to the right and down. Global, because triangles are drawn one at a time.
 */
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
