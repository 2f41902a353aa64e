import { readRatingView, writeRatingView } from "#domain/ratings/view.ts";
import {
  clampStars,
  filterValuesOf,
  levelIdProblem,
  ratingViewOf,
} from "#web/features/ratings/filter-values.ts";
import { starNumber } from "#web/features/ratings/star-number.ts";
import { ratingsText } from "#web/features/ratings/text.ts";

const NO_FILTERS = filterValuesOf(readRatingView(new URLSearchParams()));

test("a star box is clamped to 0 to 5 and rounded to the nearest half; empty stays empty", () => {
  const cases = {
    "": "",
    " ": "",
    "0": "0",
    "-3": "0",
    "9": "5",
    "4.3": "4.5",
    "4,2": "4",
    "2.25": "2.5",
    x: "0",
  };
  for (const [typed, shown] of Object.entries(cases)) expect(clampStars(typed)).toBe(shown);
});

test("the boxes send twice the stars, and show those of the URL", () => {
  const view = readRatingView(new URLSearchParams("username=bobby&level_id=7&rating=9&order=asc&page=3"));
  expect(filterValuesOf(view)).toEqual({
    username: "bobby",
    level_id: "7",
    rating: "4.5",
    difficulty: "",
    sort: "rating",
    order: "asc",
  });
  // A search starts at page 1.
  expect(ratingViewOf(filterValuesOf(view))).toEqual({ ...view, page: 1 });
  expect(
    String(writeRatingView(ratingViewOf({ ...filterValuesOf(view), rating: "99", difficulty: "0" }))),
  ).toBe("username=bobby&level_id=7&rating=10&order=asc");
});

test("a level id that isn't a whole number is refused instead of losing characters", () => {
  for (const typed of ["12abc", "#12", "-5", "1.5", "1e3", "9".repeat(30)]) {
    expect(levelIdProblem(typed), typed).toBe(ratingsText.levelIdProblem);
    expect(filterValuesOf(ratingViewOf({ ...NO_FILTERS, level_id: typed })).level_id).toBe("");
  }
  for (const typed of ["", " ", "7", " 12 ", "0012", "999999999999"])
    expect(levelIdProblem(typed), typed).toBeNull();
  expect(ratingViewOf({ ...NO_FILTERS, level_id: " 0012 " }).level_id).toBe(12);
});

test("averages are shown to a tenth of a star", () => {
  expect(starNumber(8.64)).toBe("4.3");
  expect(starNumber(8.7)).toBe("4.4");
  expect(starNumber(8.5)).toBe("4.3");
  expect(starNumber(10)).toBe("5.0");
});
