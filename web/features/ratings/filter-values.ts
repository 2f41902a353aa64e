import { filterValue } from "#domain/ratings/rules.ts";
import type { RatingView } from "#domain/ratings/view.ts";

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
  level_id: Number(level_id) || 0,
  rating: filterValue(rating),
  difficulty: filterValue(difficulty),
  sort,
  order,
  page: 1,
});

/** Normalizes a star field on blur: clamped to 0 to 5, rounded to halves. Empty stays empty. */
export const clampStars = (typed: string): string => (typed.trim() ? String(filterValue(typed) / 2) : "");

/** Drops everything but digits, for level ids. */
export const onlyDigits = (typed: string): string => typed.replace(/\D/g, "").slice(0, 12);
