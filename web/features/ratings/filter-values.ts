import { filterValue } from "#domain/ratings/rules.ts";
import { LEVEL_ID_MAX, type RatingView } from "#domain/ratings/view.ts";
import { typedNumber } from "#web/lib/typed-number.ts";
import { ratingsText } from "./text.ts";

/** The values of the filter fields, as typed. */
export type RatingFilterValues = Pick<RatingView, "username" | "sort" | "order"> &
  Record<"level_id" | "rating" | "difficulty", string>;

const textOf = (value: number) => (value ? String(value) : "");

/** Returns the fields' values for a view. Ratings (1 to 10) are shown as stars. */
export const filterValuesOf = ({ page: _, ...view }: RatingView): RatingFilterValues => ({
  ...view,
  level_id: textOf(view.level_id),
  rating: textOf(view.rating / 2),
  difficulty: textOf(view.difficulty / 2),
});

/** Returns the view that the fields describe, on its first page. */
export const ratingViewOf = (values: RatingFilterValues): RatingView => ({
  ...values,
  username: values.username.trim(),
  level_id: typedNumber(values.level_id) || 0,
  rating: filterValue(values.rating),
  difficulty: filterValue(values.difficulty),
  page: 1,
});

/** Normalizes a star field on blur: clamped to 0 to 5, rounded to halves. Empty stays empty. */
export const clampStars = (typed: string): string => (typed.trim() ? String(filterValue(typed) / 2) : "");

/** The error of a level id as typed, or null. Nothing is dropped from it: 12abc isn't 12. */
export const levelIdProblem = (typed: string): string | null =>
  typedNumber(typed) <= LEVEL_ID_MAX ? null : ratingsText.levelIdProblem;
