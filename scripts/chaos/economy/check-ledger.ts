import type { DatabaseSync } from "node:sqlite";
import { newYorkDay } from "#domain/time.ts";
import type { Check } from "../check.ts";
import type { Contradiction } from "../faulty-connection.ts";
import type { Market } from "./market.ts";

// The economy's rules (docs/ECONOMY.md), written again so that the site's code isn't checked against itself.

const DAILY_COINS = 25;

/** A seller's share of a price (rule 13). */
const shareOf = (price: number): number => price - (3 * price - ((3 * price) % 10)) / 10;

/** The creator's share of an item's price (rule 13). */
const creatorShareOf = (type: number, price: number): number => (type >= 4 ? shareOf(price) : 0);

/** The spirit level for an amount of XP (rule 24). */
function levelOf(xp: number): number {
  let level = 1;
  while (50 * (level + 1) * level <= xp) level++;
  return level;
}

interface LedgerRow {
  id: number;
  key: string;
  user_id: number;
  type_id: number;
  source_type: string;
  source_id: number;
  coins: number;
  xp: number;
  copies: [item: number, serial: number][];
  previous_id: number | null;
  created_at: number;
}

interface Copy {
  id: number;
  user_id: number;
  item_id: number;
  serial: number | null;
  transaction_id: number | null;
  resale_price: number | null;
}

interface Item {
  id: number;
  type_id: 1 | 2 | 3 | 4 | 5 | 6;
  user_id: number;
  stock: number | null;
  sold_out: 0 | 1;
  sales_count: number;
}

interface User {
  id: number;
  coins: number;
  xp: number;
  spirit_level: number;
  gold_until: number | null;
}

/** A stopped site's stored economy. */
export interface StoredEconomy {
  rows: LedgerRow[];
  byId: Map<number, LedgerRow>;
  byKey: Map<string, LedgerRow>;
  copies: Copy[];
  items: Map<number, Item>;
  users: User[];
}

/** Whether a row is a purchase of a copy, from the site or from a member. */
const isPurchase = ({ type_id, source_type, copies }: LedgerRow): boolean =>
  type_id === 1 && source_type === "item" && copies.length > 0;
/** Whether a row is a seller's share. */
const isShare = ({ type_id, source_type }: LedgerRow): boolean => type_id === 1 && source_type === "user";

export function readEconomy(db: DatabaseSync): StoredEconomy {
  const all = <T>(sql: string) => db.prepare(sql).all() as T[];
  const rows = all<Omit<LedgerRow, "copies"> & { copies: string | null }>(
    "select * from transactions order by id",
  ).map((row): LedgerRow => ({ ...row, copies: JSON.parse(row.copies ?? "[]") as LedgerRow["copies"] }));
  const items = all<Item>("select id, type_id, user_id, stock, sold_out, sales_count from items");
  return {
    rows,
    byId: new Map(rows.map((row) => [row.id, row])),
    byKey: new Map(rows.map((row) => [row.key, row])),
    copies: all(
      "select id, user_id, item_id, serial, transaction_id, resale_price from inventory order by id",
    ),
    items: new Map(items.map((item) => [item.id, item])),
    users: all("select id, coins, xp, spirit_level, gold_until from users order by id"),
  };
}

/** Checks the ledger itself: shares, automatic payments, and that no balance was ever below zero. */
export function checkLedger(check: Check, { rows, users, byKey, byId, items }: StoredEconomy): void {
  const rowsByUser = Map.groupBy(rows, ({ user_id }) => user_id);
  const pockets = new Map<number, number>();
  const below = rows.filter(({ user_id, coins }) => {
    pockets.set(user_id, (pockets.get(user_id) ?? 0) + coins);
    return (pockets.get(user_id) ?? 0) < 0;
  });
  check("balances below zero after any row", below, rows.length);
  // Each purchase has a sale row with the price minus tax. The site sells official items.
  const purchases = rows.filter(isPurchase);
  const unpaid = purchases.filter((row) => {
    const share = byKey.get(`${row.key}:sale`);
    const item = items.get(row.source_id);
    const previous = row.previous_id === null ? undefined : byId.get(row.previous_id);
    const due = previous ? shareOf(-row.coins) : creatorShareOf(item?.type_id ?? 1, -row.coins);
    const seller = (previous ?? item)?.user_id;
    if (due === 0) return share !== undefined;
    return share?.coins !== due || share.user_id !== seller || share.source_id !== row.user_id;
  });
  check("purchases whose seller didn't get the price minus tax", unpaid, purchases.length);
  const shares = rows.filter(isShare);
  const orphans = shares.filter(({ key }) => !byKey.has(key.replace(/:sale$/, "")));
  check("sellers' shares without a purchase", orphans, shares.length);
  const wrongLevels = users.filter(({ id, xp, spirit_level }) => {
    const paid = (rowsByUser.get(id) ?? []).filter(({ type_id }) => type_id === 8);
    const level = levelOf(xp);
    const isRight = paid.every(({ source_id, coins }, i) => source_id === i + 2 && coins === 10 * (i + 2));
    return !isRight || paid.length !== level - 1 || spirit_level !== level;
  });
  check("users whose spirit levels weren't each paid once", wrongLevels, users.length);
  const days = new Set(
    rows.filter(({ key }) => key.startsWith("daily:")).map((row) => newYorkDay(row.created_at)),
  );
  const daily = [...days].flatMap((day) =>
    users.filter(({ gold_until }) => gold_until !== null).map(({ id }) => `daily:${day}:${id}`),
  );
  const missing = daily.filter((key) => byKey.get(key)?.coins !== DAILY_COINS);
  check("Gold members whose daily coins weren't paid once a day", missing, daily.length);
}

