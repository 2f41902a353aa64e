import type { DatabaseSync } from "node:sqlite";
import { newYorkDay } from "#domain/time.ts";
import type { Check } from "../check.ts";
import type { Contradiction } from "../faulty-connection.ts";
import type { BanPeriod, Market } from "./market.ts";
import { creatorShareOf, DAILY_COINS, levelOf, shareOf } from "./rules.ts";

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
  byKey: Map<string, LedgerRow[]>;
  copies: Copy[];
  items: Map<number, Item>;
  users: User[];
}

/** Whether a row is a purchase of a copy, from the site or from a member. */
const isPurchase = ({ type_id, source_type, copies }: LedgerRow): boolean =>
  type_id === 1 && source_type === "item" && copies.length > 0;
/** Whether a row is a seller's share. */
const isShare = ({ type_id, source_type }: LedgerRow): boolean => type_id === 1 && source_type === "user";
const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);
const keysOf = (rows: readonly { key: string }[]): string[] => rows.map(({ key }) => key);

export function readEconomy(db: DatabaseSync): StoredEconomy {
  const all = <T>(sql: string) => db.prepare(sql).all() as T[];
  const rows = all<Omit<LedgerRow, "copies"> & { copies: string | null }>(
    "select * from transactions order by id",
  ).map((row): LedgerRow => ({ ...row, copies: JSON.parse(row.copies ?? "[]") as LedgerRow["copies"] }));
  const items = all<Item>("select id, type_id, user_id, stock, sold_out, sales_count from items");
  return {
    rows,
    byId: new Map(rows.map((row) => [row.id, row])),
    byKey: Map.groupBy(rows, ({ key }) => key),
    copies: all(
      "select id, user_id, item_id, serial, transaction_id, resale_price from inventory order by id",
    ),
    items: new Map(items.map((item) => [item.id, item])),
    users: all("select id, coins, xp, spirit_level, gold_until from users order by id"),
  };
}

/** Computes the created and destroyed coins from the rows, and their difference to the members' balances. */
export function balanceSheet({ rows, users }: StoredEconomy) {
  const shares = sum(rows.filter(isShare).map(({ coins }) => coins));
  const created = sum(rows.filter((row) => row.coins > 0 && !isShare(row)).map(({ coins }) => coins));
  const spent = -sum(rows.filter(({ coins }) => coins < 0).map(({ coins }) => coins));
  // Sellers' shares only move between members.
  const destroyed = spent - shares;
  const pockets = sum(users.map(({ coins }) => coins));
  return { created, destroyed, pockets, difference: Math.abs(created - destroyed - pockets) };
}

