import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { UNFILTERED } from "#domain/transactions/view.ts";
import { CoinsCell } from "#web/features/transactions/coins-cell.tsx";
import { NoTransactions } from "#web/features/transactions/no-transactions.tsx";

const received = { coins: 32, coins_sign: "+", coins_abs_formatted: "32", paid: null };
const spent = { coins: -45, coins_sign: "-", coins_abs_formatted: "45", paid: null };

/** The text of a row's coins column, and whether it looks like a gain. */
function coinsOf(row: Parameters<typeof CoinsCell>[0]["row"], incoming: boolean) {
  const html = renderToStaticMarkup(createElement(CoinsCell, { row, incoming }));
  const text = html.replace(/<[^>]*>/g, "|").replace(/\|+/g, " ");
  return { text: text.replace(/ +/g, " ").trim(), isGain: html.includes("gain") };
}

test("a purchase under 'From you' shows what the seller received and what you paid, not a gain", () => {
  expect(coinsOf({ ...received, paid: 45 }, false)).toEqual({
    text: "32 coins You paid 45 coins",
    isGain: false,
  });
});

test("coins you received are a gain under 'To you', and coins you paid have a minus", () => {
  expect(coinsOf(received, true)).toEqual({ text: "+32 coins", isGain: true });
  expect(coinsOf(spent, true)).toEqual({ text: "−45 coins", isGain: false });
});

test("an empty 'From you' list suggests buying something, not selling it", () => {
  const view = { ...UNFILTERED, incoming: false };
  const list = createElement(NoTransactions, { view, total: 0 });
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, list));
  expect(html).toContain("Buy something another player made.");
  expect(html).toContain('href="/shop?category=shirt"');
});
