import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type * as schema from "#db/schema/index.ts";
import { newYorkDay } from "#domain/time.ts";
import type { BenchArea, BenchOptions } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { between, type Check, Crew, checkCounters, checkOf, openToCheck } from "../check.ts";
import { createEconomyWorld, type EconomyWorld, Market } from "../economy/market.ts";
import { FaultyConnection } from "../faulty-connection.ts";
import { KillableSite } from "../killable-site.ts";

const OPERATIONS = { full: 10_000, small: 1_000 };
/** Parts of a run. In each, the site is killed once, and there's one rush. */
const PARTS = { full: 8, small: 2 };
/** Parallel actions. */
const CONCURRENCY = 24;
const RUSH_BUYERS = 200;
const SETTLED_MS = 30_000;
const SCHEDULE_MS = 1_000;

/**
 * Members buy, sell, resell and get grants ten thousand times while responses are lost, clicks are doubled and the site is
 * killed. Every coin and every copy must match the ledger.
 */
export const verifyEconomy: BenchArea = async (report, { size }) => {
  const site = await KillableSite.start(emptyScratchFolder());
  const connection = new FaultyConnection(site);
  const world = await createEconomyWorld(site, PARTS[size]);
  const market = new Market(site, connection, world);
  await trade(site, world, market, size);
  const check = checkOf(report);
  report.info("operations", market.operations, {
    notes: [String(connection.statuses), `${site.kills} kills`],
  });
  check("responses that were server errors", connection.failures, market.operations);
  await checkNotices(check, site);
  await site.stop();
  using db = openToCheck(site.state);
  const economy = readEconomy(db);
  checkLedger(check, economy);
  checkCopies(check, economy);
  const unsold = world.rushes.filter(({ id, stock }) => economy.items.get(id)?.sales_count !== stock);
  check(`last copies that none of ${RUSH_BUYERS} buyers got`, unsold, world.rushes.length);
  checkAcknowledged(check, economy, market, connection.contradictions);
  checkCounters(report, site.state);
};

/** Lets everyone trade. In each part there is a rush, and the site is killed. */
async function trade(site: KillableSite, world: EconomyWorld, market: Market, size: BenchOptions["size"]) {
  const [operations, parts] = [OPERATIONS[size], PARTS[size]];
  const traders = Array.from({ length: CONCURRENCY }, () => (isOver: () => boolean) => market.trade(isOver));
  const crew = new Crew([...traders, (isOver) => runSchedule(site, isOver)]);
  const reached = (part: number) => crew.until(() => market.operations >= (operations * part) / parts);
  for (let part = 0; part < parts; part++) {
    await reached(part + between(0.05, 0.2));
    const item = world.rushes[part];
    const rush = item && market.rush(item, RUSH_BUYERS);
    // Every other kill happens in the middle of the rush.
    if (part % 2) await pause(between(20, 250));
    else await reached(part + between(0.5, 0.8));
    await site.killAndRestart();
    await rush;
    await reached(part + 1);
  }
  await crew.end();
}

/** Runs the schedule all the time, also while the site is killed. */
async function runSchedule(site: KillableSite, isOver: () => boolean): Promise<void> {
  for (; !isOver(); await pause(SCHEDULE_MS)) {
    await site.whenUp().catch(() => {});
    await site.runSchedule().catch(() => {});
  }
}

/** Checks that all sellers are notified of their sales in the end. */
async function checkNotices(check: Check, site: KillableSite): Promise<void> {
  const end = performance.now() + 2 * SETTLED_MS;
  const waiting = () => site.rows<{ id: number }>("select id from notices");
  while ((await waiting()).length > 0 && performance.now() < end) {
    await site.runSchedule();
    await pause(200);
  }
  const left = await waiting();
  check("notices that were never delivered", left, left.length);
}

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

type StoredRow = typeof schema.transactions.$inferSelect;
interface LedgerRow extends Omit<StoredRow, "copies"> {
  copies: [item: number, serial: number][];
}
type Copy = typeof schema.inventory.$inferSelect;
type Item = typeof schema.items.$inferSelect;
type User = typeof schema.users.$inferSelect;

/** A stopped site's stored economy. */
interface StoredEconomy {
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

function readEconomy(db: DatabaseSync): StoredEconomy {
  const all = <T>(sql: string) => db.prepare(sql).all() as T[];
  const rows = all<StoredRow>("select * from transactions order by id").map((row) => {
    return { ...row, copies: JSON.parse(row.copies ?? "[]") as LedgerRow["copies"] };
  });
  const items = all<Item>("select * from items");
  return {
    rows,
    byId: new Map(rows.map((row) => [row.id, row])),
    byKey: new Map(rows.map((row) => [row.key, row])),
    copies: all("select * from inventory order by id"),
    items: new Map(items.map((item) => [item.id, item])),
    users: all("select * from users order by id"),
  };
}

/** Checks the ledger itself: shares, automatic payments, and that no balance was ever below zero. */
function checkLedger(check: Check, { rows, users, byKey, byId, items }: StoredEconomy): void {
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
function checkCopies(check: Check, { copies, items, rows, byId }: StoredEconomy): void {
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
function checkAcknowledged(
  check: Check,
  { byKey, rows, copies }: StoredEconomy,
  { purchases, grants, offers }: Market,
  contradictions: readonly string[],
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
  check("actions that were both accepted and rejected", contradictions, purchases.length + grants.length);
  const byId = new Map(copies.map((copy) => [copy.id, copy]));
  const misplaced = [...offers].filter(([id, { owner, price }]) => {
    const copy = byId.get(id);
    return copy?.user_id !== owner || (price !== undefined && copy.resale_price !== price);
  });
  check("copies whose owner or price differs from the last response", misplaced, offers.size);
}
