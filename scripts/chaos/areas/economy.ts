import { setTimeout as pause } from "node:timers/promises";
import { ACHIEVEMENT_SETS } from "#domain/achievements/sets.ts";
import { newYorkDay } from "#domain/time.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { forEach } from "../../client/crowd.ts";
import { between, type Check, checkCounters, checkOf, openToCheck } from "../check.ts";
import { checkAcknowledged, checkCopies, checkLedger, readEconomy } from "../economy/check-ledger.ts";
import { Market } from "../economy/market.ts";
import { DAILY_COINS, levelOf, spiritCoins } from "../economy/rules.ts";
import { createEconomyWorld, type EconomyWorld, initialCoins } from "../economy/world.ts";
import { FaultyConnection } from "../faulty-connection.ts";
import { KillableSite } from "../killable-site.ts";

const OPERATIONS = { full: 10_000, small: 1_000 };
/** Parts of a run. In each, the site is killed once, there's one rush, and balances are checked at the end. */
const PARTS = { full: 8, small: 2 };
/** Parallel actions. */
const CONCURRENCY = 24;
const RUSH_BUYERS = 200;
const SETTLED_MS = 30_000;
const SCHEDULE_MS = 1_000;
const HOUR = 60 * 60 * 1000;

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
  const wrongBalances = await trade(site, connection, world, market, size);
  const check = checkOf(report);
  report.info("operations", market.operations, { notes: [String(connection), `${site.kills} kills`] });
  report.atMost("responses that were server errors", connection.failures.length, 0, {
    notes: connection.failures.slice(0, 3),
  });
  check(
    "members whose balance differs from their responses",
    wrongBalances,
    PARTS[size] * world.members.length,
  );
  await checkNotices(check, site);
  await site.stop();
  using db = openToCheck(site.state);
  const economy = readEconomy(db);
  checkLedger(check, economy);
  checkCopies(check, economy);
  const unsold = world.rushes.filter(({ id, stock }) => economy.items.get(id)?.sales_count !== stock);
  check(
    `last copies that none of ${RUSH_BUYERS} buyers got`,
    unsold.map(({ id }) => `item ${id}`),
    world.rushes.length,
  );
  checkAcknowledged(check, economy, market, connection.contradictions);
  checkCounters(report, site.state);
};

/** Lets everyone trade. In each part the site is killed, and balances are checked at the end. Returns the wrong ones. */
async function trade(
  site: KillableSite,
  connection: FaultyConnection,
  world: EconomyWorld,
  market: Market,
  size: keyof typeof PARTS,
): Promise<string[]> {
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
  const wrong: string[] = [];
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
    wrong.push(...(await checkBalances(site, connection, world, market)));
  }
  state.over = true;
  await Promise.all([traders, schedule]);
  return wrong;
}

/** Runs the schedule all the time, also while the site is killed. */
async function runSchedule(site: KillableSite, isOver: () => boolean): Promise<void> {
  for (; !isOver(); await pause(SCHEDULE_MS)) {
    await site.whenUp().catch(() => {});
    await site.runSchedule().catch(() => {});
  }
}

const rewards = new Map(
  ACHIEVEMENT_SETS.flatMap((set) =>
    set.achievements.map(({ id, reward }) => [id, reward ?? { coins: 0, xp: 0 }] as const),
  ),
);

/**
 * Compares every member's balance with the expected one while no request is in flight: initial coins, all actions, and the
 * site's automatic payments. Returns the wrong ones.
 */
async function checkBalances(
  site: KillableSite,
  connection: FaultyConnection,
  { members, gold }: EconomyWorld,
  { moved, startedAt }: Market,
): Promise<string[]> {
  const problemOf = async (index: number, achievements: Map<number, { achievement_id: number }[]>) => {
    const member = members[index];
    if (!member) return [];
    const { text } = await connection.send(member, "/api/session");
    const { coins, xp } = (JSON.parse(text) as { user: { coins: number; xp: number } }).user;
    const isGold = gold.has(member.id);
    const acted = moved.get(member.id) ?? { coins: 0, xp: 0 };
    const won = (achievements.get(member.id) ?? []).map(
      ({ achievement_id: id }) => rewards.get(id) ?? { coins: 0, xp: 0 },
    );
    const days = new Set<string>([newYorkDay(Date.now())]);
    for (let time = startedAt; time < Date.now(); time += HOUR) days.add(newYorkDay(time));
    const paid = isGold ? DAILY_COINS * days.size : 0;
    const automatic = won.reduce((sum, one) => sum + one.coins, 0) + spiritCoins(levelOf(xp)) + paid;
    const expected = {
      coins: initialCoins(index) + acted.coins + automatic,
      xp: acted.xp + won.reduce((sum, one) => sum + Math.floor(one.xp * (isGold ? 1.25 : 1)), 0),
    };
    if (coins === expected.coins && xp === expected.xp) return [];
    const problem = `${member.name}: ${coins} coins and ${xp} XP, should be ${expected.coins} and ${expected.xp}`;
    return [{ index, text: problem }];
  };
  const end = performance.now() + SETTLED_MS;
  let left = members.map((_, index) => ({ index, text: "" }));
  do {
    await site.runSchedule();
    const rows = await site.rows<{ user_id: number; achievement_id: number }>(
      "select user_id, achievement_id from user_achievements",
    );
    const achievements = Map.groupBy(rows, ({ user_id }) => user_id);
    left = (await forEach(left, ({ index }) => problemOf(index, achievements))).flat();
    if (left.length) await pause(500);
  } while (left.length && performance.now() < end);
  return left.map(({ text }) => text);
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
  check(
    "notices that were never delivered",
    left.map(({ id }) => `notice ${id}`),
    left.length,
  );
}
