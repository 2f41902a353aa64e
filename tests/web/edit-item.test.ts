import type { Item } from "#domain/items/api.ts";
import { editInput, endsSale, itemFieldsOf, saleLock, updateFields } from "#web/features/shop/item-fields.ts";

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

test("in a Gold month only admins can change more of the sale than the price", () => {
  const gold = { ...shirt, gold_month: "2026-12-01" };
  expect(saleLock(gold, "admin")).toBeNull();
  expect(saleLock(gold, "member")).toBe("gold");
  expect(editInput(itemFieldsOf(gold), "gold", "member")).toEqual({
    name: "Stripes",
    description: "Two of them.",
    price: 75,
  });
});

test("an item that is no longer sold stays so in any edit", () => {
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
