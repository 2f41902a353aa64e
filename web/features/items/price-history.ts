import type { OutputOf } from "#domain/api/route.ts";
import type { priceHistoryRoute } from "#domain/shop/api.ts";

/** What copies went for on a day. */
export type PriceDay = OutputOf<typeof priceHistoryRoute>["data"][number];

const DAY = 24 * 60 * 60 * 1000;
const RECENT_DAYS = 30;

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** What a copy went for on average in the last 30 days, else on the last day that had a sale; null where none had. */
export function recentAverage(days: readonly PriceDay[], now: number): number | null {
  const recent = days.filter(({ day }) => now - timeOf(day) < RECENT_DAYS * DAY);
  const counted = recent.length > 0 ? recent : days.slice(-1);
  const count = counted.reduce((sum, day) => sum + day.count, 0);
  return count === 0
    ? null
    : Math.round(counted.reduce((sum, { average, count: n }) => sum + average * n, 0) / count);
}

/** The least round number (1, 2 or 5 times a power of ten) that is as large. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= value) ?? value;
}

export interface PricePoint {
  day: PriceDay;
  /** Per cent from the left and from the top. */
  x: number;
  y: number;
}

export interface PriceShape {
  points: PricePoint[];
  /** SVG paths in a box of 100 by 100: the averages, and from the lowest to the highest. */
  line: string;
  band: string;
  /** Prices at lines across, the lowest first, with their place. */
  ticks: { price: number; y: number }[];
}

/** As many lines across as there are at most, besides the one at the bottom. */
const MOST_STEPS = 4;
const at = (x: number, y: number) => `${Math.round(x * 100) / 100},${Math.round(y * 100) / 100}`;

/** Prices over time, drawn from 0 up; nothing to draw without days. */
export function priceShape(days: readonly PriceDay[]): PriceShape | null {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const most = Math.max(...days.map(({ highest }) => highest));
  const step = roundUp(most / MOST_STEPS);
  const steps = Math.ceil(most / step);
  const top = step * steps;
  const [from, to] = [timeOf(first.day), timeOf(last.day)];
  const xOf = (day: string) => (from === to ? 50 : ((timeOf(day) - from) / (to - from)) * 100);
  const yOf = (price: number) => 100 - (price / top) * 100;
  const points = days.map((day) => ({ day, x: xOf(day.day), y: yOf(day.average) }));
  const upper = points.map(({ day, x }) => at(x, yOf(day.highest)));
  const lower = points.map(({ day, x }) => at(x, yOf(day.lowest))).reverse();
  return {
    points,
    line: `M${points.map(({ x, y }) => at(x, y)).join("L")}`,
    band: `M${[...upper, ...lower].join("L")}Z`,
    ticks: Array.from({ length: steps + 1 }, (_, i) => ({ price: i * step, y: yOf(i * step) })),
  };
}

/** The point that is nearest to a place from the left, in per cent. */
export const nearestPoint = (points: readonly PricePoint[], x: number): PricePoint | undefined =>
  points.reduce<PricePoint | undefined>(
    (best, point) => (!best || Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best),
    undefined,
  );
