/** As many lines across as there are at most, besides the one at the bottom. */
const MOST_STEPS = 4;

/** The least round number (1, 2 or 5 times a power of ten) that is as large, and at least 1. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= value) ?? value;
}

export interface Scale {
  /** What is at the top; 0 is at the bottom. */
  top: number;
  /** Round numbers with their place in per cent from the top, the lowest first. */
  ticks: { value: number; y: number }[];
}

/** Whole numbers from 0 to `most`, with lines across at round ones. */
export function scaleTo(most: number): Scale {
  const step = roundUp(most / MOST_STEPS);
  const steps = Math.max(1, Math.ceil(most / step));
  const top = step * steps;
  const ticks = Array.from({ length: steps + 1 }, (_, i) => ({
    value: i * step,
    y: 100 - (100 * i) / steps,
  }));
  return { top, ticks };
}

/** A place of a chart as SVG has it, per cent from the left and from the top. */
export const at = (x: number, y: number): string =>
  `${Math.round(x * 100) / 100},${Math.round(y * 100) / 100}`;

/** Which of some places from the left is nearest to one; -1 without any. */
export const nearest = (xs: readonly number[], x: number): number =>
  xs.reduce((best, one, i) => (best < 0 || Math.abs(one - x) < Math.abs((xs[best] ?? 0) - x) ? i : best), -1);
