import { type SQL, sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Statement, statement } from "#db/database.ts";
import type { runs } from "#db/schema/index.ts";
import { FIRST_CLEAR_XP } from "#domain/clears/rules.ts";
import { DAILY_CHALLENGE } from "#domain/daily/rules.ts";
import { newYorkDay } from "#domain/time.ts";
import {
  type CountedClear,
  challengeRewardStatements,
  eventRewardStatements,
  rewardNotice,
} from "../events/rewards.ts";
import { LedgerBatch, withGold } from "../ledger/ledger-batch.ts";
import { walletsQuery } from "../ledger/wallet.ts";

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

/** A run's outcome, with the player's previous best time. `first` and `best` are null in older rows. */
export type RunRow = Columns<typeof runs, "id" | "state" | "ms" | "previous_ms" | "first" | "best">;

/** A clear and where its best time belongs. */
interface RankedClear extends CountedClear {
  /** The content that was cleared (`level_revisions.content`). */
  content: SQL;
  /** The run's id if its inputs were recorded, else null. */
  recordedRun: SQL;
  /** Whether it can be among the first ten: 1 or 0. */
  live: SQL | number;
}

/** The content of a level's newest revision. */
export const currentContent = (level: SQL | number): SQL =>
  sql`(select content from level_revisions where level_id = ${level} and revision = (select revision from levels where id = ${level}))`;

interface Attempt {
  user: number;
  level: number;
  ms: SQL | number;
  content: SQL;
  /** 1 or 0. */
  live: SQL | number;
}

/** Whether a run can be among the first ten: rooms and hosts see how it's played. */
export const isLiveRun = (alias: string): SQL => sql.raw(`(${alias}.source = 'host' or ${alias}.live = 1)`);

/** The best time in this content that the user has to beat, or null: a live run isn't compared with one that isn't. */
export const previousBest = ({ user, level, content, live }: Omit<Attempt, "ms">): SQL =>
  sql`(select best_ms from clears where user_id = ${user} and level_id = ${level} and content = ${content}
    and best_live >= ${live})`;

export const isFirstClear = ({ user, level }: Pick<Attempt, "user" | "level">): SQL =>
  sql`not exists (select 1 from clears where user_id = ${user} and level_id = ${level})`;

/**
 * Whether a run becomes the user's best: it's faster in the same content, or the first in the current one. A best time of
 * older content isn't compared. The first live run replaces any other, and only a live one replaces a live one.
 */
export const becomesBest = ({ user, level, ms, content, live }: Attempt): SQL =>
  sql`coalesce((select case when content = ${content} then (best_live, ${ms}) < (${live}, best_ms) else ${content} = ${currentContent(level)} end
    from clears where user_id = ${user} and level_id = ${level}), 1)`;

/**
 * Statements that record a report: the run and, if its time is plausible, everything that a clear earns. Idempotent.
 * `run` returns the run, `wallet` the player's wallet.
 */
export function recordRunStatements(run: ReportedRun, now: number) {
  const { reportKey, host, user, level, ms, joinedAt } = run;
  const ledger = new LedgerBatch(now);
  const joinedRevision = sql`coalesce(
    (select max(revision) from level_revisions where level_id = ${level} and created_at <= ${joinedAt}), 1)`;
  // The lowest limit among the revisions that were current while they played.
  const minimum = sql`(select min(coalesce(fastest_ms, 0)) from level_revisions
    where level_id = ${level} and revision >= ${joinedRevision})`;
  // Hosts keep the document that was current when the player joined.
  const joinedContent = sql`coalesce((select content from level_revisions
    where level_id = ${level} and revision = ${joinedRevision}), '')`;
  const attempt = { user, level, ms, content: sql`f.content`, live: 1 };
  const content = sql`(select content from runs where call = ${reportKey})`;
  const isCounted = ledger.guard.wrote("runs", sql`call = ${reportKey} and state = 'counted'`);
  return {
    insert:
      statement(sql`insert into runs (call, stamp, host_id, user_id, level_id, ms, floor_ms, previous_ms, state, created_at,
        revision, content, first, best)
      select ${reportKey}, ${ledger.guard.stamp}, ${host}, ${user}, ${level}, ${ms}, f.floor, ${previousBest(attempt)},
        case when ${ms} < f.floor then 'aside' else 'counted' end, ${now}, f.revision, f.content,
        ${isFirstClear(attempt)}, ${becomesBest(attempt)}
      from (select coalesce(${minimum}, 0) as floor, ${joinedRevision} as revision, ${joinedContent} as content) f
      where true on conflict (call) do nothing`),
    clear: countClear(
      ledger,
      { user, level, ms, ranAt: now, isCounted, content, recordedRun: sql`null`, live: 1 },
      now,
    ),
    run: statement<RunRow>(
      sql`select id, state, ms, previous_ms, first, best from runs where call = ${reportKey}`,
    ),
    wallet: walletsQuery(sql`${user}`),
  };
}

/**
 * Statements that accept a flagged run after all, once; the run's data was read before. `run` returns the run if it was
 * still flagged, `wallet` the player's wallet.
 */
