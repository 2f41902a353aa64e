import type { DatabaseSync } from "node:sqlite";
import { newYorkDay } from "#domain/time.ts";
import type { Check } from "../check.ts";

interface CountedRun {
  user_id: number;
  level_id: number;
  created_at: number;
}

/**
 * Checks that counted runs count once in their levels' days and that the ledger has paid what they earned. Best times and effects
 * that are missing are among the counters; what a run earns is in worker tests. `db` has play data and the main database.
 */
export function checkEarnings(
  check: Check,
  db: DatabaseSync,
  levels: readonly { id: number; creator: number }[],
): void {
  const rows = <Row>(sql: string) => db.prepare(sql).all() as unknown as Row[];
  const creators = new Map(levels.map(({ id, creator }) => [id, creator]));
  const earning = rows<CountedRun>(
    "select user_id, level_id, created_at from runs where state = 'counted'",
  ).filter(({ user_id, level_id }) => creators.get(level_id) !== user_id);
  const days = new Map(
    rows<{ day: string; clears: number }>("select level_id || ' ' || day as day, clears from level_days").map(
      ({ day, clears }) => [day, clears],
    ),
  );
  const byDay = Map.groupBy(earning, ({ level_id, created_at }) => `${level_id} ${newYorkDay(created_at)}`);
  const wrongDays = [...new Set([...days.keys(), ...byDay.keys()])].filter(
    (day) => (days.get(day) ?? 0) !== (byDay.get(day)?.length ?? 0),
  );
  check("days of levels whose clears differ from the counted runs", wrongDays, days.size);
  const unearned = rows<{
    key: string;
  }>(`select key from transactions t where key glob 'clear:*' and not exists
    (select 1 from runs where user_id = t.user_id and level_id = t.source_id and state = 'counted')`);
  check("first clears that were paid without a counted run", unearned, earning.length);
  const unpaid = rows<{ user_id: number }>(`with earned as (
      select user_id, sum(coins) as coins, sum(xp) as xp from runs group by user_id),
    paid as (select user_id, sum(coins) as coins, sum(xp) as xp from transactions
      where key like 'clear:%' or key like 'level-challenge:%' or key like 'challenge:%' group by user_id),
    -- A run or an achievement can lead to the next spirit level.
    spirit as (select user_id, sum(coins) as coins from transactions where key like 'spirit:%' group by user_id)
    select e.user_id from earned e left join paid p on p.user_id = e.user_id left join spirit s on s.user_id = e.user_id
    where e.xp <> coalesce(p.xp, 0)
      or e.coins not between coalesce(p.coins, 0) and coalesce(p.coins, 0) + coalesce(s.coins, 0)`);
  check(
    "runs' earnings that the ledger doesn't have",
    unpaid,
    rows("select distinct user_id from runs").length,
  );
}
