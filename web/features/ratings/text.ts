import type { RATING_SORTS, SORT_DIRECTIONS } from "#domain/ratings/view.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

const ratings = (count: number) => formatCount(count, "rating");
const stars = (value: number) => `${value / 2} ${value === 2 ? "star" : "stars"}`;

/** Strings of the rating widget on a level's page and of its modal. */
export const ratingText = {
  rating: "Rating",
  difficulty: "Difficulty",
  ratings,
  unrated: "Not rated yet",
  panel: "Ratings of this level",
  ofStars: " of 5 stars",
  countOf: (count: number) => (count === 1 ? " rating" : " ratings"),
  average: "Everyone",
  own: "You",
  shown: "Show counts for",
  chart: { rating: "Ratings by stars", difficulty: "Ratings by difficulty" },
  bar: (value: number, count: number) => `${stars(value)}: ${ratings(count)}`,
  view: "View ratings",
  viewBar: (value: number, count: number) => `${stars(value)}: ${ratings(count)}. View ratings`,
  rate: "Rate this level",
  change: "Change your rating",
  locked: "Clear this level or play it for 10 minutes to rate it.",
  isOwn: "You can't rate your own level.",
  signIn: "Sign in to rate",
  modal: "Rate this level",
  modalOf: (title: string) => `Rate “${title}”`,
  ratingInput: "Rating: how good is it?",
  difficultyInput: "Difficulty: how hard is it?",
  both: "Choose stars for both: how good it is, and how hard.",
  save: "Save rating",
  delete: "Delete",
  saved: "Your rating is saved.",
  deleted: "Your rating is deleted.",
  undo: "Undo",
  undone: "Your rating is back.",
} as const;

/** Strings of the ratings search. */
export const ratingsText = {
  title: "Ratings",
  filters: "Search ratings",
  username: "Username",
  level: "Level",
  levelId: "Level id",
  levelIdProblem: "It's a whole number, as in the level's URL.",
  rating: "Rating",
  difficulty: "Difficulty",
  scaleHint: "0 to 5",
  sort: "Sort",
  order: "Order",
  sorts: { rating: "Rating", difficulty: "Difficulty" } satisfies Record<
    (typeof RATING_SORTS)[number],
    string
  >,
  orders: { desc: "Descending", asc: "Ascending" } satisfies Record<(typeof SORT_DIRECTIONS)[number], string>,
  search: "Search",
  clear: "Clear filters",
  loading: "Loading ratings",
  total: (total: number) => `${formatNumber(total)} total results`,
  clearTime: "Clear time",
  date: "Date",
  actions: "Delete",
  noClear: "N/A",
  noClearHint: "There's no clear for this rating. It was probably removed.",
  edit: "(Click to edit)",
  editOf: (level: string) => ` your rating of ${level}`,
  delete: "Delete",
  deleteLong: (username: string, level: string) => `Delete ${username}'s rating of ${level}`,
  deleteTitle: (username: string, level: string) => `Delete ${username}'s rating of “${level}”?`,
  deleteText: "It no longer counts for the level. This can't be undone.",
  none: "No results",
  noneText: "No ratings match these filters. Try fewer.",
  nonePage: "This page doesn't exist.",
  firstPage: "First page",
} as const;
