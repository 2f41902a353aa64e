import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { InventoryEntry } from "#domain/inventory/api.ts";
import type { Item } from "#domain/items/api.ts";
import { readItemView, writeItemView } from "#domain/items/view.ts";
import type { Listing } from "#domain/shop/api.ts";
import { boughtItem, copyDeal, isFinalError, itemDeal, missingCoins } from "#web/features/items/deal.ts";
import { GoldMonthNote } from "#web/features/items/deal-panel.tsx";
import { itemAvailability } from "#web/features/items/item-availability.ts";
import { type PriceDay, priceShape, recentAverage } from "#web/features/items/price-shape.ts";
import {
  creatableTypes,
  editInput,
  endsSale,
  itemFieldsOf,
  newItemFields,
  priceFieldProblem,
  priceInput,
  saleLock,
  updateFields,
} from "#web/features/shop/item-fields.ts";
import { typedNumber, typedPriceProblem } from "#web/lib/typed-number.ts";
import { nearestIndex } from "#web/ui/chart-scale.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

const sold = {
  owned: false,
  is_purchasable: true,
  is_resold: false,
  gold_month: null,
  purchasable: "onsale",
} as const;

test("an item's availability depends on what the viewer has, what is sold, and when", () => {
  const member = { has_gold: false };
  expect(itemAvailability(sold, null, NOW)).toBe("sold");
  expect(itemAvailability({ ...sold, owned: true, is_resold: true }, member, NOW)).toBe("owned");
  expect(itemAvailability({ ...sold, is_purchasable: false, purchasable: "offsale" }, member, NOW)).toBe(
    "offsale",
  );
  expect(itemAvailability({ ...sold, is_purchasable: false, is_resold: true }, member, NOW)).toBe("resold");
  // Its creator is banned, and nothing of theirs is sold meanwhile.
  expect(itemAvailability({ ...sold, is_purchasable: false }, member, NOW)).toBe("offsale");
});

test("an item in its Gold month is for Gold members; visitors sign in first", () => {
  const gold = { ...sold, gold_month: "2026-11-01" };
  expect(itemAvailability(gold, { has_gold: true }, NOW)).toBe("sold");
  expect(itemAvailability(gold, { has_gold: false }, NOW)).toBe("gold");
  expect(itemAvailability(gold, null, NOW)).toBe("sold");
  const unavailable = { ...gold, is_purchasable: false };
  expect(itemAvailability({ ...unavailable, gold_month: "2026-12-01" }, null, NOW)).toBe("gold_later");
  expect(itemAvailability({ ...unavailable, gold_month: "2026-10-01" }, null, NOW)).toBe("gold_over");
});

test("the note on a Gold month shows until the month is over, and only if there is one", () => {
  const note = (gold_month: string | null, gold_month_description: string | null) => {
    const item = { gold_month, gold_month_description };
    return renderToStaticMarkup(createElement(GoldMonthNote, { item, now: NOW }));
  };
  for (const month of ["2026-11-01", "2026-12-01"])
    expect(note(month, "For the lanterns.")).toContain("For the lanterns.");
  expect(note("2026-10-01", "For the lanterns.")).toBe("");
  expect(note("2026-11-01", null)).toBe("");
  expect(note(null, null)).toBe("");
});

const item = {
  id: 7,
  price: 30,
  remaining: 2,
  sales_count: 3,
  listings_count: 4,
} as Item;
const entry = { id: 91, serial: 4, resale_price: null } as InventoryEntry;

test("a bought item is owned at once, with its number, and one fewer is left", () => {
  const own = { owned: true, copy: { id: 91, serial: 4, resale_price: null } };
  expect(boughtItem(item, itemDeal(item), entry)).toEqual({ ...own, remaining: 1, sales_count: 4 });
  expect(boughtItem({ ...item, remaining: null }, itemDeal(item), entry)).toEqual({
    ...own,
    remaining: null,
    sales_count: 4,
  });
  // A resold copy is not a new one.
  const copy = { id: 91, serial: 4, price: 55 } as Listing;
  expect(copyDeal(item, copy).price).toBe(55);
  expect(boughtItem(item, copyDeal(item, copy), entry)).toEqual({ ...own, listings_count: 3 });
});

