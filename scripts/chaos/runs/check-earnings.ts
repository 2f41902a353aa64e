import type { DatabaseSync } from "node:sqlite";
import { FIRST_CLEAR_XP, PAID_CLEARS_PER_CREATOR } from "#domain/clears/rules.ts";
import { DAILY_CHALLENGE } from "#domain/daily/rules.ts";
import { newYorkDay } from "#domain/time.ts";
import type { Check } from "../check.ts";

interface CountedRun {
  user_id: number;
  level_id: number;
  created_at: number;
}

/** Checks that everything a counted run causes happened exactly once. `db` has play data and the main database. */
export function checkEarnings(
  check: Check,
  db: DatabaseSync,
  levels: readonly { id: number; creator: number }[],
): void {
  const rows = <Row>(sql: string) => db.prepare(sql).all() as unknown as Row[];
  const creators = new Map(levels.map(({ id, creator }) => [id, creator]));
  const counted = rows<CountedRun>("select user_id, level_id, created_at from runs where state = 'counted'");
  const earning = counted.filter(({ user_id, level_id }) => creators.get(level_id) !== user_id);
  const unlike = rows<CountedRun>(`with truth as (select user_id, level_id, count(*) as n,
      coalesce(min(ms) filter (where live = 1), min(ms)) as best
    from runs where state = 'counted' group by user_id, level_id)
    select coalesce(t.user_id, c.user_id) as user_id, coalesce(t.level_id, c.level_id) as level_id from truth t
      full join clears c on c.user_id = t.user_id and c.level_id = t.level_id left join runs r on r.id = c.best_run_id
    where t.best is not c.best_ms or t.n is not c.times or r.ms is not c.best_ms or r.user_id is not c.user_id`);
  check(
    "best times, counts and best runs that differ from the counted runs",
    unlike.map(({ user_id, level_id }) => `user ${user_id} in level ${level_id}`),
    rows("select 1 from clears").length,
  );
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
  checkFirstClears(check, db, earning, creators);
  const challenges = new Set(
    rows<{ id: number }>("select id from levels where challenge_id is not null").map(({ id }) => id),
  );
  const keyOf = ({ user_id, level_id }: CountedRun) => `level-challenge:${level_id}:${user_id}`;
  const due = earning.filter(({ level_id }) => challenges.has(level_id)).map(keyOf);
  const own = counted.filter((run) => !earning.includes(run)).map(keyOf);
  checkKeys(check, db, "level-challenge:", new Set(due), { coins: 5, xp: 3 }, own);
  const levelsOfDay = Map.groupBy(
    earning,
    ({ user_id, created_at }) => `challenge:${newYorkDay(created_at)}:${user_id}`,
  );
  const daily = [...levelsOfDay]
    .filter(([, runs]) => new Set(runs.map(({ level_id }) => level_id)).size >= DAILY_CHALLENGE.clears)
    .map(([key]) => key);
  checkKeys(check, db, "challenge:", new Set(daily), DAILY_CHALLENGE);
  const unpaid = rows<{ user_id: number }>(`with earned as (
      select user_id, sum(coins) as coins, sum(xp) as xp from runs group by user_id),
    paid as (select user_id, sum(coins) as coins, sum(xp) as xp from transactions
      where key like 'clear:%' or key like 'level-challenge:%' or key like 'challenge:%' group by user_id),
    -- A run or an achievement can lead to the next spirit level.
    spirit as (select user_id, sum(coins) as coins from transactions where key like 'spirit:%' group by user_id)
    select e.user_id from earned e left join paid p on p.user_id = e.user_id left join spirit s on s.user_id = e.user_id
    where e.xp <> coalesce(p.xp, 0)
      or e.coins not between coalesce(p.coins, 0) and coalesce(p.coins, 0) + coalesce(s.coins, 0)`);
  const users = rows("select distinct user_id from runs").length;
  check(
    "runs' earnings that the ledger doesn't have",
    unpaid.map(({ user_id }) => `user ${user_id}`),
    users,
  );
}

/** Checks that first clears bring XP once, up to the daily limit per player and creator, and that none below it is left out. */
function checkFirstClears(
  check: Check,
  db: DatabaseSync,
  earning: readonly CountedRun[],
  creators: ReadonlyMap<number, number>,
): void {
  const pairOf = (user: number, level: number) => `user ${user}, creator ${creators.get(level)}`;
  const keyOf = (user: number, level: number) => `clear:${level}:${user}`;
  const rows = db
    .prepare("select user_id, source_id as level_id, created_at from transactions where key glob 'clear:*'")
    .all() as unknown as CountedRun[];
  const days = Map.groupBy(
    rows,
    ({ user_id, level_id, created_at }) => `${pairOf(user_id, level_id)}, ${newYorkDay(created_at)}`,
  );
  const over = [...days].filter(([, paid]) => paid.length > PAID_CLEARS_PER_CREATOR).map(([day]) => day);
  check("days with more XP for first clears of a creator's levels than the limit", over, days.size);
  const usedUp = new Set(
    [...days.values()].flatMap(([one, ...more]) =>
      one && more.length + 1 >= PAID_CLEARS_PER_CREATOR ? [pairOf(one.user_id, one.level_id)] : [],
    ),
  );
  const paid = new Set(rows.map(({ user_id, level_id }) => keyOf(user_id, level_id)));
  // Paid keys that no counted run explains are wrong.
  const firsts = earning
    .filter(
      ({ user_id, level_id }) => paid.has(keyOf(user_id, level_id)) || !usedUp.has(pairOf(user_id, level_id)),
    )
    .map(({ user_id, level_id }) => keyOf(user_id, level_id));
  checkKeys(check, db, "clear:", new Set(firsts), { coins: 0, xp: FIRST_CLEAR_XP });
}

/** Checks that the ledger has exactly the expected keys that begin with a prefix, each with the same reward. */
function checkKeys(
  check: Check,
  db: DatabaseSync,
  prefix: string,
  expected: ReadonlySet<string>,
  reward: { coins: number; xp: number },
  allowed: readonly string[] = [],
): void {
  const paid = db
    .prepare("select key, coins, xp from transactions where substr(key, 1, length(?1)) = ?1")
    .all(prefix)
    .map(({ key, coins, xp }) => ({ key: String(key), coins, xp }));
  const times = Map.groupBy(paid, ({ key }) => key);
  const missing = [...expected].filter((key) => times.get(key)?.length !== 1);
  const wrong = paid.filter(
    ({ key, coins, xp }) =>
      !(expected.has(key) || allowed.includes(key)) || coins !== reward.coins || xp !== reward.xp,
  );
  const all = [...missing, ...wrong.map(({ key }) => key)];
  check(`rewards "${prefix}" that are missing, doubled or wrong`, all, expected.size);
}
