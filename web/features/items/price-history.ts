import type { OutputOf } from "#domain/api/route.ts";
import type { priceHistoryRoute } from "#domain/shop/api.ts";
import { at, type Scale, scaleTo } from "#web/ui/chart-scale.ts";

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

export interface PriceShape {
  /** The averages, in per cent from the left and from the top. */
  points: { x: number; y: number }[];
  /** SVG paths in a box of 100 by 100: the averages, and from the lowest to the highest. */
  line: string;
  band: string;
  /** Prices at lines across. */
  ticks: Scale["ticks"];
}

/** Prices over time, drawn from 0 up; nothing to draw without days. */
export function priceShape(days: readonly PriceDay[]): PriceShape | null {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const { top, ticks } = scaleTo(Math.max(...days.map(({ highest }) => highest)));
  const [from, to] = [timeOf(first.day), timeOf(last.day)];
  const xOf = (day: string) => (from === to ? 50 : ((timeOf(day) - from) / (to - from)) * 100);
  const yOf = (price: number) => 100 - (price / top) * 100;
  const points = days.map(({ day, average }) => ({ x: xOf(day), y: yOf(average) }));
  const upper = days.map(({ day, highest }) => at(xOf(day), yOf(highest)));
  const lower = days.map(({ day, lowest }) => at(xOf(day), yOf(lowest))).reverse();
  return {
    points,
    line: `M${points.map(({ x, y }) => at(x, y)).join("L")}`,
    band: `M${[...upper, ...lower].join("L")}Z`,
    ticks,
  };
}
