import type { LevelDay } from "#domain/statistics/api.ts";
import { at, type Scale, scaleTo } from "#web/ui/chart-scale.ts";

/** Of a bar's room, what is left free. */
const GAP = 0.18;

const WEEK = 7;

/**
 * The same in weeks up to the last day, each named by its first day; the first one may be shorter. How many different
 * people played in a week nobody has counted: it tells of none.
 */
export function inWeeks(days: readonly LevelDay[]): LevelDay[] {
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
  /** Where each day is asked about: the middle of its bar, at the top of its plays. */
  points: { x: number; y: number }[];
  ticks: Scale["ticks"];
  /** SVG paths in a box of 100 by 100: bars of plays and of the different people in them, and clears as a line. */
  plays: string;
  players: string;
  clears: string;
}

/** Plays, players and clears of days that follow each other, drawn from 0 up. */
export function playsShape(days: readonly LevelDay[]): PlaysShape {
  const { top, ticks } = scaleTo(Math.max(...days.map(({ plays, clears }) => Math.max(plays, clears))));
  const wide = 100 / days.length;
  const gap = (wide * GAP) / 2;
  const yOf = (value: number) => 100 - (value / top) * 100;
  const xOf = (i: number) => (i + 0.5) * wide;
  const bars = (values: readonly number[]) =>
    values
      .map((value, i) => {
        const [left, right] = [i * wide + gap, (i + 1) * wide - gap];
        return value > 0
          ? `M${at(left, 100)}L${at(left, yOf(value))}L${at(right, yOf(value))}L${at(right, 100)}Z`
          : "";
      })
      .join("");
  return {
    points: days.map(({ plays }, i) => ({ x: xOf(i), y: yOf(plays) })),
    ticks,
    plays: bars(days.map(({ plays }) => plays)),
    players: bars(days.map(({ players }) => players)),
    clears: `M${days.map(({ clears }, i) => at(xOf(i), yOf(clears))).join("L")}`,
  };
}

/** A day on which somebody rated the level. */
export type RatedDay = LevelDay & { rating: number };

const STARS = 5;

export interface RatingsShape {
  days: RatedDay[];
  points: { x: number; y: number }[];
  /** From 0 to 5 stars. */
  ticks: Scale["ticks"];
  line: string;
}

/** The mean of each day's new ratings, at its place among all days; days without any are passed over. */
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
    line: `M${points.map(({ x, y }) => at(x, y)).join("L")}`,
  };
}