export function acceptRunStatements(
  { id, user, level, ms, ranAt }: { id: number } & Omit<CountedClear, "isCounted">,
  staff: number,
  now: number,
) {
  const ledger = new LedgerBatch(now);
  const ran = (column: string) => sql`(select ${sql.raw(column)} from runs where id = ${id})`;
  const attempt = { user, level, ms, content: sql`runs.content`, live: isLiveRun("runs") };
  const isCounted = ledger.guard.wrote("runs", sql`id = ${id} and state = 'accepted'`);
  return {
    run: statement<RunRow>(sql`update runs set state = 'accepted', stamp = ${ledger.guard.stamp}, decided_by = ${staff},
      decided_at = ${now}, previous_ms = ${previousBest(attempt)}, first = ${isFirstClear(attempt)},
      best = ${becomesBest(attempt)}
      where id = ${id} and state = 'aside' returning id, state, ms, previous_ms, first, best`),
    clear: countClear(
      ledger,
      {
        user,
        level,
        ms,
        ranAt,
        isCounted,
        content: ran("content"),
        recordedRun: ran("case when log is not null then id end"),
        live: sql`(select ${isLiveRun("r")} from runs r where r.id = ${id})`,
      },
      now,
    ),
    earnings: runEarningsStatement(ledger, id, user),
    wallet: walletsQuery(sql`${user}`),
  };
}

/** Most ledger rows that one run can cause. */
const MAX_LEDGER_ROWS = 64;

/** Adds what a run has earned: the ledger rows of its batch are the newest ones. */
export const runEarningsStatement = (ledger: LedgerBatch, id: SQL | number, user: number): Statement => {
  const earned = (column: string) => sql`(select coalesce(sum(${sql.raw(column)}), 0) from transactions
    where id > (select max(id) from transactions) - ${sql.raw(String(MAX_LEDGER_ROWS))}
      and ${ledger.guard.isOwn} and user_id = ${user})`;
  return statement(sql`update runs set coins = coins + ${earned("coins")}, xp = xp + ${earned("xp")}
    where id = ${id} and ${ledger.guard.isOwn}`);
};

/**
 * Everything a clear earns: the level's daily count, the best time, XP for the first clear of someone else's level,
 * the daily challenge, and the rewards of the level's challenge and event.
 */
export function countClear(ledger: LedgerBatch, clear: RankedClear, now: number): Statement[] {
  const { user, level, ms, ranAt, isCounted, content, recordedRun, live } = clear;
  const isFirst = isFirstClear(clear);
  const isOthersLevel = sql`exists (select 1 from levels where id = ${level} and user_id <> ${user})`;
  return [
    statement(sql`insert into level_days (level_id, day, clears, first_clears)
      select ${level}, ${newYorkDay(ranAt)}, 1, ${isFirst} where ${isOthersLevel} and ${isCounted}
      on conflict (level_id, day) do update set clears = clears + 1, first_clears = first_clears + excluded.first_clears`),
    ledger.post(
      {
        key: `clear:${level}:${user}`,
        user,
        type: 6,
        source: { type: "level", id: level },
        xp: withGold(FIRST_CLEAR_XP, now),
      },
      sql`from users u where u.id = ${user} and ${isFirst} and ${isOthersLevel} and ${isCounted}`,
    ),
    statement(sql`insert into clears (user_id, level_id, best_ms, best_at, times, cleared_at, content, best_run_id,
        best_live)
      select ${user}, ${level}, ${ms}, ${ranAt}, 1, ${ranAt}, ${content}, ${recordedRun}, ${live} where ${isCounted}
      on conflict (user_id, level_id) do update set times = times + 1, ${bestColumns(level)}`),
    ...dailyChallengeStatements(ledger, clear, isOthersLevel, now),
    ...challengeRewardStatements(ledger, clear, now),
    ...eventRewardStatements(ledger, clear, now),
    ledger.paySpiritLevels(sql`${user}`),
  ];
}

/** Replaces the columns of the best time if the inserted run becomes the best, as in `becomesBest`. */
function bestColumns(level: number): SQL {
  const isBetter = sql`case when excluded.content = clears.content then (clears.best_live, excluded.best_ms) < (excluded.best_live, clears.best_ms)
    else excluded.content = ${currentContent(level)} end`;
  const columns = ["best_ms", "best_at", "content", "best_run_id", "best_live"].map((column) =>
    sql.raw(column),
  );
  return sql.join(
    columns.map(
      (column) => sql`${column} = case when ${isBetter} then excluded.${column} else clears.${column} end`,
    ),
    sql`, `,
  );
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
  const key = `challenge:${day}:${user}`;
  const clearsToday = sql`(select count(*) from daily_clears where user_id = ${user} and day = ${day})`;
  return [
    statement(sql`insert into daily_clears (user_id, day, level_id)
      select ${user}, ${day}, ${level} where ${clearsToday} < ${clears} and ${isOthersLevel} and ${isCounted} on conflict do nothing`),
    ledger.post(
      {
        key,
        user,
        type: 2,
        source: { type: "challenge", id: 0 },
        coins,
        xp: withGold(xp, now),
      },
      sql`from users u where u.id = ${user} and ${clearsToday} >= ${clears}`,
    ),
    rewardNotice(ledger, key, user, "Daily challenge", now, "/"),
  ];
}
