import type { LevelDay } from "#domain/statistics/api.ts";
import { type ChartScale, chartScale, svgPoint } from "#web/ui/chart-scale.ts";

/** The share of a bar's width left as a gap. */
const GAP = 0.18;

const WEEK = 7;

/** Groups days into weeks that end with the last day. Unique players per week are unknown, so `players` is 0. */
export function groupByWeek(days: readonly LevelDay[]): LevelDay[] {
  const first = days.length % WEEK || WEEK;
  const starts = days.flatMap((_, i) => (i === 0 || (i >= first && (i - first) % WEEK === 0) ? [i] : []));
  return starts.map((start, i) => {
    const week = days.slice(start, starts[i + 1]);
    const sum = (of: (day: LevelDay) => number) => week.reduce((all, day) => all + of(day), 0);
    const ratings = sum((day) => day.ratings);
    return {
      day: week[0]?.day ?? "",
      plays: sum((day) => day.plays),
      players: 0,
      clears: sum((day) => day.clears),
      first_clears: sum((day) => day.first_clears),
      ratings,
      rating: ratings ? sum((day) => (day.rating ?? 0) * day.ratings) / ratings : null,
    };
  });
}

export interface PlaysShape {
  /** The point of each day's tooltip: the middle of its bar, at the top of its plays. */
  points: { x: number; y: number }[];
  ticks: ChartScale["ticks"];
  /** SVG paths in a 100 × 100 box: bars of plays and of unique players, and a line of clears. */
  plays: string;
  players: string;
  clears: string;
}

export function playsShape(days: readonly LevelDay[]): PlaysShape {
  const { top, ticks } = chartScale(Math.max(...days.map(({ plays, clears }) => Math.max(plays, clears))));
  const barWidth = 100 / days.length;
  const gap = (barWidth * GAP) / 2;
  const yOf = (value: number) => 100 - (value / top) * 100;
  const xOf = (i: number) => (i + 0.5) * barWidth;
  const bars = (values: readonly number[]) =>
    values
      .map((value, i) => {
        const [left, right] = [i * barWidth + gap, (i + 1) * barWidth - gap];
        return value > 0
          ? `M${svgPoint(left, 100)}L${svgPoint(left, yOf(value))}L${svgPoint(right, yOf(value))}L${svgPoint(right, 100)}Z`
          : "";
      })
      .join("");
  return {
    points: days.map(({ plays }, i) => ({ x: xOf(i), y: yOf(plays) })),
    ticks,
    plays: bars(days.map(({ plays }) => plays)),
    players: bars(days.map(({ players }) => players)),
    clears: `M${days.map(({ clears }, i) => svgPoint(xOf(i), yOf(clears))).join("L")}`,
  };
}

export type RatedDay = LevelDay & { rating: number };

const STARS = 5;

export interface RatingsShape {
  days: RatedDay[];
  points: { x: number; y: number }[];
  /** From 0 to 5 stars. */
  ticks: ChartScale["ticks"];
  line: string;
}

/** Returns the chart of each day's average rating. Days without ratings are skipped, but keep their space. */
export function ratingsShape(all: readonly LevelDay[]): RatingsShape {
  const rated = all.flatMap((day, i) => {
    const { rating } = day;
    return rating === null
      ? []
      : [{ day: { ...day, rating }, x: ((i + 0.5) * 100) / all.length, y: 100 - rating * 10 }];
  });
  const points = rated.map(({ x, y }) => ({ x, y }));
  return {
    days: rated.map(({ day }) => day),
    points,
    ticks: Array.from({ length: STARS + 1 }, (_, i) => ({ value: i, y: 100 - (i * 100) / STARS })),
    line: `M${points.map(({ x, y }) => svgPoint(x, y)).join("L")}`,
  };
}
