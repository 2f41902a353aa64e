import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import { XP_ALONE } from "#db/xp-alone.ts";
import { FIRST_CLEAR_XP, PAID_CLEARS_PER_CREATOR } from "#domain/clears/rules.ts";
import { DAILY_CHALLENGE, DAILY_CLEARS_MS } from "#domain/daily/rules.ts";
import { endOfNewYorkDay, newYorkDay, startOfNewYorkDay } from "#domain/time.ts";
import {
  type CountedClear,
  challengeRewardStatements,
  eventRewardStatements,
  rewardNotice,
} from "../events/rewards.ts";
import { LedgerBatch, spendKey, withGold } from "../ledger/ledger-batch.ts";
import type { ClearEffect } from "../outbox/effects.ts";

// The effects of a clear on the main database, which play data has stored with the run.

/** The ledger's key of what a first clear earns. */
const clearKey = ({ user_id, level_id }: Pick<ClearEffect, "user_id" | "level_id">): string =>
  `clear:${level_id}:${user_id}`;

/** Condition: both exist, and the level isn't the user's own. */
const isOthersLevel = ({ user_id, level_id }: Pick<ClearEffect, "user_id" | "level_id">): SQL =>
  sql`exists (select 1 from levels l cross join users u on u.id = ${user_id} where l.id = ${level_id} and l.user_id <> u.id)`;

/** Condition: this day's clears of this creator's levels have brought the player all the XP that they can. */
function isCreatorUsedUp({ user_id, level_id }: ClearEffect, at: number): SQL {
  const day = newYorkDay(at);
  return sql`(select count(*) from (select 1 from transactions t indexed by transactions_xp_alone cross join levels o on o.id = t.source_id
    where t.user_id = ${user_id} and t.created_at >= ${startOfNewYorkDay(day)} and t.created_at < ${endOfNewYorkDay(day)}
      and t.type_id = 6 and t.source_type = 'level' and t.key glob 'clear:*' and ${sql.raw(XP_ALONE)}
      and o.user_id = (select user_id from levels where id = ${level_id})
    limit ${sql.raw(String(PAID_CLEARS_PER_CREATOR))})) >= ${sql.raw(String(PAID_CLEARS_PER_CREATOR))}`;
}

/** Everything a clear counts for and earns, within the day's limits. Earnings are an effect on the run. */
export function countClear(effect: ClearEffect & { ms: number }, at: number, when: SQL): Statement[] {
  const { user_id: user, level_id: level, ran_at: ranAt, ms, first, ms_change } = effect;
  const ledger = new LedgerBatch(at);
  const isOthers = isOthersLevel(effect);
  const clear = { user, level, ms, ranAt, isCounted: when };
  const isUsedUp = isCreatorUsedUp(effect, at);
  const isUnpaid = first
    ? sql`(${isOthers} and ${when} and not ${ledger.wrote(clearKey(effect))} and ${isUsedUp})`
    : sql`0`;
  return [
    statement`insert into level_days (level_id, day, clears, first_clears)
      select ${level}, ${newYorkDay(ranAt)}, 1, ${first} where ${isOthers} and ${when}
      on conflict (level_id, day) do update set clears = clears + 1, first_clears = first_clears + excluded.first_clears`,
    ...changeTotals(effect, first, ms_change, when),
    ...(first
      ? [
          ledger.post(
            {
              key: clearKey(effect),
              user,
              type: 6,
              source: { type: "level", id: level },
              xp: withGold(FIRST_CLEAR_XP, at),
            },
            sql`from users u where u.id = ${user} and ${isOthers} and ${when} and not ${isUsedUp}`,
          ),
        ]
      : []),
    ...dailyChallengeStatements(ledger, clear, isOthers, at),
    ...challengeRewardStatements(ledger, clear, at),
    ...eventRewardStatements(ledger, clear, at),
    ledger.paySpiritLevels(sql`${user}`),
    storeEarnings(ledger, effect, isUnpaid, at),
  ];
}

/** Takes a clear out of the level's daily count and the totals. */
export function takeBackClear(effect: ClearEffect & { removed: 0 | 1 }, _at: number, when: SQL): Statement[] {
  const { run_id, level_id, ran_at, first, removed, ms_change } = effect;
  return [
    statement`update level_days set clears = clears - 1, first_clears = first_clears - ${first}
      where level_id = ${level_id} and day = ${newYorkDay(ran_at)} and ${isOthersLevel(effect)} and ${when}`,
    ...changeTotals(effect, -removed, ms_change, when),
    // The next clear is a first one again, and is paid no more.
    ...(removed ? [spendKey(clearKey(effect), when)] : []),
    statement`update level_revisions set clear_run_id = null where clear_run_id = ${run_id} and ${when}`,
  ];
}

/** Statements that change the number of clears of a level, a user and the site, and the sum of a level's best times. */
function changeTotals(
  { user_id, level_id }: Pick<ClearEffect, "user_id" | "level_id">,
  clears: number,
  ms: number,
  when: SQL,
): Statement[] {
  const level =
    clears !== 0 || ms !== 0
      ? [
          statement`update levels set clears_count = clears_count + ${clears}, clear_ms_sum = clear_ms_sum + ${ms}
            where id = ${level_id} and ${when}`,
        ]
      : [];
  if (clears === 0) return level;
  return [
    ...level,
    statement`update users set clears_count = clears_count + ${clears} where id = ${user_id} and ${when}`,
    statement`insert into counters (name, value) select 'clears', ${clears} where ${when}
      on conflict (name) do update set value = value + excluded.value`,
  ];
}

/** Most ledger rows that one clear can cause. */
const MAX_LEDGER_ROWS = 64;

/** Stores what a clear has earned for its run, or that it brought no XP: the ledger rows of this batch are the newest ones. */
const storeEarnings = (ledger: LedgerBatch, { run_id, user_id }: ClearEffect, isUnpaid: SQL, at: number) =>
  statement`insert into outbox (target, effects, created_at)
    select 'play', json_array(json_object('type', 'earned', 'run_id', cast(${run_id} as integer), 'coins', coins, 'xp', xp,
      'unpaid', unpaid)), ${at}
    from (select coalesce(sum(coins), 0) as coins, coalesce(sum(xp), 0) as xp, ${isUnpaid} as unpaid from transactions
      where id > (select max(id) from transactions) - ${sql.raw(String(MAX_LEDGER_ROWS))}
        and ${ledger.guard.isOwn} and user_id = ${user_id}) where coins <> 0 or xp <> 0 or unpaid`;

/** Counts different levels of others and pays with the last one. Old rows go, so it stays small. */
function dailyChallengeStatements(
  ledger: LedgerBatch,
  { user, level, ranAt, isCounted }: CountedClear,
  isOthers: SQL,
  now: number,
): Statement[] {
  const day = newYorkDay(ranAt);
  const { clears, coins, xp } = DAILY_CHALLENGE;
  const key = `challenge:${day}:${user}`;
  const clearsToday = sql`(select count(*) from daily_clears where user_id = ${user} and day = ${day})`;
  return [
    statement`delete from daily_clears where user_id = ${user} and day < ${newYorkDay(now - DAILY_CLEARS_MS)}`,
    statement`insert into daily_clears (user_id, day, level_id)
      select ${user}, ${day}, ${level} where ${clearsToday} < ${clears} and ${isOthers} and ${isCounted} on conflict do nothing`,
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
