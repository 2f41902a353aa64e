import fc from "fast-check";
import { buildUrl } from "#domain/api/route.ts";
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
import { forAll } from "#tests/support/for-all.ts";

const view: fc.Arbitrary<ShopView> = fc.record({
  category: fc.constantFrom(...SHOP_CATEGORIES),
  search: fc.string({ unit: "grapheme", maxLength: 40 }).map((value) => value.toWellFormed().trim()),
  page: fc.integer({ min: 1, max: 1_000_000 }),
  sort: fc.constantFrom(...SHOP_SORTS),
  order: fc.constantFrom(...SHOP_ORDERS),
});
const DEFAULT_VIEW: ShopView = { category: "all", search: "", page: 1, sort: "", order: "" };
const read = (query: string) => readShopView(new URLSearchParams(query));

test("every view of the shop survives a round trip through its URL", () => {
  forAll(view, (one) => {
    expect(read(writeShopView(one).toString())).toEqual(one);
  });
});

test("the default view has a plain URL, and invalid values are ignored", () => {
  expect(writeShopView(DEFAULT_VIEW).toString()).toBe("");
  expect(read("")).toEqual(DEFAULT_VIEW);
  expect(read("category=sword&search=%20&page=-1&sort=best&order=up&__proto__=1")).toEqual(DEFAULT_VIEW);
  for (const page of ["0", "1.5", "1e9", "x", "Infinity"]) expect(read(`page=${page}`).page).toBe(1);
});

test("any URL gives a request that the endpoint accepts", () => {
  const junk = fc.array(
    fc.tuple(
      fc.constantFrom("category", "search", "page", "sort", "order", "featured", "x"),
      fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("0", "-1", "1e3", "hat", "cheapest", "newest")),
    ),
    { maxLength: 8 },
  );
  forAll(junk, (pairs) => {
    const one = readShopView(new URLSearchParams(pairs));
    expect(shopRoute.input.safeParse(shopInput(one)).success).toBe(true);
    expect(readShopView(writeShopView(one))).toEqual(one);
  });
});

test("the carousel shows in the default view and nowhere else", () => {
  expect(showsFeaturedItems(DEFAULT_VIEW)).toBe(true);
  const changes: Partial<ShopView>[] = [
    { category: "hat" },
    { search: "a" },
    { page: 2 },
    { sort: "cheapest" },
    { order: "newest" },
  ];
  for (const change of changes) expect(showsFeaturedItems({ ...DEFAULT_VIEW, ...change })).toBe(false);
  expect(buildUrl(shopRoute, {}, FEATURED_SHOP_INPUT)).toBe("/api/shop?featured=true");
});
