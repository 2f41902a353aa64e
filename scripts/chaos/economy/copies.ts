import type { DatabaseSync } from "node:sqlite";
import type { Judge } from "../verdict.ts";
import { type Books, type Copy, isPurchase, type Row } from "./books.ts";

const nameOf = ({ item_id, serial, user_id }: Copy) => `item ${item_id} number ${serial} of ${user_id}`;

/** Copies against their numbers, their items and what was paid for them. */
export function judgeCopies(judge: Judge, books: Books, db: DatabaseSync): void {
  const { copies, items, rows } = books;
  const sold = Map.groupBy(
    copies.filter(({ serial }) => serial !== null),
    ({ item_id }) => item_id,
  );
  judge(
    "items whose numbers have gaps, doubles or another count",
    [...items.values()]
      .filter(({ id, sales_count }) => {
        const serials = (sold.get(id) ?? []).map(({ serial }) => serial ?? 0).sort((a, b) => a - b);
        return serials.length !== sales_count || serials.some((serial, i) => serial !== i + 1);
      })
      .map(({ id }) => `item ${id}`),
    items.size,
  );
  const limited = [...items.values()].filter(({ stock }) => stock !== null);
  judge(
    "limited items with more copies than there are, or sold out too early or late",
    limited
      .filter(
        ({ stock, sales_count, sold_out }) =>
          sales_count > (stock ?? 0) || (sold_out === 1) !== (sales_count === stock),
      )
      .map(({ id }) => `item ${id}`),
    limited.length,
  );
  judge(
    "people with two copies of an item",
    [...Map.groupBy(copies, ({ user_id, item_id }) => `${user_id} ${item_id}`)]
      .filter(([, list]) => list.length > 1)
      .map(([key]) => key),
    copies.length,
  );
  judgeOrigins(judge, books);
  judgePrices(judge, rows, db);
}

/** Each copy goes back, row by row, to the one that brought it into the world; no row brings a copy that is not there. */
function judgeOrigins(judge: Judge, { copies, items, rows }: Books): void {
  const rowOf = (id: number | null): Row | undefined => (id === null ? undefined : rows[id - 1]);
  const used = new Set<string>();
  const wrong = copies.filter(({ user_id, item_id, serial, transaction_id }) => {
    if (serial === null) return transaction_id !== null || items.get(item_id)?.user_id !== user_id;
    let [row, owner] = [rowOf(transaction_id), user_id];
    let last: Row | undefined;
    while (row) {
      const names = row.copies.some(([item, number]) => item === item_id && number === serial);
      if (row.user_id !== owner || !names) return true;
      used.add(`${row.id} ${item_id}`);
      last = row;
      row = rowOf(row.previous_id);
      owner = row?.user_id ?? 0;
    }
    return last === undefined;
  });
  judge("copies that were not paid for or given", wrong.map(nameOf), copies.length);
  const brought = rows
    .filter((row) => isPurchase(row) || row.type_id === 5)
    .flatMap((row) => row.copies.map(([item]) => `${row.id} ${item}`));
  judge(
    "rows that brought a copy which is not there",
    brought.filter((key) => !used.has(key)),
    brought.length,
  );
  judge(
    "ids of the ledger that are not in the order of writing",
    rows.filter(({ id }, i) => id !== i + 1).map(({ key }) => key),
    rows.length,
  );
}

/** The days' prices are those of the resales. */
function judgePrices(judge: Judge, rows: readonly Row[], db: DatabaseSync): void {
  const resales = rows.filter(({ previous_id }) => previous_id !== null);
  const day = ({ created_at }: Row) => new Date(created_at).toISOString().slice(0, 10);
  const truth = [...Map.groupBy(resales, (row) => `${row.source_id} ${day(row)}`)].map(([key, list]) => {
    const prices = list.map(({ coins }) => -coins);
    const total = prices.reduce((all, price) => all + price, 0);
    return [key, prices.length, total, Math.min(...prices), Math.max(...prices)].join(" ");
  });
  const stored = db
    .prepare(
      "select concat_ws(' ', item_id, day, count, sum, lowest, highest) as line from item_prices order by item_id, day",
    )
    .all()
    .map(({ line }) => String(line));
  const wrong = [
    ...truth.filter((one) => !stored.includes(one)),
    ...stored.filter((one) => !truth.includes(one)),
  ];
  judge("days whose resale prices are wrong", wrong, truth.length);
}
