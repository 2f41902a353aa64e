import type { RatingGroups } from "./answers.ts";

/** Ratings are stored as 1 to 10: half-stars of five. 0 in a filter means no filter. */
export const RATING_STEPS = 10;

/** The counts of every (rating, difficulty) pair, row by row: index `(rating - 1) * 10 + (difficulty - 1)`. */
export type RatingMatrix = number[];

export const matrixIndex = (rating: number, difficulty: number): number =>
  (rating - 1) * RATING_STEPS + (difficulty - 1);

/** A filter box's text on the scale 0 to 5 as the value to send: clamped, to the nearest half, doubled (spec 1 §5). */
export function filterValue(typed: string): number {
  const stars = Number.parseFloat(typed.replace(",", "."));
  if (!Number.isFinite(stars)) return 0;
  return Math.round(Math.min(5, Math.max(0, stars)) * 2);
}

/** How many ratings a filter lets through; 0 means any value. */
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

/** Counts per rating value and per difficulty value. */
export function groupsOf(matrix: RatingMatrix): RatingGroups {
  const values = Array.from({ length: RATING_STEPS }, (_, i) => i + 1);
  return {
    rating: values.map((value) => countMatching(matrix, value, 0)),
    difficulty: values.map((value) => countMatching(matrix, 0, value)),
  };
}