/** Checks the ledger itself: sums, keys, shares and automatic payments. */
export function checkLedger(check: Check, { rows, users, byKey, byId, items }: StoredEconomy): void {
  const rowsByUser = Map.groupBy(rows, ({ user_id }) => user_id);
  const unequal = users.filter(({ id, coins, xp }) => {
    const list = rowsByUser.get(id) ?? [];
    return coins !== sum(list.map((row) => row.coins)) || xp !== sum(list.map((row) => row.xp));
  });
  check(
    "balances that aren't the sum of their rows",
    unequal.map(({ id }) => String(id)),
    users.length,
  );
  const pockets = new Map<number, number>();
  const below = rows.filter(({ user_id, coins }) => {
    pockets.set(user_id, (pockets.get(user_id) ?? 0) + coins);
    return (pockets.get(user_id) ?? 0) < 0;
  });
  check("balances below zero after any row", keysOf(below), rows.length);
  const doubled = [...byKey].filter(([, list]) => list.length > 1).map(([key]) => key);
  check("duplicate keys in the ledger", doubled, byKey.size);
  // Each purchase has a sale row with the price minus tax. The site sells official items.
  const purchases = rows.filter(isPurchase);
  const unpaid = purchases.filter((row) => {
    const [share] = byKey.get(`${row.key}:sale`) ?? [];
    const item = items.get(row.source_id);
    const previous = row.previous_id === null ? undefined : byId.get(row.previous_id);
    const due = previous ? shareOf(-row.coins) : creatorShareOf(item?.type_id ?? 1, -row.coins);
    const seller = (previous ?? item)?.user_id;
    if (due === 0) return share !== undefined;
    return share?.coins !== due || share.user_id !== seller || share.source_id !== row.user_id;
  });
  check("purchases whose seller didn't get the price minus tax", keysOf(unpaid), purchases.length);
  const shares = rows.filter(isShare);
  const orphans = shares.filter(({ key }) => !byKey.has(key.replace(/:sale$/, "")));
  check("sellers' shares without a purchase", keysOf(orphans), shares.length);
  const wrongLevels = users.filter(({ id, xp, spirit_level }) => {
    const paid = (rowsByUser.get(id) ?? []).filter(({ type_id }) => type_id === 8);
    const level = levelOf(xp);
    const isRight = paid.every(({ source_id, coins }, i) => source_id === i + 2 && coins === 10 * (i + 2));
    return !isRight || paid.length !== level - 1 || spirit_level !== level;
  });
  check(
    "users whose spirit levels weren't each paid once",
    wrongLevels.map(({ id }) => String(id)),
    users.length,
  );
  const days = new Set(
    rows.filter(({ key }) => key.startsWith("daily:")).map((row) => newYorkDay(row.created_at)),
  );
  const daily = [...days].flatMap((day) =>
    users.filter(({ gold_until }) => gold_until !== null).map(({ id }) => `daily:${day}:${id}`),
  );
  const missing = daily.filter((key) => byKey.get(key)?.[0]?.coins !== DAILY_COINS);
  check("Gold members whose daily coins weren't paid once a day", missing, daily.length);
}

/** Compares copies with their serials, their items and the ledger. */
export function checkCopies(
  check: Check,
  { copies, items, rows, byId }: StoredEconomy,
  db: DatabaseSync,
): void {
  const numbered = copies.filter(({ serial }) => serial !== null);
  const sold = Map.groupBy(numbered, ({ item_id }) => item_id);
  const nameOf = ({ id }: { id: number }) => `item ${id}`;
  const gaps = [...items.values()].filter(({ id, sales_count }) => {
    const serials = (sold.get(id) ?? []).map(({ serial }) => serial ?? 0).sort((a, b) => a - b);
    return serials.length !== sales_count || serials.some((serial, i) => serial !== i + 1);
  });
  check("items whose serials have gaps, duplicates or the wrong count", gaps.map(nameOf), items.size);
  const limited = [...items.values()].filter(({ stock }) => stock !== null);
  const oversold = limited.filter(
    ({ stock, sales_count, sold_out }) =>
      sales_count > (stock ?? 0) || (sold_out === 1) !== (sales_count === stock),
  );
  check(
    "limited items with too many copies, or sold out too early or late",
    oversold.map(nameOf),
    limited.length,
  );
  const twice = [...Map.groupBy(copies, ({ user_id, item_id }) => `${user_id} ${item_id}`)]
    .filter(([, list]) => list.length > 1)
    .map(([key]) => key);
  check("users with two copies of an item", twice, copies.length);
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
  check(
    "copies that were neither paid for nor given",
    unexplained.map(({ id }) => `copy ${id}`),
    copies.length,
  );
  const expected = rows
    .filter((row) => isPurchase(row) || row.type_id === 5)
    .flatMap((row) => row.copies.map(([item]) => `${row.id} ${item}`));
  check(
    "rows whose copy is missing",
    expected.filter((key) => !used.has(key)),
    expected.length,
  );
  const resales = rows.filter(({ previous_id }) => previous_id !== null);
  const day = ({ created_at }: LedgerRow) => new Date(created_at).toISOString().slice(0, 10);
  const prices = [...Map.groupBy(resales, (row) => `${row.source_id} ${day(row)}`)].map(([key, list]) => {
    const each = list.map(({ coins }) => -coins);
    return [key, each.length, sum(each), Math.min(...each), Math.max(...each)].join(" ");
  });
  const stored = db
    .prepare("select concat_ws(' ', item_id, day, count, sum, lowest, highest) as line from item_prices")
    .all()
    .map(({ line }) => String(line));
  const wrong = [
    ...prices.filter((one) => !stored.includes(one)),
    ...stored.filter((one) => !prices.includes(one)),
  ];
  check("days whose resale prices are wrong", wrong, prices.length);
}

