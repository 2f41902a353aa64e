import fc from "fast-check";
import { type ListView, readListView, writeListView } from "#domain/api/list-view.ts";
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
import { shopRoute } from "#domain/shop/api.ts";
import { SHOP_CATEGORIES, SHOP_ORDERS, SHOP_SORTS } from "#domain/shop/rules.ts";
import {
  FEATURED_SHOP_INPUT,
  readShopView,
  type ShopView,
  shopInput,
  showsFeaturedItems,
  writeShopView,
} from "#domain/shop/view.ts";
import { transactionListRoute } from "#domain/transactions/api.ts";
import { SOURCE_FILTERS, TRANSACTION_SORTS, TRANSACTION_TYPE_IDS } from "#domain/transactions/types.ts";
import {
  type LedgerView,
  ledgerInput,
  readLedgerView,
  UNFILTERED,
  writeLedgerView,
} from "#domain/transactions/view.ts";
import { userListRoute } from "#domain/users/api.ts";
import {
  DIRECTORY_FILTERS,
  type DirectoryView,
  directoryInput,
  MAX_DIRECTORY_PAGES,
  readDirectoryView,
  toggledFilter,
  writeDirectoryView,
} from "#domain/users/view.ts";
import { forAll } from "#tests/support/for-all.ts";

const page = fc.integer({ min: 1, max: 1_000_000 });
const search = fc.string({ unit: "grapheme", maxLength: 40 }).map((value) => value.toWellFormed().trim());
const step = fc.integer({ min: 0, max: 10 });

const levelView: fc.Arbitrary<LevelView> = fc
  .record({
    search,
    page,
    category: fc.constantFrom(...LEVEL_CATEGORIES),
    order: fc.constantFrom(...LEVEL_ORDERS),
    filter: fc.constantFrom(...LEVEL_FILTERS),
    showPrivateLevels: fc.boolean(),
  })
  .filter(({ order, filter }) => isOrderOffered(order, filter));
const ratingView: fc.Arbitrary<RatingView> = fc.record({
  username: search,
  level_id: fc.nat(1_000_000_000),
  rating: step,
  difficulty: step,
  sort: fc.constantFrom(...RATING_SORTS),
  order: fc.constantFrom(...SORT_DIRECTIONS),
  page,
});
const shopView: fc.Arbitrary<ShopView> = fc.record({
  category: fc.constantFrom(...SHOP_CATEGORIES),
  search,
  page,
  sort: fc.constantFrom(...SHOP_SORTS),
  order: fc.constantFrom(...SHOP_ORDERS),
});
const ledgerView: fc.Arbitrary<LedgerView> = fc.record({
  transaction_type: fc.constantFrom(0 as const, ...TRANSACTION_TYPE_IDS),
  source_type: fc.constantFrom(...SOURCE_FILTERS),
  sort_by: fc.constantFrom(...TRANSACTION_SORTS),
  order: fc.constantFrom("desc", "asc"),
  incoming: fc.boolean(),
  page,
});
const directoryView: fc.Arbitrary<DirectoryView> = fc.record({
  search,
  filter: fc.constantFrom(...DIRECTORY_FILTERS),
  pages: fc.integer({ min: 1, max: MAX_DIRECTORY_PAGES }),
});
const listView: fc.Arbitrary<ListView> = fc.record({ search, page });

const NAMES = `search page pages category order filter showPrivateLevels username level_id rating difficulty
  sort featured transaction_type source_type sort_by incoming __proto__ x`;
const VALUES = `0 -1 1 8 10 12 1.0 1.5 1e3 Infinity NaN true false newest oldest cheapest hat played_at
  playedByUser free+roam constructor asc user item xp online ${"9".repeat(30)}`;
const oneOf = (words: string) => fc.constantFrom(...words.split(/\s+/).map((word) => word.replace("+", " ")));
/** URLs that people, bots and attackers come up with. */
const junk = fc.array(fc.tuple(oneOf(NAMES), fc.oneof(fc.string({ unit: "binary" }), oneOf(VALUES))), {
  maxLength: 8,
});

/** Tests how a page's view is read from its URL and written to it, and accepted by its endpoint. */
function testUrl<View>(
  name: string,
  views: fc.Arbitrary<View>,
  read: (query: URLSearchParams) => View,
  write: (view: View) => URLSearchParams,
  expectAccepted: (view: View) => void = () => {},
): void {
  describe(`the URL of ${name}`, () => {
    test("contains the whole view, without a query for the default one, and always one that the endpoint accepts", () => {
      forAll(views, (view) => void expect(read(new URLSearchParams(String(write(view))))).toEqual(view));
      expect(String(write(read(new URLSearchParams())))).toBe("");
      forAll(300, junk, (pairs) => {
        const view = read(new URLSearchParams(pairs));
        expectAccepted(view);
        expect(read(write(view))).toEqual(view);
      });
    });
  });
}

