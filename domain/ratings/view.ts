import { numberField, optionField, pageField, queryView, textField, type ViewOf } from "../api/list-view.ts";

export const RATING_SORTS = ["rating", "difficulty"] as const;
export const SORT_DIRECTIONS = ["desc", "asc"] as const;
export const LEVEL_ID_MAX = 1_000_000_000_000;

const view = queryView({
  username: textField,
  level_id: numberField(LEVEL_ID_MAX, 0),
  rating: numberField(10, 0),
  difficulty: numberField(10, 0),
  sort: optionField(RATING_SORTS, "rating"),
  order: optionField(SORT_DIRECTIONS, "desc"),
  page: pageField,
});
/** The state of the rating search as its URL and its request have it. 0 and empty mean any. */
export type RatingView = ViewOf<typeof view>;
export const writeRatingView = view.write;

export function readRatingView(query: URLSearchParams): RatingView {
  const rating = view.read(query);
  return { ...rating, username: rating.username.slice(0, 100) };
}