/** Whether a double click's responses differ because a seller's ban was lifted in between. Both are correct then. */
function isExplainedByBan(
  { path, code, sentAt, receivedAt }: Contradiction,
  items: StoredEconomy["items"],
  bans: readonly BanPeriod[],
): boolean {
  // A copy can have any seller.
  const maker = items.get(Number(/\/items\/(\d+)\//.exec(path)?.[1]))?.user_id;
  const isTheirs = ({ user }: BanPeriod) => maker === undefined || user === maker;
  return (
    code === "not_for_sale" &&
    bans.some((ban) => isTheirs(ban) && ban.to <= receivedAt && sentAt <= ban.endedAt)
  );
}

/** Compares acknowledged results with the stored data. */
export function checkAcknowledged(
  check: Check,
  { byKey, rows, items, copies }: StoredEconomy,
  { purchases, actions, bans, offers, sold, wishes }: Market,
  contradictions: readonly Contradiction[],
  db: DatabaseSync,
): void {
  const acknowledged = purchases.filter(({ bought }) => bought);
  const lost = acknowledged.filter(({ key, price, item }) => {
    const [row, ...more] = byKey.get(key) ?? [];
    return !row || more.length > 0 || row.coins !== 0 - price || row.source_id !== item;
  });
  check("acknowledged purchases that are missing or cost something else", keysOf(lost), acknowledged.length);
  const rejected = purchases.filter(({ bought }) => bought === false);
  const charged = rejected.filter(({ key }) => byKey.has(key));
  check("rejected purchases that were paid for anyway", keysOf(charged), rejected.length);
  const known = new Set(keysOf(purchases));
  const paid = rows.filter(({ key }) => key.startsWith("purchase:") && !key.endsWith(":sale"));
  check("purchases that no one requested", keysOf(paid.filter(({ key }) => !known.has(key))), paid.length);
  const wrongActions = actions.filter(({ key, user, coins, succeeded, ids }) => {
    const [row] = byKey.get(key) ?? [];
    if (!succeeded) return row !== undefined;
    const isMade = [...ids].every((id) => row?.source_id === id && items.get(id)?.user_id === user);
    return row?.user_id !== user || row.coins !== coins || ids.size > 1 || !isMade;
  });
  check(
    "creations and grants that are missing, duplicated or of the wrong amount",
    keysOf(wrongActions),
    actions.length,
  );
  const unexplained = contradictions.filter((one) => !isExplainedByBan(one, items, bans));
  const labels = unexplained.map(({ path, text }) => `${path}: ${text}`);
  check("actions that were both accepted and rejected", labels, purchases.length + actions.length);
  const byId = new Map(copies.map((copy) => [copy.id, copy]));
  const misplaced = [...offers].filter(([id, { owner, price }]) => {
    const copy = byId.get(id);
    return copy?.user_id !== owner || (price !== undefined && copy.resale_price !== price);
  });
  check(
    "copies whose owner or price differs from the last response",
    misplaced.map(([id]) => `copy ${id}`),
    offers.size,
  );
  const mispriced = sold.filter(({ price, listed }) => price !== listed.price);
  check(
    "copies sold for a different price than their owner last asked",
    mispriced.map(({ copy }) => `copy ${copy}`),
    sold.length,
  );
  const wished = new Set(
    db
      .prepare("select user_id || ' ' || item_id as key from wishes")
      .all()
      .map(({ key }) => String(key)),
  );
  const differ = [...wishes].filter(
    ([key, isWished]) => isWished !== undefined && isWished !== wished.has(key),
  );
  check(
    "wishes that differ from the last response",
    differ.map(([key]) => key),
    wishes.size,
  );
  const shares = rows.filter(isShare);
  const banned = shares.filter((row) =>
    bans.some(({ user, from, to }) => user === row.user_id && from < row.created_at && row.created_at < to),
  );
  check("sales by users who were banned at the time", keysOf(banned), shares.length);
}
