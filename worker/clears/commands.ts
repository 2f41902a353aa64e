import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { RunState } from "#db/schema/index.ts";
import { FIRST_CLEAR_XP } from "#domain/clears/rules.ts";
import { DAILY_CHALLENGE } from "#domain/daily/rules.ts";
import { newYorkDay } from "#domain/time.ts";
import { type CountedClear, challengeReward, eventReward } from "../events/rewards.ts";
import { Act, withGold } from "../ledger/movement.ts";
import { type Wallet, walletsQuery } from "../ledger/wallet.ts";

/** A clear as a host reports it. */
export interface ReportedRun {
  /** Names the report for ever: "host:idempotency key". */
  call: string;
  host: number;
  user: number;
  level: number;
  ms: number;
  /** When the player came: the level may have been changed since. */
  since: number;
}

/** What has become of a report, with what the player has now. */
export interface RunRow {
  id: number;
  state: RunState;
  ms: number;
  previous_ms: number | null;
}

/**
 * Statements that take in a report once: the run itself, and where its time is possible all that a clear brings. Said
 * again they change nothing. The last two answer the run and the player's wallet.
 */
export function recordRun(
  run: ReportedRun,
  now: number,
): readonly [...Statement[], Statement<RunRow>, Statement<Wallet>] {
  const { call, host, user, level, ms, since } = run;
  const act = new Act(now);
  // The fastest of the documents that were the newest while they played.
  const floor = sql`(select min(coalesce(fastest_ms, 0)) from level_revisions where level_id = ${level} and revision >= coalesce(
    (select max(revision) from level_revisions where level_id = ${level} and created_at <= ${since}), 1))`;
  const before = sql`(select best_ms from clears where user_id = ${user} and level_id = ${level})`;
  const counts = sql`exists (select 1 from runs where call = ${call} and stamp = ${act.stamp} and state = 'counted')`;
  return [
    statement(sql`insert into runs (call, stamp, host_id, user_id, level_id, ms, floor_ms, previous_ms, state, created_at)
      select ${call}, ${act.stamp}, ${host}, ${user}, ${level}, ${ms}, f.floor, ${before},
        case when ${ms} < f.floor then 'aside' else 'counted' end, ${now}
      from (select coalesce(${floor}, 0) as floor) f where true on conflict (call) do nothing`),
    ...countRun(act, { user, level, ms, at: now, counts }, now),
    statement<RunRow>(sql`select id, state, ms, previous_ms from runs where call = ${call}`),
    walletsQuery(sql`${user}`),
  ];
}

/**
 * Statements that let a run count after all that was kept aside, once; `id`'s facts were read before. The first one answers
 * the run if it still waited, the last one the player's wallet.
 */
export function acceptRun(
  { id, user, level, ms, at }: { id: number } & Omit<CountedClear, "counts">,
  staff: number,
  now: number,
): readonly [Statement<RunRow>, ...Statement[], Statement<Wallet>] {
  const act = new Act(now);
  const counts = sql`exists (select 1 from runs where id = ${id} and stamp = ${act.stamp} and state = 'accepted')`;
  return [
    statement<RunRow>(sql`update runs set state = 'accepted', stamp = ${act.stamp}, decided_by = ${staff},
      decided_at = ${now}, previous_ms = (select best_ms from clears where user_id = ${user} and level_id = ${level})
      where id = ${id} and state = 'aside' returning id, state, ms, previous_ms`),
    ...countRun(act, { user, level, ms, at, counts }, now),
    walletsQuery(sql`${user}`),
  ];
}

/**
 * What a clear brings: the level's day, the best time, XP with the first one of somebody else's level, the day's challenge,
 * and what the level's challenge and event pay.
 */
function countRun(act: Act, clear: CountedClear, now: number): Statement[] {
  const { user, level, ms, at, counts } = clear;
  const first = sql`not exists (select 1 from clears where user_id = ${user} and level_id = ${level})`;
  const foreign = sql`exists (select 1 from levels where id = ${level} and user_id <> ${user})`;
  return [
    statement(sql`insert into level_days (level_id, day, clears, first_clears)
      select ${level}, ${newYorkDay(at)}, 1, ${first} where ${foreign} and ${counts}
      on conflict (level_id, day) do update set clears = clears + 1, first_clears = first_clears + excluded.first_clears`),
    act.post(
      {
        key: `clear:${level}:${user}`,
        user,
        type: 6,
        source: { type: "level", id: level },
        xp: withGold(FIRST_CLEAR_XP, now),
      },
      sql`from users u where u.id = ${user} and ${first} and ${foreign} and ${counts}`,
    ),
    statement(sql`insert into clears (user_id, level_id, best_ms, best_at, times, cleared_at)
      select ${user}, ${level}, ${ms}, ${at}, 1, ${at} where ${counts}
      on conflict (user_id, level_id) do update set times = times + 1, best_ms = min(best_ms, excluded.best_ms),
        best_at = case when excluded.best_ms < best_ms then excluded.best_at else best_at end`),
    ...dailyChallenge(act, clear, foreign, now),
    ...challengeReward(act, clear, now),
    ...eventReward(act, clear, now),
    act.spirit(sql`${user}`),
  ];
}

/** The day's challenge: different levels of others, up to the number that it asks for, and its reward with the last of them. */
function dailyChallenge(
  act: Act,
  { user, level, at, counts }: CountedClear,
  foreign: SQL,
  now: number,
): Statement[] {
  const day = newYorkDay(at);
  const { clears, coins, xp } = DAILY_CHALLENGE;
  const today = sql`(select count(*) from daily_clears where user_id = ${user} and day = ${day})`;
  return [
    statement(sql`insert into daily_clears (user_id, day, level_id)
      select ${user}, ${day}, ${level} where ${today} < ${clears} and ${foreign} and ${counts} on conflict do nothing`),
    act.post(
      {
        key: `challenge:${day}:${user}`,
        user,
        type: 2,
        source: { type: "challenge", id: 0 },
        coins,
        xp: withGold(xp, now),
      },
      sql`from users u where u.id = ${user} and ${today} >= ${clears}`,
    ),
  ];
}