testUrl("the level browser", levelView, readLevelView, writeLevelView, (view) => {
  expect(levelListRoute.input.safeParse(view).success).toBe(true);
  expect(isOrderOffered(view.order, view.filter)).toBe(true);
});
testUrl("the ratings page", ratingView, readRatingView, writeRatingView, (view) => {
  expect(ratingSearchRoute.input.safeParse(view).success).toBe(true);
});
testUrl("the shop", shopView, readShopView, writeShopView, (view) => {
  expect(shopRoute.input.safeParse(shopInput(view)).success).toBe(true);
});
testUrl("the transactions page", ledgerView, readLedgerView, writeLedgerView, (view) => {
  expect(transactionListRoute.input.safeParse(ledgerInput(view)).data).toEqual(view);
});
testUrl("the directory", directoryView, readDirectoryView, writeDirectoryView);
testUrl("a searched list", listView, readListView, writeListView);

const PLAIN_SHOP: ShopView = { category: "all", search: "", page: 1, sort: "", order: "" };

test.each<[string, (query: URLSearchParams) => unknown, object]>([
  ["category=star+collection", readLevelView, { category: "star collection" }],
  ["category=racing", readLevelView, { category: "" }],
  ["order=played_at", readLevelView, { order: "playing_count" }],
  ["order=played_at&filter=playedByUser", readLevelView, { order: "played_at", filter: "playedByUser" }],
  ["order=oldest&order=newest", readLevelView, { order: "oldest" }],
  ["page=0", readLevelView, { page: 1 }],
  ["page=1000001", readLevelView, { page: 1 }],
  ["showPrivateLevels=1", readLevelView, { showPrivateLevels: false }],
  ["search=+sky+", readLevelView, { search: "sky" }],
  ["transaction_type=8", readLedgerView, { transaction_type: 8 }],
  ["transaction_type=10", readLedgerView, { transaction_type: 0 }],
  ["transaction_type=08", readLedgerView, { transaction_type: 0 }],
  ["source_type=item", readLedgerView, { source_type: "" }],
  ["sort_by=xp&order=asc", readLedgerView, { sort_by: "xp", order: "asc" }],
  ["incoming=0", readLedgerView, { incoming: false }],
  ["page=0", readLedgerView, { page: 1 }],
  ["filter=sleeping&pages=x&search=%20", readDirectoryView, { search: "", filter: "", pages: 1 }],
  ["pages=0", readDirectoryView, { pages: 1 }],
  ["pages=-2", readDirectoryView, { pages: 1 }],
  ["pages=1.5", readDirectoryView, { pages: 1 }],
  ["pages=999999", readDirectoryView, { pages: MAX_DIRECTORY_PAGES }],
  ["page=0&search=bo", readListView, { search: "bo", page: 1 }],
  ["", readLedgerView, UNFILTERED],
  ["", readShopView, PLAIN_SHOP],
  ["category=sword&search=%20&page=-1&sort=best&order=up&__proto__=1", readShopView, PLAIN_SHOP],
  ["page=1e9", readShopView, { page: 1 }],
  ["page=Infinity", readShopView, { page: 1 }],
])("the query %s is read as a view without invalid values", (query, read, expected) => {
  expect(read(new URLSearchParams(query))).toMatchObject(expected);
});

test("the URL of an endpoint has its query in a fixed order, without empty values", () => {
  const one = buildUrl(levelListRoute, {}, { search: "a b&c", page: 2, category: "", filter: undefined });
  expect(one).toBe("/api/levels?page=2&search=a+b%26c");
  expect(buildUrl(levelListRoute, {}, { category: null, page: 2, search: "a b&c" })).toBe(one);
});

test("a page of the directory is fetched from one URL, whatever else the view shows", () => {
  const at = (query: string, number: number) =>
    buildUrl(userListRoute, {}, directoryInput(readDirectoryView(new URLSearchParams(query)), number));
  expect(at("", 1)).toBe("/api/users?page=1");
  expect(at("pages=3&filter=online&search=bo", 2)).toBe("/api/users?filter=online&page=2&search=bo");
});

test("pressing the active filter of the directory clears it", () => {
  expect(toggledFilter("", "online")).toBe("online");
  expect(toggledFilter("playing", "online")).toBe("online");
  expect(toggledFilter("online", "online")).toBe("");
});

test("the carousel of the shop shows in the default view and nowhere else", () => {
  const shows = (query: string) => showsFeaturedItems(readShopView(new URLSearchParams(query)));
  expect(shows("")).toBe(true);
  for (const query of ["category=hat", "search=a", "page=2", "sort=cheapest", "order=newest"])
    expect(shows(query), query).toBe(false);
  expect(buildUrl(shopRoute, {}, FEATURED_SHOP_INPUT)).toBe("/api/shop?featured=true");
});
