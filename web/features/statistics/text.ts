import { STATISTICS_SPANS } from "#domain/statistics/api.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

type Span = (typeof STATISTICS_SPANS)[number];

const spans = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  "365": "A year",
} satisfies Record<Span, string>;
const ofSpans = {
  "7": "the last 7 days",
  "30": "the last 30 days",
  "90": "the last 90 days",
  "365": "the last year",
} satisfies Record<Span, string>;

const clears = (all: number, first: number) =>
  first > 0
    ? `${formatCount(all, "clear")}, ${formatNumber(first)} for the first time`
    : formatCount(all, "clear");

/** Strings of a level's statistics. */
export const statisticsText = {
  title: "Statistics",
  hint: "Your own plays don't count. Days start at midnight in New York.",
  loading: "Loading statistics",
  span: "Time range",
  spans: STATISTICS_SPANS.map((value) => ({ value, label: spans[value] })),
  totals: {
    plays: "Plays",
    players: "Players",
    clears: "Cleared by",
    clear_rate: "Clear rate",
    ratings_count: "Ratings",
    rating: "Rating",
    difficulty: "Difficulty",
  },
  unknown: "None yet",
  percent: (rate: number) => `${formatNumber(rate)}%`,
  /** A mean from 0 to 10 as stars from 0 to 5. */
  stars: (mean: number) => `${formatNumber(Math.round(mean * 5) / 10)} of 5`,
  never: "No one has played it yet",
  neverPrivate: "Only you and our staff can see it. Make it public so others can play.",
  neverPublic: "Send its link to your buddies. What they do in it shows up here, day by day.",
  toLevel: "Go to the level",
  playsChart: "Plays and clears",
  ratingsChart: "Ratings",
  noPlays: (span: Span) => `No one has played it in ${ofSpans[span]}.`,
  noRatings: (span: Span) => `No new ratings in ${ofSpans[span]}.`,
  days: "Days",
  weeks: "Weeks",
  ratedDays: "Days with ratings",
  ratedWeeks: "Weeks with ratings",
  legend: { plays: "Plays", players: "Players", clears: "Clears" },
  summary: (span: Span, plays: number, cleared: number) =>
    `In ${ofSpans[span]}: ${formatCount(plays, "play")}, ${formatCount(cleared, "clear")}.`,
  ratingsSummary: (span: Span, ratings: number, mean: number) =>
    `In ${ofSpans[span]}: ${formatCount(ratings, "new rating")}, ${statisticsStars(mean)} stars on average.`,
  dayLabel: (day: string, plays: number, players: number, all: number, first: number) =>
    `${day}: ${formatCount(plays, "play")} by ${formatCount(players, "player")}, ${clears(all, first)}`,
  weekOf: (day: string) => `Week of ${day}`,
  weekLabel: (day: string, plays: number, all: number, first: number) =>
    `Week of ${day}: ${formatCount(plays, "play")}, ${clears(all, first)}`,
  ratingsLabel: (day: string, ratings: number, mean: number) =>
    `${day}: ${formatCount(ratings, "new rating")}, ${statisticsStars(mean)} stars`,
  table: "All days as a table",
  columns: {
    day: "Day",
    plays: "Plays",
    players: "Players",
    clears: "Clears",
    first_clears: "First clears",
    ratings: "New ratings",
    rating: "Stars",
  },
} as const;

/** A mean from 0 to 10 as stars from 0 to 5 with one decimal. */
export function statisticsStars(mean: number): string {
  return formatNumber(Math.round(mean * 5) / 10);
}
