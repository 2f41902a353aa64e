import { SPANS } from "#domain/statistics/api.ts";
import { counted, exact } from "#web/lib/format.ts";

type Span = (typeof SPANS)[number];

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
  first > 0 ? `${counted(all, "clear")}, ${exact(first)} for the first time` : counted(all, "clear");

/** Words of what happened in somebody's level. */
export const statisticsText = {
  title: "Statistics",
  hint: "Your own plays don't count. Days turn at midnight in New York.",
  loading: "Loading statistics",
  span: "Look back over",
  spans: SPANS.map((value) => ({ value, label: spans[value] })),
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
  percent: (rate: number) => `${exact(rate)} %`,
  /** Of a mean from 0 to 10, which is shown as stars from 0 to 5. */
  stars: (mean: number) => `${exact(Math.round(mean * 5) / 10)} of 5`,
  never: "Nobody has played it yet",
  neverPrivate: "Only you and the site's staff can see it. Make it public, and others can play.",
  neverPublic: "Send its link to your buddies: what they do in it shows here, day by day.",
  toLevel: "To the level",
  playsChart: "Plays and clears",
  ratingsChart: "Ratings",
  noPlays: (span: Span) => `Nobody has played it in ${ofSpans[span]}.`,
  noRatings: (span: Span) => `Nobody has rated it for the first time in ${ofSpans[span]}.`,
  days: "Days",
  weeks: "Weeks",
  ratedDays: "Days with ratings",
  ratedWeeks: "Weeks with ratings",
  legend: { plays: "Plays", players: "Players", clears: "Clears" },
  summary: (span: Span, plays: number, cleared: number) =>
    `In ${ofSpans[span]}: ${counted(plays, "play")}, ${counted(cleared, "clear")}.`,
  ratingsSummary: (span: Span, ratings: number, mean: number) =>
    `In ${ofSpans[span]}: ${counted(ratings, "new rating")}, ${statisticsStars(mean)} stars on average.`,
  daySaid: (day: string, plays: number, players: number, all: number, first: number) =>
    `${day}: ${counted(plays, "play")} by ${counted(players, "player")}, ${clears(all, first)}`,
  weekOf: (day: string) => `Week from ${day}`,
  weekSaid: (day: string, plays: number, all: number, first: number) =>
    `Week from ${day}: ${counted(plays, "play")}, ${clears(all, first)}`,
  ratingsSaid: (day: string, ratings: number, mean: number) =>
    `${day}: ${counted(ratings, "new rating")}, ${statisticsStars(mean)} stars`,
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
  return exact(Math.round(mean * 5) / 10);
}