test("too few coins show how many are missing, and a final error is not tried again", () => {
  expect(missingCoins(10, 30)).toBe(20);
  expect(missingCoins(30, 30)).toBe(0);
  expect(["sold_out", "already_owned", "too_few_coins"].every(isFinalError)).toBe(true);
  expect(["price_changed", "offline", "internal", "conflict"].some(isFinalError)).toBe(false);
});

const day = (date: string, average: number, count = 1): PriceDay => ({
  day: date,
  count,
  average,
  lowest: average - 10,
  highest: average + 10,
});

test("the recent average weighs days by their sales, over the last 30 days or else the last day", () => {
  expect(recentAverage([], NOW)).toBeNull();
  const days = [day("2026-06-01", 900, 5), day("2026-11-01", 100, 3), day("2026-11-20", 200, 1)];
  expect(recentAverage(days, NOW)).toBe(125);
  expect(recentAverage(days.slice(0, 1), NOW)).toBe(900);
});

test("prices are drawn from 0 to a round number, with days at their distance in time", () => {
  expect(priceShape([])).toBeNull();
  const shape = priceShape([day("2026-11-01", 40), day("2026-11-03", 80), day("2026-11-11", 190)]);
  expect(shape?.ticks.map(({ value }) => value)).toEqual([0, 50, 100, 150, 200]);
  expect(shape?.ticks.map(({ y }) => y)).toEqual([100, 75, 50, 25, 0]);
  expect(shape?.points.map(({ x }) => x)).toEqual([0, 20, 100]);
  expect(shape).toMatchObject({ line: "M0,80L20,60L100,5", band: "M0,75L20,55L100,0L100,10L20,65L0,85Z" });
  // A single day is in the middle.
  expect(priceShape([day("2026-11-01", 40)])?.points).toMatchObject([{ x: 50 }]);
  // No steps of half a coin.
  const cheap = priceShape([{ day: "2026-11-01", count: 1, average: 1, lowest: 1, highest: 1 }]);
  expect(cheap?.ticks.map(({ value }) => value)).toEqual([0, 1]);
});

test("a pointer selects the nearest day", () => {
  expect(nearestIndex([0, 100], 30)).toBe(0);
  expect(nearestIndex([0, 100], 70)).toBe(1);
  expect(nearestIndex([], 70)).toBe(-1);
});

test("an item's URL has the tab and both pages, without invalid values", () => {
  const view = readItemView(new URLSearchParams("tab=owners&page=3&offers=2"));
  expect(view).toEqual({ tab: "owners", page: 3, offers: 2 });
  expect(String(writeItemView(view))).toBe("tab=owners&page=3&offers=2");
  expect(readItemView(new URLSearchParams("tab=x&page=-1&offers=1e9"))).toEqual({
    tab: "comments",
    page: 1,
    offers: 1,
  });
  expect(String(writeItemView({ ...view, tab: "comments" }))).toBe("offers=2");
});

test("members create shirts, pants and shoes, admins everything; the URL selects the type if it is one", () => {
  expect(creatableTypes("member")).toEqual([4, 5, 6]);
  expect(creatableTypes("moderator")).toEqual([4, 5, 6]);
  expect(creatableTypes("admin")).toEqual([1, 2, 3, 4, 5, 6]);
  expect(newItemFields("member", "shoes").type_id).toBe(6);
  expect(newItemFields("member", "hat").type_id).toBe(4);
  expect(newItemFields("member", "x").type_id).toBe(4);
  expect(newItemFields("admin", "face").type_id).toBe(3);
  expect(newItemFields("admin", null).type_id).toBe(1);
});

test("a typed price is a whole number up to the limit, and nothing is dropped from any other", () => {
  for (const [typed, price] of [
    ["", 0],
    [" 75 ", 75],
    ["1000000", 1_000_000],
  ] as const)
    expect([typedNumber(typed), typedPriceProblem(typed)]).toEqual([price, null]);
  for (const typed of ["9.99", "-5", "1,250", "1e3", "+5", "5 0", "x", "1000001", "9".repeat(20)]) {
    const problem = "Price must be a whole number without signs, at most 1,000,000.";
    expect(typedPriceProblem(typed), typed).toBe(problem);
    const item = updateFields(newItemFields("member", null), { price: typed, purchasable: "onsale" });
    expect(priceFieldProblem(item), typed).toBe(problem);
    expect(priceFieldProblem(updateFields(item, { purchasable: "offsale" })), typed).toBeNull();
  }
});

