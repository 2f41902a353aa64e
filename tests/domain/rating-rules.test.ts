import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countMatching, filterValue, groupsOf, matrixIndex, RATING_STEPS } from "#domain/ratings/rules.ts";

describe("a filter box", () => {
  test.each([
    ["", 0],
    ["0", 0],
    ["abc", 0],
    ["-", 0],
    [".", 0],
    ["-3", 0],
    ["0.2", 0],
    ["0.25", 1],
    ["0.5", 1],
    ["1", 2],
    ["2,5", 5],
    ["2.74", 5],
    ["2.75", 6],
    [" 3 ", 6],
    ["4.9 stars", 10],
    ["5", 10],
    ["5.1", 10],
    ["99", 10],
    ["1e9", 10],
    ["NaN", 0],
  ])("with %j asks for %i", (typed, value) => {
    expect(filterValue(typed)).toBe(value);
  });

  test("asks for the nearest half of what was typed between 0 and 5, doubled", () => {
    fc.assert(
      fc.property(fc.double({ min: -100, max: 100, noNaN: true }), (stars) => {
        const value = filterValue(stars.toFixed(6));
        const clamped = Math.min(5, Math.max(0, Number(stars.toFixed(6))));
        expect(Number.isInteger(value)).toBe(true);
        expect(Math.abs(value / 2 - clamped)).toBeLessThanOrEqual(0.25);
      }),
    );
  });

  test("asks for a value of the scale or for any, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (typed) => {
        expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).toContain(filterValue(typed));
      }),
    );
  });
});

describe("counts of pairs", () => {
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

  test("every pair has a place of its own among a hundred", () => {
    const places = new Set<number>();
    for (let r = 1; r <= 10; r++) for (let d = 1; d <= 10; d++) places.add(matrixIndex(r, d));
    expect([...places].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  test("a filter counts what a plain filter finds", () => {
    const filter = fc.integer({ min: 0, max: 10 });
    fc.assert(
      fc.property(ratings, filter, filter, (all, rating, difficulty) => {
        const found = all.filter(
          (one) => (!rating || one.rating === rating) && (!difficulty || one.difficulty === difficulty),
        );
        expect(countMatching(matrixOf(all), rating, difficulty)).toBe(found.length);
      }),
    );
  });

  test("groups add up to all ratings on both scales", () => {
    fc.assert(
      fc.property(ratings, (all) => {
        const groups = groupsOf(matrixOf(all));
        for (const scale of ["rating", "difficulty"] as const) {
          expect(groups[scale]).toEqual(
            Array.from({ length: 10 }, (_, i) => all.filter((one) => one[scale] === i + 1).length),
          );
        }
      }),
    );
  });

  test("nothing rated is ten zeros twice", () => {
    expect(groupsOf([])).toEqual({ rating: Array(10).fill(0), difficulty: Array(10).fill(0) });
  });
});
