import { expect, test } from "vitest";
import { changed, creatableTypes, newItem, sentPrice } from "#web/features/shop/item-fields.ts";
import { priceDigits } from "#web/lib/price.ts";
import { coinsText } from "#web/text/coins.ts";

test("members make shirts, pants and shoes, admins everything", () => {
  expect(creatableTypes("member")).toEqual([4, 5, 6]);
  expect(creatableTypes("moderator")).toEqual([4, 5, 6]);
  expect(creatableTypes("admin")).toEqual([1, 2, 3, 4, 5, 6]);
});

test("the address chooses the type where one may make it", () => {
  expect(newItem("member", "shoes").type_id).toBe(6);
  expect(newItem("member", "hat").type_id).toBe(4);
  expect(newItem("member", "x").type_id).toBe(4);
  expect(newItem("admin", "face").type_id).toBe(3);
  expect(newItem("admin", null).type_id).toBe(1);
});

test("what a member has is stated exactly beside a price, with what remains where it is enough", () => {
  expect(coinsText.spend(3115, 125)).toBe("You have 3,115 coins; after this 2,990.");
  expect(coinsText.spend(25, 25)).toBe("You have 25 coins; after this 0.");
  expect(coinsText.spend(1, 25)).toBe("You have 1 coin.");
});

test("a price keeps its digits and is sent for what is on sale only", () => {
  expect(priceDigits(" 1,2x50 ")).toBe("1250");
  expect(priceDigits("9".repeat(20))).toHaveLength(7);
  const item = changed(newItem("member", null), { price: "75" });
  expect(sentPrice(item)).toBe(0);
  expect(sentPrice(changed(item, { purchasable: "onsale" }))).toBe(75);
  expect(sentPrice(changed(item, { purchasable: "onsale", price: "" }))).toBe(0);
  expect(sentPrice(changed(item, { purchasable: "free" }))).toBe(0);
});

test("a Gold month begins on its first day and puts the item on sale", () => {
  const item = changed(newItem("admin", null), { gold_month: "2026-12-24" });
  expect(item).toMatchObject({ gold_month: "2026-12-01", purchasable: "onsale" });
  // What is being typed is no month yet and stays as it is.
  expect(changed(item, { gold_month: "0002-12-24" }).gold_month).toBe("0002-12-24");
  // Taken away, the item stays on sale; taken off sale, it is in no Gold month.
  expect(changed(item, { gold_month: "" })).toMatchObject({ gold_month: "", purchasable: "onsale" });
  expect(changed(item, { purchasable: "free" })).toMatchObject({ gold_month: "", purchasable: "free" });
  expect(changed(item, { name: "Crown" }).gold_month).toBe("2026-12-01");
});
