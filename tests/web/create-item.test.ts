import {
  creatableTypes,
  newItemFields,
  priceFieldProblem,
  priceInput,
  updateFields,
} from "#web/features/shop/item-fields.ts";
import { typedNumber, typedPriceProblem } from "#web/lib/typed-number.ts";

test("members create shirts, pants and shoes, admins everything", () => {
  expect(creatableTypes("member")).toEqual([4, 5, 6]);
  expect(creatableTypes("moderator")).toEqual([4, 5, 6]);
  expect(creatableTypes("admin")).toEqual([1, 2, 3, 4, 5, 6]);
});

test("the URL selects the type if the member can create it", () => {
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
