import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import type { RunState } from "#db/schema/index.ts";
import { FIRST_CLEAR_XP } from "#domain/clears/rules.ts";
import { DAILY_CHALLENGE } from "#domain/daily/rules.ts";
import { newYorkDay } from "#domain/time.ts";
import { type CountedClear, challengeRewardStatements, eventRewardStatements } from "../events/rewards.ts";
import { LedgerBatch, withGold } from "../ledger/ledger-batch.ts";
import { type Wallet, walletsQuery } from "../ledger/wallet.ts";

/** A clear as reported by a game host. */
export interface ReportedRun {
  /** Identifies the report permanently: "host:idempotency key". */
  reportKey: string;
  host: number;
  user: number;
  level: number;
  ms: number;
  /** When the player joined; the level may have changed since. */
  joinedAt: number;
}

/** A report's outcome, with the player's previous best time. */
export interface RunRow {
  id: number;
  state: RunState;
  ms: number;
  previous_ms: number | null;
}

/**
 * Statements that record a report: the run and, if its time is plausible, everything that a clear earns. Idempotent.
 * The last two return the run and the player's wallet.
 */
export function recordRunStatements(
  run: ReportedRun,
  now: number,
): readonly [...Statement[], Statement<RunRow>, Statement<Wallet>] {
  const { reportKey, host, user, level, ms, joinedAt } = run;
  const ledger = new LedgerBatch(now);
  // The lowest limit among the revisions that were current while they played.
  const minimum = sql`(select min(coalesce(fastest_ms, 0)) from level_revisions where level_id = ${level} and revision >= coalesce(
    (select max(revision) from level_revisions where level_id = ${level} and created_at <= ${joinedAt}), 1))`;
  const previousBest = sql`(select best_ms from clears where user_id = ${user} and level_id = ${level})`;
  const isCounted = sql`exists (select 1 from runs where call = ${reportKey} and stamp = ${ledger.stamp} and state = 'counted')`;
  return [
    statement(sql`insert into runs (call, stamp, host_id, user_id, level_id, ms, floor_ms, previous_ms, state, created_at)
      select ${reportKey}, ${ledger.stamp}, ${host}, ${user}, ${level}, ${ms}, f.floor, ${previousBest},
        case when ${ms} < f.floor then 'aside' else 'counted' end, ${now}
      from (select coalesce(${minimum}, 0) as floor) f where true on conflict (call) do nothing`),
    ...countClear(ledger, { user, level, ms, ranAt: now, isCounted }, now),
    statement<RunRow>(sql`select id, state, ms, previous_ms from runs where call = ${reportKey}`),
    walletsQuery(sql`${user}`),
  ];
}

/**
 * Statements that accept a flagged run after all, once; the run's data was read before. The first one returns the run
 * if it was still flagged, the last one the player's wallet.
 */
export function acceptRunStatements(
  { id, user, level, ms, ranAt }: { id: number } & Omit<CountedClear, "isCounted">,
  staff: number,
  now: number,
): readonly [Statement<RunRow>, ...Statement[], Statement<Wallet>] {
  const ledger = new LedgerBatch(now);
  const isCounted = sql`exists (select 1 from runs where id = ${id} and stamp = ${ledger.stamp} and state = 'accepted')`;
  return [
    statement<RunRow>(sql`update runs set state = 'accepted', stamp = ${ledger.stamp}, decided_by = ${staff},
      decided_at = ${now}, previous_ms = (select best_ms from clears where user_id = ${user} and level_id = ${level})
      where id = ${id} and state = 'aside' returning id, state, ms, previous_ms`),
    ...countClear(ledger, { user, level, ms, ranAt, isCounted }, now),
    walletsQuery(sql`${user}`),
  ];
}

/**
 * Everything a clear earns: the level's daily count, the best time, XP for the first clear of someone else's level,
 * the daily challenge, and the rewards of the level's challenge and event.
 */
function countClear(ledger: LedgerBatch, clear: CountedClear, now: number): Statement[] {
  const { user, level, ms, ranAt, isCounted } = clear;
  const isFirstClear = sql`not exists (select 1 from clears where user_id = ${user} and level_id = ${level})`;
  const isOthersLevel = sql`exists (select 1 from levels where id = ${level} and user_id <> ${user})`;
  return [
    statement(sql`insert into level_days (level_id, day, clears, first_clears)
      select ${level}, ${newYorkDay(ranAt)}, 1, ${isFirstClear} where ${isOthersLevel} and ${isCounted}
      on conflict (level_id, day) do update set clears = clears + 1, first_clears = first_clears + excluded.first_clears`),
    ledger.post(
      {
        key: `clear:${level}:${user}`,
        user,
        type: 6,
        source: { type: "level", id: level },
        xp: withGold(FIRST_CLEAR_XP, now),
      },
      sql`from users u where u.id = ${user} and ${isFirstClear} and ${isOthersLevel} and ${isCounted}`,
    ),
    statement(sql`insert into clears (user_id, level_id, best_ms, best_at, times, cleared_at)
      select ${user}, ${level}, ${ms}, ${ranAt}, 1, ${ranAt} where ${isCounted}
      on conflict (user_id, level_id) do update set times = times + 1, best_ms = min(best_ms, excluded.best_ms),
        best_at = case when excluded.best_ms < best_ms then excluded.best_at else best_at end`),
    ...dailyChallengeStatements(ledger, clear, isOthersLevel, now),
    ...challengeRewardStatements(ledger, clear, now),
    ...eventRewardStatements(ledger, clear, now),
    ledger.paySpiritLevels(sql`${user}`),
  ];
}

/**
 * The daily challenge: counts different levels of others up to the required number, and pays the reward with the last
 * of them.
 */
function dailyChallengeStatements(
  ledger: LedgerBatch,
  { user, level, ranAt, isCounted }: CountedClear,
  isOthersLevel: SQL,
  now: number,
): Statement[] {
  const day = newYorkDay(ranAt);
  const { clears, coins, xp } = DAILY_CHALLENGE;
  const clearsToday = sql`(select count(*) from daily_clears where user_id = ${user} and day = ${day})`;
  return [
    statement(sql`insert into daily_clears (user_id, day, level_id)
      select ${user}, ${day}, ${level} where ${clearsToday} < ${clears} and ${isOthersLevel} and ${isCounted} on conflict do nothing`),
    ledger.post(
      {
        key: `challenge:${day}:${user}`,
        user,
        type: 2,
        source: { type: "challenge", id: 0 },
        coins,
        xp: withGold(xp, now),
      },
      sql`from users u where u.id = ${user} and ${clearsToday} >= ${clears}`,
    ),
  ];
}
