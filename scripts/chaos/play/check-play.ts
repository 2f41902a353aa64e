import type { DatabaseSync } from "node:sqlite";
import { LEVEL_DAILY_LIMITS } from "#domain/hosts/limits.ts";
import type { Check } from "../check-writes.ts";
import type { PlayHistory } from "./play-history.ts";
import { FASTEST_CLEAR_MS } from "./world.ts";

interface RunRow {
  call: string;
  user_id: number;
  level_id: number;
  ms: number;
  state: string;
}

/** Compares the hosts' acknowledged calls with the stored data. */
export function checkPlay(check: Check, db: DatabaseSync, history: PlayHistory): void {
  const rows = <Row>(sql: string) => db.prepare(sql).all() as unknown as Row[];
  const runs = new Map(rows<RunRow>("select * from runs").map((row) => [row.call, row]));
  const { clears, grants, sent } = history;
  check(
    "acknowledged clears that differ or are missing",
    clears
      .filter(({ call, user, level, ms, body }) => {
        const row = runs.get(call);
        const isSame = row?.user_id === user && row.level_id === level && row.ms === ms;
        return !isSame || (row.state === "counted") !== body.recorded;
      })
      .map(({ call }) => call),
    clears.length,
  );
  check(
    "impossibly fast clears that count",
    clears.filter(({ ms, body }) => ms < FASTEST_CLEAR_MS === body.recorded).map(({ call }) => call),
    clears.length,
  );
  check(
    "clears that no host reported",
    [...runs.keys()].filter((call) => !sent.has(call)),
    runs.size,
  );
  check(
    "best times and counts that differ from the runs",
    rows<{
      user_id: number;
    }>(`with truth as (select user_id, level_id, min(ms) as best, count(*) as n from runs
        where state = 'counted' group by user_id, level_id)
      select t.user_id from truth t full join clears c on c.user_id = t.user_id and c.level_id = t.level_id
      where t.best is not c.best_ms or t.n is not c.times`).map(String),
    clears.length,
  );
  const firsts = Map.groupBy(
    clears.filter(({ body }) => body.first),
    ({ user, level }) => `${user} ${level}`,
  );
  check(
    "first clears that were reported twice",
    [...firsts].filter(([, reports]) => reports.length > 1).map(([key]) => key),
    firsts.size,
  );
  const grantsByCall = new Map(
    rows<{ key: string; user_id: number; coins: number; xp: number }>(
      "select key, user_id, coins, xp from transactions where key like 'grant:%'",
    ).map((row) => [row.key.slice("grant:".length), row]),
  );
  check(
    "acknowledged grants that differ or are missing",
    grants
      .filter(({ call, user, body }) => {
        const row = grantsByCall.get(call);
        return row?.user_id !== user || row.coins !== body.coins || row.xp !== body.xp;
      })
      .map(({ call }) => call),
    grants.length,
  );
  check(
    "grants that no host made",
    [...grantsByCall.keys()].filter((call) => !sent.has(call)),
    grantsByCall.size,
  );
  check(
    "levels that gave more than their daily limit, or not what the ledger says",
    rows<{
      level_id: number;
    }>(`select g.level_id from level_grants g left join (select source_id, sum(coins) as coins,
        sum(xp) as xp from transactions where key like 'grant:%' group by source_id) t on t.source_id = g.level_id
      where g.coins > ${LEVEL_DAILY_LIMITS.coins} or g.xp > ${LEVEL_DAILY_LIMITS.xp}
        or g.coins is not t.coins or g.xp is not t.xp`).map(({ level_id }) => String(level_id)),
    12,
  );
  check(
    "rewards of challenges that are missing, or paid without a clear",
    rows<{ user_id: number }>(`select c.user_id from clears c full join transactions t
        on t.key = 'level-challenge:' || c.level_id || ':' || c.user_id
      where (c.user_id is null and t.type_id = 3) or (t.id is null and c.user_id is not null)`).map(String),
    firsts.size,
  );
  check(
    "tokens accepted more than once",
    [...history.tokens].filter(([, uses]) => uses > 1).map(([token]) => token.slice(-12)),
    history.tokens.size,
  );
  const plays = new Set(
    rows<{ user_id: number; level_id: number }>("select user_id, level_id from plays").map(
      ({ user_id, level_id }) => `${user_id} ${level_id}`,
    ),
  );
  check(
    "plays that weren't recorded",
    history.joins.map(({ user, level }) => `${user} ${level}`).filter((key) => !plays.has(key)),
    history.joins.length,
  );
}
