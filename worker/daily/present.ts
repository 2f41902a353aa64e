import { type Columns, type Statement, statement } from "#db/database.ts";
import type { Daily } from "#domain/daily/api.ts";
import { DAILY_CHALLENGE, DAILY_GOLD_COINS } from "#domain/daily/rules.ts";
import { hasGold } from "#domain/gold/rules.ts";
import { endOfNewYorkDay, isoTime, newYorkDay } from "#domain/time.ts";

interface DailyRow extends Columns<"users", "gold_until"> {
  clears: number;
}

/** A user's progress in today's challenge; no row for visitors. */
export const dailyQuery = (userId: number, now: number): Statement<DailyRow> =>
  statement`select u.gold_until, (select count(*) from daily_clears
      where user_id = ${userId} and day = ${newYorkDay(now)}) as clears
    from users u where u.id = ${userId}`;

export function presentDaily({ clears, gold_until }: DailyRow, now: number): Daily {
  const { clears: target, coins, xp } = DAILY_CHALLENGE;
  const day = newYorkDay(now);
  return {
    clears: Math.min(clears, target),
    target,
    reward: { coins, xp },
    completed: clears >= target,
    day,
    ends_at: isoTime(endOfNewYorkDay(day)),
    gold_coins: hasGold(gold_until, now) ? DAILY_GOLD_COINS : 0,
  };
}
