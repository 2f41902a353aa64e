import { filterValue } from "#domain/ratings/rules.ts";
import { LEVEL_ID_MAX, type RatingView } from "#domain/ratings/view.ts";
import { typedNumber } from "#web/lib/typed-number.ts";
import { ratingsText } from "./text.ts";

/** The values of the filter fields, as typed. */
export interface RatingFilterValues {
  username: string;
  level_id: string;
  rating: string;
  difficulty: string;
  sort: RatingView["sort"];
  order: RatingView["order"];
}

const textOf = (value: number) => (value ? String(value) : "");

/** Returns the fields' values for a view. Ratings (1 to 10) are shown as stars. */
export const filterValuesOf = ({
  username,
  level_id,
  rating,
  difficulty,
  sort,
  order,
}: RatingView): RatingFilterValues => ({
  username,
  level_id: textOf(level_id),
  rating: textOf(rating / 2),
  difficulty: textOf(difficulty / 2),
  sort,
  order,
});

/** Returns the view that the fields describe, on its first page. */
export const ratingViewOf = ({
  username,
  level_id,
  rating,
  difficulty,
  sort,
  order,
}: RatingFilterValues): RatingView => ({
  username: username.trim(),
  level_id: typedNumber(level_id) || 0,
  rating: filterValue(rating),
  difficulty: filterValue(difficulty),
  sort,
  order,
  page: 1,
});

/** Normalizes a star field on blur: clamped to 0 to 5, rounded to halves. Empty stays empty. */
export const clampStars = (typed: string): string => (typed.trim() ? String(filterValue(typed) / 2) : "");

/** The error of a level id as typed, or null. Nothing is dropped from it: 12abc isn't 12. */
export const levelIdProblem = (typed: string): string | null =>
  typedNumber(typed) <= LEVEL_ID_MAX ? null : ratingsText.levelIdProblem;
