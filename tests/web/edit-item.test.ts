import { expect, test } from "vitest";
import type { Item } from "#domain/items/api.ts";
import { changed, endsSale, fieldsOf, saleLock, sentEdit } from "#web/features/shop/item-fields.ts";

const shirt = {
  name: "Stripes",
  description: "Two of them.",
  type: { id: 4, name: "shirt" },
  purchasable: "onsale",
  price: 75,
  gold_month: null,
  stock: null,
  is_resold: false,
} as Pick<
  Item,
  "name" | "description" | "type" | "purchasable" | "price" | "gold_month" | "stock" | "is_resold"
>;

test("the form starts with what the item is", () => {
  expect(fieldsOf(shirt)).toEqual({
    name: "Stripes",
    description: "Two of them.",
    type_id: 4,
    purchasable: "onsale",
    price: "75",
    gold_month: "",
  });
  expect(fieldsOf({ ...shirt, purchasable: "free", price: 0 }).price).toBe("");
  expect(fieldsOf({ ...shirt, gold_month: "2026-12-01" }).gold_month).toBe("2026-12-01");
});

test("an edit sends what its viewer can change: the Gold month is an admin's", () => {
  const fields = changed(fieldsOf(shirt), { name: "Dots", price: "80" });
  const words = { name: "Dots", description: "Two of them." };
  expect(sentEdit(fields, null, "member")).toEqual({ ...words, purchasable: "onsale", price: 80 });
  expect(sentEdit(fields, null, "admin")).toEqual({
    ...words,
    purchasable: "onsale",
    price: 80,
    gold_month: "",
  });
});

test("in a Gold month others than admins change the price alone of the sale", () => {
  const gold = { ...shirt, gold_month: "2026-12-01" };
  expect(saleLock(gold, "admin")).toBeNull();
  expect(saleLock(gold, "member")).toBe("gold");
  expect(sentEdit(fieldsOf(gold), "gold", "member")).toEqual({
    name: "Stripes",
    description: "Two of them.",
    price: 75,
  });
});

test("what is sold no more stays so, whoever edits it", () => {
  const resold = { ...shirt, stock: 5, is_resold: true };
  expect(saleLock(resold, "admin")).toBe("resold");
  expect(fieldsOf(resold)).toMatchObject({ purchasable: "offsale", price: "" });
  expect(sentEdit(fieldsOf(resold), "resold", "admin")).toEqual({
    name: "Stripes",
    description: "Two of them.",
  });
});

test("only a limited item's sale ends for good", () => {
  const offsale = changed(fieldsOf(shirt), { purchasable: "offsale" });
  expect(endsSale(shirt, offsale)).toBe(false);
  expect(endsSale({ ...shirt, stock: 5 }, offsale)).toBe(true);
  expect(endsSale({ ...shirt, stock: 5 }, fieldsOf(shirt))).toBe(false);
  expect(endsSale({ ...shirt, stock: 5, is_resold: true }, offsale)).toBe(false);
});
