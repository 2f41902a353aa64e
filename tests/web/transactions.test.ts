import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { fillTemplate, transactionText } from "#domain/inventory/transaction-text.ts";
import { inventoryInput, readInventoryView, writeInventoryView } from "#domain/inventory/view.ts";
import type { Transaction } from "#domain/transactions/api.ts";
import { transactionSentence } from "#web/features/transactions/text/transaction-sentence.ts";
import { CoinsAmount, daysOf } from "#web/features/transactions/transaction-table.tsx";

/** An amount's text, and whether it looks like a gain. */
function amount(coins: number, isOwn: boolean) {
  const html = renderToStaticMarkup(createElement(CoinsAmount, { coins, isOwn }));
  return { text: html.replace(/<[^>]*>/g, ""), isGain: html.includes("gain") };
}

test("coins you received look like a gain, coins you paid have a minus, and other people's have no sign", () => {
  expect(amount(32, true)).toEqual({ text: "+32 coins", isGain: true });
  expect(amount(-1_250, true)).toEqual({ text: "−1,250 coins", isGain: false });
  expect(amount(32, false)).toEqual({ text: "32 coins", isGain: false });
});

const user = { username: "bobby", url: "/users/bobby" };
const goldie = { username: "goldie", url: "/users/goldie" };
const boots = { item: { id: 4, name: "Rocket Boots", thumbnail_url: "" }, serial: 7 };
const hat = { item: { id: 5, name: "Teapot", thumbnail_url: "" }, serial: null };
const BOOTS = { name: "Rocket Boots", url: "/items/4" };

/** The text of a row's sentence; the user's own unless `isOwn` is false. */
function sentence(type: number, row: object, isOwn = true): string {
  const defaults = { coins: 0, xp: 0, inventories: [], seller: null, gift: null, source: null, user };
  const full = { ...defaults, transaction_type: { id: type }, ...row } as unknown as Transaction;
  return transactionSentence(full, isOwn)
    .map((part) => (typeof part === "string" ? part : part.name))
    .join("");
}

const item = { source_type: "item", source: BOOTS };
const copies = { inventories: [boots] };
test.each<[string, number, object]>([
  ["You bought Rocket Boots #7 from goldie", 1, { ...item, ...copies, coins: -45, seller: goldie }],
  ["You bought Rocket Boots #7", 1, { ...item, ...copies, coins: -45 }],
  ["You got Rocket Boots #7 for free", 1, { ...item, ...copies }],
  ["You created Rocket Boots", 1, { ...item, coins: -25 }],
  [
    "goldie bought Rocket Boots #7 from you",
    1,
    { ...copies, source_type: "user", source: goldie, coins: 32 },
  ],
  ["You finished the daily challenge", 2, { source_type: "challenge", source: { name: "Daily challenge" } }],
  ["You got XP 7 times that day", 6, { source_type: "day", source_id: 7, xp: 70 }],
  ["You reached spirit level 3", 8, { source_type: "spirit", source_id: 3 }],
  ["You got your daily Gold coins", 9, { source_type: "site", gift: "daily", coins: 25 }],
  ["You started with 2 items", 9, { source_type: "site", gift: "starter", inventories: [boots, hat] }],
  // Sources that are hidden or deleted.
  ["You bought a deleted item", 1, { source_type: "item", coins: -45 }],
  ["A level you can't see gave you XP", 6, { source_type: "level", xp: 10 }],
])("a row of the history is the sentence '%s'", (text, type, row) => expect(sentence(type, row)).toBe(text));

test("a grant lists what it brought, in the giver's history, too", () => {
  const grant = { source_type: "user", source: goldie, coins: 5, xp: 10, inventories: [boots] };
  expect(sentence(5, grant)).toBe("goldie gave you coins, XP and Rocket Boots #7");
  expect(sentence(5, grant, false)).toBe("You gave bobby coins, XP and Rocket Boots #7");
  expect(sentence(5, { ...grant, coins: -5 })).toBe("goldie took coins away");
  expect(sentence(5, { ...grant, coins: -5 }, false)).toBe("You took coins from bobby");
});

test("rows are grouped by the reader's days, and a day's sum leaves out what others received", () => {
  const at = (hour: number) => new Date(2026, 10, 3, hour).toISOString();
  const rowOf = (coins: number, hour: number, userId = 1) =>
    ({ coins, created_at: at(hour), user: { id: userId } }) as Transaction;
  const days = daysOf([rowOf(20, 23), rowOf(-5, 0), rowOf(50, 12, 2), rowOf(7, -1)], 1);
  expect(days.map(({ rows, coins }) => [rows.length, coins])).toEqual([
    [3, 15],
    [1, 7],
  ]);
});

const read = (query: string) => readInventoryView(new URLSearchParams(query));

test("an inventory's URL has everything that is shown, except defaults and invalid values", () => {
  for (const query of ["", "category=hat&search=cone&page=3&entry=17", "category=favorites", "search=a+b"])
    expect(String(writeInventoryView(read(query)))).toBe(query);
  expect(String(writeInventoryView(read("category=all&page=1&search=+")))).toBe("");
  for (const query of ["category=evil&page=-3&entry=0", "category=Hat&page=1.5&entry=x", "page=99999999"])
    expect(read(query)).toEqual({ category: "all", search: "", page: 1, entry: null });
});

test("the list is fetched without the category 'all' and without the entry", () => {
  expect(inventoryInput(read("page=2&entry=5"))).toEqual({ search: "", page: 2 });
  expect(inventoryInput(read("category=toy&search=duck"))).toEqual({
    category: "toy",
    search: "duck",
    page: 1,
  });
});

test("a line of the history has its placeholders filled in; unknown ones stay", () => {
  const values = { user: "bobby", coins: "40" };
  expect(fillTemplate(transactionText(1, -40), values)).toBe("bobby bought this item for 40 coins");
  expect(fillTemplate(transactionText(1, 0), values)).toBe("bobby got this item for free");
  expect(fillTemplate("{user} met {stranger}", values)).toBe("bobby met {stranger}");
});
