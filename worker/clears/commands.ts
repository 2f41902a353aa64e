import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import { DAILY_CHALLENGE } from "#domain/daily/rules.ts";
import { newYorkDay } from "#domain/time.ts";
import { Act, withGold } from "../ledger/movement.ts";
import { type Wallet, walletsQuery } from "../ledger/wallet.ts";

/**
 * Statements that note a clear: the best time of that user and level, the day's challenge, and its reward with the clear
 * that completes it. Again with the same clear they change nothing. The last one answers the user's wallet.
 */
export function recordClear(
  userId: number,
  levelId: number,
  milliseconds: number,
  now: number,
): readonly [...Query[], Query<Wallet>] {
  const act = new Act(now);
  const day = newYorkDay(now);
  const { clears, coins, xp } = DAILY_CHALLENGE;
  const today = sql`(select count(*) from daily_clears where user_id = ${userId} and day = ${day})`;
  return [
    select(sql`insert into clears (user_id, level_id, best_ms, cleared_at)
      values (${userId}, ${levelId}, ${milliseconds}, ${now})
      on conflict (user_id, level_id) do update set best_ms = excluded.best_ms where best_ms > excluded.best_ms`),
    select(sql`insert into daily_clears (user_id, day, level_id)
      select ${userId}, ${day}, ${levelId} where ${today} < ${clears} on conflict do nothing`),
    act.post(
      {
        key: `challenge:${day}:${userId}`,
        user: userId,
        type: 2,
        source: { type: "challenge", id: 0 },
        coins,
        xp: withGold(xp, now),
      },
      sql`from users u where u.id = ${userId} and ${today} >= ${clears}`,
    ),
    act.spirit(sql`${userId}`),
    walletsQuery(sql`${userId}`),
  ];
}
