import type { OutputOf } from "#domain/api/route.ts";
import type { priceHistoryRoute } from "#domain/shop/api.ts";
import { type ChartScale, chartScale, svgPoint } from "#web/ui/chart-scale.ts";

export type PriceDay = OutputOf<typeof priceHistoryRoute>["data"][number];

const DAY = 24 * 60 * 60 * 1000;
const RECENT_DAYS = 30;

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Returns the average price of the last 30 days, or of the last day with a sale; null without sales. */
export function recentAverage(days: readonly PriceDay[], now: number): number | null {
  const recent = days.filter(({ day }) => now - timeOf(day) < RECENT_DAYS * DAY);
  const counted = recent.length > 0 ? recent : days.slice(-1);
  const count = counted.reduce((sum, day) => sum + day.count, 0);
  return count === 0
    ? null
    : Math.round(counted.reduce((sum, { average, count: n }) => sum + average * n, 0) / count);
}

export interface PriceShape {
  /** The averages, in percent from the left and top. */
  points: { x: number; y: number }[];
  /** SVG paths in a 100 × 100 box: the averages, and the range from lowest to highest. */
  line: string;
  band: string;
  /** Prices of the horizontal grid lines. */
  ticks: ChartScale["ticks"];
}

/** Returns the chart's shape with a price axis from 0; null without days. */
export function priceShape(days: readonly PriceDay[]): PriceShape | null {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const { top, ticks } = chartScale(Math.max(...days.map(({ highest }) => highest)));
  const [from, to] = [timeOf(first.day), timeOf(last.day)];
  const xOf = (day: string) => (from === to ? 50 : ((timeOf(day) - from) / (to - from)) * 100);
  const yOf = (price: number) => 100 - (price / top) * 100;
  const points = days.map(({ day, average }) => ({ x: xOf(day), y: yOf(average) }));
  const upper = days.map(({ day, highest }) => svgPoint(xOf(day), yOf(highest)));
  const lower = days.map(({ day, lowest }) => svgPoint(xOf(day), yOf(lowest))).reverse();
  return {
    points,
    line: `M${points.map(({ x, y }) => svgPoint(x, y)).join("L")}`,
    band: `M${[...upper, ...lower].join("L")}Z`,
    ticks,
  };
}
