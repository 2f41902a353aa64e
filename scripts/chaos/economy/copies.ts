import type { DatabaseSync } from "node:sqlite";
import type { Check } from "../check-writes.ts";
import { isPurchase, type StoredCopy, type StoredEconomy, type StoredLedgerRow } from "./stored-economy.ts";

const nameOf = ({ item_id, serial, user_id }: StoredCopy) => `item ${item_id} number ${serial} of ${user_id}`;

/** Compares copies with their serials, their items and the ledger. */
export function checkCopies(check: Check, economy: StoredEconomy, db: DatabaseSync): void {
  const { copies, items, rows } = economy;
  const sold = Map.groupBy(
    copies.filter(({ serial }) => serial !== null),
    ({ item_id }) => item_id,
  );
  check(
    "items whose serials have gaps, duplicates or the wrong count",
    [...items.values()]
      .filter(({ id, sales_count }) => {
        const serials = (sold.get(id) ?? []).map(({ serial }) => serial ?? 0).sort((a, b) => a - b);
        return serials.length !== sales_count || serials.some((serial, i) => serial !== i + 1);
      })
      .map(({ id }) => `item ${id}`),
    items.size,
  );
  const limited = [...items.values()].filter(({ stock }) => stock !== null);
  check(
    "limited items with too many copies, or sold out too early or late",
    limited
      .filter(
        ({ stock, sales_count, sold_out }) =>
          sales_count > (stock ?? 0) || (sold_out === 1) !== (sales_count === stock),
      )
      .map(({ id }) => `item ${id}`),
    limited.length,
  );
  check(
    "users with two copies of an item",
    [...Map.groupBy(copies, ({ user_id, item_id }) => `${user_id} ${item_id}`)]
      .filter(([, list]) => list.length > 1)
      .map(([key]) => key),
    copies.length,
  );
  checkOrigins(check, economy);
  checkPrices(check, rows, db);
}

/** Checks that each copy can be traced back through the ledger to its first row, and that no row's copy is missing. */
function checkOrigins(check: Check, { copies, items, rows }: StoredEconomy): void {
  const rowOf = (id: number | null): StoredLedgerRow | undefined => (id === null ? undefined : rows[id - 1]);
  const used = new Set<string>();
  const wrong = copies.filter(({ user_id, item_id, serial, transaction_id }) => {
    if (serial === null) return transaction_id !== null || items.get(item_id)?.user_id !== user_id;
    let [row, owner] = [rowOf(transaction_id), user_id];
    let last: StoredLedgerRow | undefined;
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
  check("copies that were neither paid for nor given", wrong.map(nameOf), copies.length);
  const expectedCopies = rows
    .filter((row) => isPurchase(row) || row.type_id === 5)
    .flatMap((row) => row.copies.map(([item]) => `${row.id} ${item}`));
  check(
    "rows whose copy is missing",
    expectedCopies.filter((key) => !used.has(key)),
    expectedCopies.length,
  );
  check(
    "ledger ids that aren't in the order of writing",
    rows.filter(({ id }, i) => id !== i + 1).map(({ key }) => key),
    rows.length,
  );
}

/** Checks the daily prices against the resales. */
function checkPrices(check: Check, rows: readonly StoredLedgerRow[], db: DatabaseSync): void {
  const resales = rows.filter(({ previous_id }) => previous_id !== null);
  const day = ({ created_at }: StoredLedgerRow) => new Date(created_at).toISOString().slice(0, 10);
  const expected = [...Map.groupBy(resales, (row) => `${row.source_id} ${day(row)}`)].map(([key, list]) => {
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
    ...expected.filter((one) => !stored.includes(one)),
    ...stored.filter((one) => !expected.includes(one)),
  ];
  check("days whose resale prices are wrong", wrong, expected.length);
}