test("a price is sent only for an item on sale", () => {
  const item = updateFields(newItemFields("member", null), { price: "75" });
  expect(priceInput(item)).toBe(0);
  expect(priceInput(updateFields(item, { purchasable: "onsale" }))).toBe(75);
  expect(priceInput(updateFields(item, { purchasable: "onsale", price: "" }))).toBe(0);
  expect(priceInput(updateFields(item, { purchasable: "free" }))).toBe(0);
});

test("a Gold month begins on its first day and puts the item on sale", () => {
  const item = updateFields(newItemFields("admin", null), { gold_month: "2026-12-24" });
  expect(item).toMatchObject({ gold_month: "2026-12-01", purchasable: "onsale" });
  // A value that is being typed is no month yet and stays unchanged.
  expect(updateFields(item, { gold_month: "0002-12-24" }).gold_month).toBe("0002-12-24");
  // Without the month the item stays on sale; off sale it has no Gold month.
  expect(updateFields(item, { gold_month: "" })).toMatchObject({ gold_month: "", purchasable: "onsale" });
  expect(updateFields(item, { purchasable: "free" })).toMatchObject({ gold_month: "", purchasable: "free" });
  expect(updateFields(item, { name: "Crown" }).gold_month).toBe("2026-12-01");
});

const shirt = {
  name: "Stripes",
  description: "Two of them.",
  type: { id: 4, name: "shirt" },
  purchasable: "onsale",
  price: 75,
  gold_month: null,
  stock: null,
  is_resold: false,
} as Item;

test("the form starts with the values of the item", () => {
  expect(itemFieldsOf(shirt)).toEqual({
    name: "Stripes",
    description: "Two of them.",
    type_id: 4,
    purchasable: "onsale",
    price: "75",
    gold_month: "",
  });
  expect(itemFieldsOf({ ...shirt, purchasable: "free", price: 0 }).price).toBe("");
  expect(itemFieldsOf({ ...shirt, gold_month: "2026-12-01" }).gold_month).toBe("2026-12-01");
});

test("an edit sends what its editor can change: only admins change the Gold month", () => {
  const fields = updateFields(itemFieldsOf(shirt), { name: "Dots", price: "80" });
  const texts = { name: "Dots", description: "Two of them." };
  expect(editInput(fields, null, "member")).toEqual({ ...texts, purchasable: "onsale", price: 80 });
  expect(editInput(fields, null, "admin")).toEqual({
    ...texts,
    purchasable: "onsale",
    price: 80,
    gold_month: "",
  });
});

test("in a Gold month only admins can change more than the price, and no edit brings an ended sale back", () => {
  const gold = { ...shirt, gold_month: "2026-12-01" };
  expect(saleLock(gold, "admin")).toBeNull();
  expect(saleLock(gold, "member")).toBe("gold");
  expect(editInput(itemFieldsOf(gold), "gold", "member")).toEqual({
    name: "Stripes",
    description: "Two of them.",
    price: 75,
  });
  const resold = { ...shirt, stock: 5, is_resold: true };
  expect(saleLock(resold, "admin")).toBe("resold");
  expect(itemFieldsOf(resold)).toMatchObject({ purchasable: "offsale", price: "" });
  expect(editInput(itemFieldsOf(resold), "resold", "admin")).toEqual({
    name: "Stripes",
    description: "Two of them.",
  });
});

test("only the sale of a limited item ends permanently", () => {
  const offsale = updateFields(itemFieldsOf(shirt), { purchasable: "offsale" });
  expect(endsSale(shirt, offsale)).toBe(false);
  expect(endsSale({ ...shirt, stock: 5 }, offsale)).toBe(true);
  expect(endsSale({ ...shirt, stock: 5 }, itemFieldsOf(shirt))).toBe(false);
  expect(endsSale({ ...shirt, stock: 5, is_resold: true }, offsale)).toBe(false);
});
