import { filterValue } from "#domain/ratings/rules.ts";
import type { RatingView } from "#domain/ratings/view.ts";

/** What stands in the filter boxes, as typed. */
export interface Filters {
  username: string;
  level_id: string;
  rating: string;
  difficulty: string;
  sort: RatingView["sort"];
  order: RatingView["order"];
}

const shown = (value: number) => (value ? String(value) : "");

/** The boxes of a view: values are shown as stars. */
export const filtersOf = ({ username, level_id, rating, difficulty, sort, order }: RatingView): Filters => ({
  username,
  level_id: shown(level_id),
  rating: shown(rating / 2),
  difficulty: shown(difficulty / 2),
  sort,
  order,
});

/** The first page of what the boxes ask for. */
export const viewOf = ({ username, level_id, rating, difficulty, sort, order }: Filters): RatingView => ({
  username: username.trim(),
  level_id: Number(level_id) || 0,
  rating: filterValue(rating),
  difficulty: filterValue(difficulty),
  sort,
  order,
  page: 1,
});

/** What a star box holds once it is left: clamped to 0 to 5, to the nearest half. Empty stays empty. */
export const settled = (typed: string): string => (typed.trim() ? String(filterValue(typed) / 2) : "");

/** A level id has digits only. */
export const digits = (typed: string): string => typed.replace(/\D/g, "").slice(0, 12);
