import fc from "fast-check";
import { buildUrl } from "#domain/api/route.ts";
import { levelListRoute } from "#domain/levels/api.ts";
import { isOrderOffered, LEVEL_CATEGORIES, LEVEL_FILTERS, LEVEL_ORDERS } from "#domain/levels/rules.ts";
import { type LevelView, readLevelView, writeLevelView } from "#domain/levels/view.ts";
import { ratingSearchRoute } from "#domain/ratings/api.ts";
import {
  RATING_SORTS,
  type RatingView,
  readRatingView,
  SORT_DIRECTIONS,
  writeRatingView,
} from "#domain/ratings/view.ts";
import { forAll } from "#tests/support/for-all.ts";

const page = fc.integer({ min: 1, max: 1_000_000 });
const searchText = fc.string({ unit: "grapheme", maxLength: 40 }).map((value) => value.toWellFormed().trim());

const levelView: fc.Arbitrary<LevelView> = fc
  .record({
    search: searchText,
    page,
    category: fc.constantFrom(...LEVEL_CATEGORIES),
    order: fc.constantFrom(...LEVEL_ORDERS),
    filter: fc.constantFrom(...LEVEL_FILTERS),
    showPrivateLevels: fc.boolean(),
  })
  .filter(({ order, filter }) => isOrderOffered(order, filter));

const ratingView: fc.Arbitrary<RatingView> = fc.record({
  username: searchText,
  level_id: fc.nat(1_000_000_000),
  rating: fc.integer({ min: 0, max: 10 }),
  difficulty: fc.integer({ min: 0, max: 10 }),
  sort: fc.constantFrom(...RATING_SORTS),
  order: fc.constantFrom(...SORT_DIRECTIONS),
  page,
});

/** URLs that people, bots and attackers come up with. */
const junk = fc.array(
  fc.tuple(
    fc.constantFrom(
      "search",
      "page",
      "category",
      "order",
      "filter",
      "showPrivateLevels",
      "username",
      "level_id",
      "rating",
      "difficulty",
      "sort",
      "__proto__",
      "x",
    ),
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "0",
        "-1",
        "1e3",
        "Infinity",
        "NaN",
        "true",
        "1.5",
        "9".repeat(30),
        "newest",
        "played_at",
        "playedByUser",
        "free roam",
        "constructor",
        "asc",
      ),
    ),
  ),
  { maxLength: 8 },
);
const queryOf = (pairs: [string, string][]) => new URLSearchParams(pairs);

describe("the URL of the level browser", () => {
  test("contains the whole view", () => {
    forAll(levelView, (view) => {
      expect(readLevelView(new URLSearchParams(writeLevelView(view).toString()))).toEqual(view);
    });
  });

  test("always gives a view that the endpoint accepts and that reads back the same", () => {
    forAll(300, junk, (pairs) => {
      const view = readLevelView(queryOf(pairs));
      expect(levelListRoute.input.safeParse(view).success).toBe(true);
      expect(isOrderOffered(view.order, view.filter)).toBe(true);
      expect(readLevelView(writeLevelView(view))).toEqual(view);
    });
  });

  test("has no query for the default view", () => {
    expect(writeLevelView(readLevelView(new URLSearchParams())).toString()).toBe("");
  });

  test.each([
    ["category=star+collection", { category: "star collection" }],
    ["category=racing", { category: "" }],
    ["order=played_at", { order: "playing_count" }],
    ["order=played_at&filter=playedByUser", { order: "played_at", filter: "playedByUser" }],
    ["order=oldest&order=newest", { order: "oldest" }],
    ["page=0", { page: 1 }],
    ["page=1000001", { page: 1 }],
    ["showPrivateLevels=1", { showPrivateLevels: false }],
    ["search=+sky+", { search: "sky" }],
  ])("with %s is read as %j", (query, expected) => {
    expect(readLevelView(new URLSearchParams(query))).toMatchObject(expected);
  });
});

describe("the URL of the ratings page", () => {
  test("contains the whole view", () => {
    forAll(ratingView, (view) => {
      expect(readRatingView(new URLSearchParams(writeRatingView(view).toString()))).toEqual(view);
    });
  });

  test("always gives a view that the endpoint accepts and that reads back the same", () => {
    forAll(300, junk, (pairs) => {
      const view = readRatingView(queryOf(pairs));
      expect(ratingSearchRoute.input.safeParse(view).success).toBe(true);
      expect(readRatingView(writeRatingView(view))).toEqual(view);
    });
  });

  test("has no query for the default view", () => {
    expect(writeRatingView(readRatingView(new URLSearchParams())).toString()).toBe("");
  });
});

test("the URL of an endpoint has its query in a fixed order, without empty values", () => {
  const one = buildUrl(levelListRoute, {}, { search: "a b&c", page: 2, category: "", filter: undefined });
  expect(one).toBe("/api/levels?page=2&search=a+b%26c");
  expect(buildUrl(levelListRoute, {}, { category: null, page: 2, search: "a b&c" })).toBe(one);
});