/** Compares copies with their serials, their items and the ledger. */
export function checkCopies(check: Check, { copies, items, rows, byId }: StoredEconomy): void {
  const numbered = copies.filter(({ serial }) => serial !== null);
  const sold = Map.groupBy(numbered, ({ item_id }) => item_id);
  const gaps = [...items.values()].filter(({ id, sales_count }) => {
    const serials = (sold.get(id) ?? []).map(({ serial }) => serial ?? 0).sort((a, b) => a - b);
    return serials.length !== sales_count || serials.some((serial, i) => serial !== i + 1);
  });
  check("items whose serials have gaps, duplicates or the wrong count", gaps, items.size);
  const limited = [...items.values()].filter(({ stock }) => stock !== null);
  const oversold = limited.filter(
    ({ stock, sales_count, sold_out }) =>
      sales_count > (stock ?? 0) || (sold_out === 1) !== (sales_count === stock),
  );
  check("limited items with too many copies, or sold out too early or late", oversold, limited.length);
  // Each copy can be traced back through the ledger to its first row, and no row's copy is missing.
  const used = new Set<string>();
  const unexplained = copies.filter(({ user_id, item_id, serial, transaction_id }) => {
    if (serial === null) return transaction_id !== null || items.get(item_id)?.user_id !== user_id;
    let owner = user_id;
    let row = byId.get(transaction_id ?? 0);
    if (!row) return true;
    while (row) {
      if (row.user_id !== owner || !row.copies.some(([item, n]) => item === item_id && n === serial))
        return true;
      used.add(`${row.id} ${item_id}`);
      row = byId.get(row.previous_id ?? 0);
      owner = row?.user_id ?? 0;
    }
    return false;
  });
  check("copies that were neither paid for nor given", unexplained, copies.length);
  const expected = rows
    .filter((row) => isPurchase(row) || row.type_id === 5)
    .flatMap((row) => row.copies.map(([item]) => `${row.id} ${item}`));
  check(
    "rows whose copy is missing",
    expected.filter((key) => !used.has(key)),
    expected.length,
  );
}

/** Compares acknowledged results with the stored data. */
export function checkAcknowledged(
  check: Check,
  { byKey, rows, copies }: StoredEconomy,
  { purchases, grants, offers }: Market,
  contradictions: readonly Contradiction[],
): void {
  const acknowledged = purchases.filter(({ bought }) => bought);
  const lost = acknowledged.filter(({ key, price, item }) => {
    const row = byKey.get(key);
    return row?.coins !== 0 - price || row.source_id !== item;
  });
  check("acknowledged purchases that are missing or cost something else", lost, acknowledged.length);
  const rejected = purchases.filter(({ bought }) => bought === false);
  const charged = rejected.filter(({ key }) => byKey.has(key));
  check("rejected purchases that were paid for anyway", charged, rejected.length);
  const known = new Set(purchases.map(({ key }) => key));
  const paid = rows.filter(({ key }) => key.startsWith("purchase:") && !key.endsWith(":sale"));
  check(
    "purchases that no one requested",
    paid.filter(({ key }) => !known.has(key)),
    paid.length,
  );
  const wrongGrants = grants.filter(({ key, user, coins, succeeded }) => {
    const row = byKey.get(key);
    return succeeded ? row?.user_id !== user || row.coins !== coins : row !== undefined;
  });
  check("grants that are missing, duplicated or of the wrong amount", wrongGrants, grants.length);
  const labels = contradictions.map(({ path, text }) => `${path}: ${text}`);
  check("actions that were both accepted and rejected", labels, purchases.length + grants.length);
  const byId = new Map(copies.map((copy) => [copy.id, copy]));
  const misplaced = [...offers].filter(([id, { owner, price }]) => {
    const copy = byId.get(id);
    return copy?.user_id !== owner || (price !== undefined && copy.resale_price !== price);
  });
  check("copies whose owner or price differs from the last response", misplaced, offers.size);
}
