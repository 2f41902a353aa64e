import { setTimeout as pause } from "node:timers/promises";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { between, type Check, checkCounters, checkOf, openToCheck } from "../check.ts";
import { checkAcknowledged, checkCopies, checkLedger, readEconomy } from "../economy/check-ledger.ts";
import { Market } from "../economy/market.ts";
import { createEconomyWorld, type EconomyWorld } from "../economy/world.ts";
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
export const verifyEconomy: BenchArea = async (report, { small }) => {
  const size = small ? "small" : "full";
  const site = await KillableSite.start(emptyScratchFolder());
  const connection = new FaultyConnection(site);
  const world = await createEconomyWorld(site, PARTS[size]);
  const market = new Market(site, connection, world);
  await trade(site, world, market, size);
  const check = checkOf(report);
  report.info("operations", market.operations, { notes: [String(connection), `${site.kills} kills`] });
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
async function trade(
  site: KillableSite,
  world: EconomyWorld,
  market: Market,
  size: keyof typeof PARTS,
): Promise<void> {
  const [operations, parts] = [OPERATIONS[size], PARTS[size]];
  const state: { over: boolean; failure?: unknown } = { over: false };
  const traders = Promise.all(
    Array.from({ length: CONCURRENCY }, () => market.trade(() => state.over)),
  ).catch((error: unknown) => {
    state.failure = error;
  });
  const reached = async (part: number) => {
    while (market.operations < (operations * part) / parts && !state.failure) await pause(10);
    if (state.failure) throw state.failure;
  };
  const schedule = runSchedule(site, () => state.over);
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
  state.over = true;
  await Promise.all([traders, schedule]);
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
