import type { RatingGroups } from "./rating-groups.ts";

/** Ratings are stored as 1 to 10, in half stars. 0 in a filter means no filter. */
export const RATING_STEPS = 10;

/** The counts of every (rating, difficulty) pair, row by row: index `(rating - 1) * 10 + (difficulty - 1)`. */
export type RatingMatrix = number[];

export const matrixIndex = (rating: number, difficulty: number): number =>
  (rating - 1) * RATING_STEPS + (difficulty - 1);

/** Converts a filter's text from 0 to 5: clamps it, rounds it to the nearest half and doubles it (spec 1 §5). */
export function filterValue(typed: string): number {
  const stars = Number.parseFloat(typed.replace(",", "."));
  if (!Number.isFinite(stars)) return 0;
  return Math.round(Math.min(5, Math.max(0, stars)) * 2);
}

export function countMatching(matrix: RatingMatrix, rating: number, difficulty: number): number {
  let count = 0;
  for (let r = 1; r <= RATING_STEPS; r++) {
    if (rating && r !== rating) continue;
    for (let d = 1; d <= RATING_STEPS; d++) {
      if (!difficulty || d === difficulty) count += matrix[matrixIndex(r, d)] ?? 0;
    }
  }
  return count;
}

export function ratingGroupsOf(matrix: RatingMatrix): RatingGroups {
  const values = Array.from({ length: RATING_STEPS }, (_, i) => i + 1);
  return {
    rating: values.map((value) => countMatching(matrix, value, 0)),
    difficulty: values.map((value) => countMatching(matrix, 0, value)),
  };
}
