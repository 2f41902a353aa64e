import fc from "fast-check";
import {
  countMatching,
  filterValue,
  matrixIndex,
  RATING_STEPS,
  ratingGroupsOf,
} from "#domain/ratings/rules.ts";
import { forAll } from "#tests/support/for-all.ts";

describe("a filter box", () => {
  test.each([
    ["", 0],
    ["abc", 0],
    ["-", 0],
    [".", 0],
    ["0.25", 1],
    ["2,5", 5],
    ["2.75", 6],
    [" 3 ", 6],
    ["4.9 stars", 10],
    ["1e9", 10],
    ["NaN", 0],
  ])("reads %j as %i", (typed, value) => expect(filterValue(typed)).toBe(value));

  test("reads a number as the nearest half between 0 and 5, doubled, and anything as a value of the scale", () => {
    forAll(fc.double({ min: -100, max: 100, noNaN: true }), (stars) => {
      const value = filterValue(stars.toFixed(6));
      const clamped = Math.min(5, Math.max(0, Number(stars.toFixed(6))));
      expect(Number.isInteger(value)).toBe(true);
      expect(Math.abs(value / 2 - clamped)).toBeLessThanOrEqual(0.25);
    });
    forAll(fc.string({ unit: "binary" }), (typed) => {
      expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).toContain(filterValue(typed));
    });
  });
});

describe("the rating matrix", () => {
  const value = fc.integer({ min: 1, max: RATING_STEPS });
  const ratings = fc.array(fc.record({ rating: value, difficulty: value }), { maxLength: 60 });
  const matrixOf = (all: { rating: number; difficulty: number }[]) => {
    const matrix = Array<number>(100).fill(0);
    for (const { rating, difficulty } of all) {
      const index = matrixIndex(rating, difficulty);
      matrix[index] = (matrix[index] ?? 0) + 1;
    }
    return matrix;
  };

  test("has a cell of its own for each of 100 pairs", () => {
    const cells = new Set<number>();
    for (let r = 1; r <= 10; r++) for (let d = 1; d <= 10; d++) cells.add(matrixIndex(r, d));
    expect([...cells].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  test("counts what a plain filter finds", () => {
    const filter = fc.integer({ min: 0, max: 10 });
    forAll(ratings, filter, filter, (all, rating, difficulty) => {
      const found = all.filter(
        (one) => (!rating || one.rating === rating) && (!difficulty || one.difficulty === difficulty),
      );
      expect(countMatching(matrixOf(all), rating, difficulty)).toBe(found.length);
    });
  });

  test("has groups that add up to all ratings on both scales, which are zeros without ratings", () => {
    forAll(ratings, (all) => {
      const groups = ratingGroupsOf(matrixOf(all));
      for (const scale of ["rating", "difficulty"] as const)
        expect(groups[scale]).toEqual(
          Array.from({ length: 10 }, (_, i) => all.filter((one) => one[scale] === i + 1).length),
        );
    });
    expect(ratingGroupsOf([])).toEqual({ rating: Array(10).fill(0), difficulty: Array(10).fill(0) });
  });
});
