import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type { BenchReport } from "../../bench/report.ts";
import { formatFigure } from "../../bench/report.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { databaseFile } from "../../site/database-file.ts";
import { between } from "../chat/send-request.ts";
import { type Check, checkCounters } from "../check-writes.ts";
import { checkAcknowledged } from "../economy/acknowledged.ts";
import { checkBalances } from "../economy/check-balances.ts";
import { checkCopies } from "../economy/copies.ts";
import { EconomyHistory } from "../economy/economy-history.ts";
import { FaultyConnection } from "../economy/faulty-connection.ts";
import { balanceSheet, checkLedger } from "../economy/ledger.ts";
import { Market } from "../economy/market.ts";
import { checkNotices } from "../economy/notices.ts";
import { readEconomy } from "../economy/stored-economy.ts";
import { createEconomyWorld, type EconomyWorld } from "../economy/world.ts";
import { KillableSite } from "../killable-site.ts";

const OPERATIONS = { full: 10_000, small: 1_000 };
/** Parts of a run. In each, the site is killed once, there's one rush, and balances are checked at the end. */
const PARTS = { full: 8, small: 2 };
/** Parallel actions. */
const CONCURRENCY = 24;
const RUSH_BUYERS = 200;
const SCHEDULE_PAUSE_MS = 1_000;

/**
 * Members buy, sell, resell, create, wish and get grants ten thousand times while responses are lost, clicks are doubled,
 * sellers are banned, prices change and the site is killed. Every coin and every copy must match the ledger.
 */
export const verifyEconomy: BenchArea = async (report, { small }) => {
  const size = small ? "small" : "full";
  const site = await KillableSite.start(emptyScratchFolder());
  const history = new EconomyHistory();
  const connection = new FaultyConnection(site, history);
  const world = await createEconomyWorld(site, PARTS[size]);
  await trade(connection, world, history, size);
  const check: Check = (label, wrong, total) =>
    report.atMost(`${label}, of ${total}`, wrong.length, 0, { notes: wrong.slice(0, 3) });
  reportOperations(report, site, history);
  check("members whose balance differs from their responses", history.wrongBalances, history.balancesChecked);
  await checkNotices(check, connection, world);
  await site.stop();
  const db = new DatabaseSync(databaseFile(site.state), { readOnly: true });
  const economy = readEconomy(db);
  const { created, destroyed, pockets, difference } = balanceSheet(economy);
  report.atMost("coins created − destroyed − in pockets", difference, 0, {
    notes: [
      `${formatFigure(created)} created, ${formatFigure(destroyed)} destroyed, ${formatFigure(pockets)} in pockets`,
    ],
  });
  report.info("copies resold", economy.rows.filter(({ previous_id }) => previous_id !== null).length);
  checkLedger(check, economy);
  checkCopies(check, economy, db);
  check(
    "last copies that none of 200 buyers got",
    world.rushes
      .filter(({ id, stock }) => economy.items.get(id)?.sales_count !== stock)
      .map(({ id }) => `item ${id}`),
    world.rushes.length,
  );
  checkAcknowledged(check, economy, history, db);
  checkCounters(report, site.state);
  db.close();
};

/** Lets everyone trade. In each part the site is killed, and balances are checked at the end. */
async function trade(
  connection: FaultyConnection,
  world: EconomyWorld,
  history: EconomyHistory,
  size: keyof typeof PARTS,
): Promise<void> {
  const [operations, parts] = [OPERATIONS[size], PARTS[size]];
  const market = new Market(connection, world, history);
  const { site } = connection;
  const state: { over: boolean; failure?: unknown } = { over: false };
  const traders = Promise.all(
    Array.from({ length: CONCURRENCY }, () => market.trade(() => state.over)),
  ).catch((error: unknown) => {
    state.failure = error;
  });
  const reached = async (part: number) => {
    while (history.operations < (operations * part) / parts && !state.failure) await pause(10);
    if (state.failure) throw state.failure;
  };
  const schedule = runSchedule(site, () => state.over);
  for (let part = 0; part < parts; part++) {
    market.open();
    await reached(part + between(0.05, 0.2));
    const item = world.rushes[part];
    const rush = item && market.rush(item, RUSH_BUYERS);
    // Every other kill happens in the middle of the rush.
    if (part % 2) await pause(between(20, 250));
    else await reached(part + between(0.5, 0.8));
    await site.killAndRestart();
    await rush;
    await reached(part + 1);
    await market.close();
    await checkBalances(connection, world, history);
  }
  state.over = true;
  await Promise.all([traders, schedule]);
}

/** Runs the schedule all the time, also while the site is killed. */
async function runSchedule(site: KillableSite, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await site.whenUp().catch(() => {});
    await site.runSchedule().catch(() => {});
    await pause(SCHEDULE_PAUSE_MS);
  }
}

function reportOperations(report: BenchReport, site: KillableSite, history: EconomyHistory): void {
  const { operations, statuses, doubles, cuts, retries, repeats, purchases, failures } = history;
  const responses = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, n]) => `${status || "no response"}: ${n}`);
  report.info("operations", operations, { notes: [`answers ${responses.join(", ")}`] });
  report.info("times killed", site.kills);
  report.info("purchases acknowledged", purchases.filter(({ bought }) => bought).length, {
    notes: [
      `of ${purchases.length} wanted; ${doubles} double clicks, ${cuts} responses cut off, ${retries} retries after lost responses, ${repeats} repeats`,
    ],
  });
  report.atMost("responses that were server errors", failures.length, 0, { notes: failures.slice(0, 3) });
}
