/** The maximum number of grid lines, not counting the bottom one. */
const MAX_STEPS = 4;

/** Rounds up to 1, 2, 5 or 10 times a power of ten; at least 1. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= value) ?? value;
}

export interface ChartScale {
  /** The value at the top; the bottom is 0. */
  top: number;
  /** Round numbers, lowest first, with their position in percent from the top. */
  ticks: { value: number; y: number }[];
}

/** Returns a scale from 0 to at least `most`, with grid lines at round numbers. */
export function chartScale(most: number): ChartScale {
  const step = roundUp(most / MAX_STEPS);
  const steps = Math.max(1, Math.ceil(most / step));
  const top = step * steps;
  const ticks = Array.from({ length: steps + 1 }, (_, i) => ({
    value: i * step,
    y: 100 - (100 * i) / steps,
  }));
  return { top, ticks };
}

/** Formats a point for SVG, in percent from the left and from the top. */
export const svgPoint = (x: number, y: number): string =>
  `${Math.round(x * 100) / 100},${Math.round(y * 100) / 100}`;

/** Returns the index of the position nearest to `x`, or -1 if there are none. */
export const nearestIndex = (xs: readonly number[], x: number): number =>
  xs.reduce(
    (best, value, i) => (best < 0 || Math.abs(value - x) < Math.abs((xs[best] ?? 0) - x) ? i : best),
    -1,
  );
