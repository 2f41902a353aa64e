import type { DatabaseSync } from "node:sqlite";
import type { RunState } from "#db/schema/play/columns.ts";
import { FIRST_CLEAR_XP, PAID_CLEARS_PER_CREATOR } from "#domain/clears/rules.ts";
import { DAILY_CHALLENGE } from "#domain/daily/rules.ts";
import { isNearCopy, traceRun } from "#domain/runs/near-copy.ts";
import { canonicalLog } from "#domain/sim/run-log.ts";
import { newYorkDay } from "#domain/time.ts";
import { webCall } from "#worker/runs/web-call.ts";
import type { Check } from "../check-writes.ts";
import type { RunsHistory, SentRun } from "./runs-history.ts";

/** A stored run. */
export interface StoredRun {
  id: number;
  call: string;
  user_id: number;
  level_id: number;
  ms: number;
  ticks: number;
  deaths: number | null;
  state: RunState;
  reason: string | null;
  created_at: number;
  log: string;
}

/** Runs are the same for the site if their inputs up to the clear are. */
function inputsOf({ level, log, verdict }: SentRun): string {
  const inputs = verdict.ok ? canonicalLog(log, verdict.ticks) : log;
  return `${level} ${Buffer.from(inputs).toString("base64")}`;
}

/** Compares acknowledged runs with the stored ones, and with the simulation on the players' side. */
export function checkRuns(check: Check, db: DatabaseSync, history: RunsHistory): void {
  const stored = db.prepare("select * from runs").all() as unknown as StoredRun[];
  const byId = new Map(stored.map((run) => [run.id, run]));
  const sentByCall = new Map(history.sent.map((sent) => [webCall(sent.user, sent.key), sent]));
  const acknowledged = history.sent.filter(({ id }) => id > 0);
  const nameOf = ({ kind, key }: SentRun) => `${kind} ${key}`;
  check(
    "acknowledged runs that are lost, or another player's or level's",
    acknowledged
      .filter(({ id, user, level }) => byId.get(id)?.user_id !== user || byId.get(id)?.level_id !== level)
      .map(nameOf),
    acknowledged.length,
  );
  check(
    "runs still waiting",
    stored.filter(({ state }) => state === "waiting").map(({ call }) => call),
    stored.length,
  );
  check(
    "stored runs that no one sent",
    stored.filter(({ call }) => !sentByCall.has(call)).map(({ call }) => call),
    stored.length,
  );
  const results = stored.flatMap((run) => {
    const sent = sentByCall.get(run.call);
    return sent ? [{ run, sent }] : [];
  });
  const isCounted = ({ run }: { run: StoredRun }) => run.state === "counted";
  check(
    "verdicts that differ from the player's simulation",
    results
      .filter((result) => !isSameVerdict(result, history.sent))
      .map(({ run, sent }) => `${nameOf(sent)}: ${run.state} ${run.reason}`),
    results.length,
  );
  check(
    "counted runs whose ticks, time or deaths differ from the player's simulation",
    results
      .filter(isCounted)
      .filter(({ run, sent: { verdict } }) => {
        const isSame = verdict.ok && run.ticks === verdict.ticks && run.ms === verdict.ms;
        return !isSame || run.deaths !== verdict.deaths;
      })
      .map(({ sent }) => nameOf(sent)),
    results.filter(isCounted).length,
  );
  const groups = Map.groupBy(
    results.filter(({ sent }) => sent.verdict.ok),
    ({ sent }) => inputsOf(sent),
  );
  check(
    "recordings of clears that aren't counted or flagged exactly once",
    [...groups]
      .filter(([, group]) => group.filter(({ run }) => /^(counted|aside)$/.test(run.state)).length !== 1)
      .map(([, [one]]) => (one ? nameOf(one.sent) : "")),
    groups.size,
  );
}

/** Whether someone else has sent almost the same run. The players of a demo level have a few runs of a bot in common. */
function isNearCopyOfAny({ user, level, log, verdict }: SentRun, sent: readonly SentRun[]): boolean {
  const trace = verdict.ok && traceRun(log, verdict.ticks);
  return sent.some((other) => {
    if (!trace || other.user === user || other.level !== level || !other.verdict.ok) return false;
    const known = traceRun(other.log, other.verdict.ticks);
    return known !== null && isNearCopy(trace, known);
  });
}

/** A clear counts, unless it's a copy or almost one; everything else is refused for the simulation's reason. */
function isSameVerdict({ run, sent }: { run: StoredRun; sent: SentRun }, all: readonly SentRun[]): boolean {
  const { verdict } = sent;
  if (!verdict.ok) return run.state === "refused" && run.reason === verdict.reason;
  if (run.state === "aside") return run.reason === "near_copy" && isNearCopyOfAny(sent, all);
  return run.state === "counted" || (run.state === "refused" && /^(copied|repeated)$/.test(run.reason ?? ""));
}

interface CountedClear {
  user_id: number;
  level_id: number;
  created_at: number;
}

/** Checks that everything a counted run causes happened exactly once. */
export function checkEarnings(
  check: Check,
  db: DatabaseSync,
  levels: readonly { id: number; creator: number }[],
): void {
  const rows = <Row>(sql: string) => db.prepare(sql).all() as unknown as Row[];
  const creators = new Map(levels.map(({ id, creator }) => [id, creator]));
  const counted = rows<CountedClear>(
    "select user_id, level_id, created_at from runs where state = 'counted'",
  );
  const earning = counted.filter(({ user_id, level_id }) => creators.get(level_id) !== user_id);
  check(
    "best times, counts and best runs that differ from the counted runs",
    rows<{
      user_id: number;
      level_id: number;
    }>(`with truth as (select user_id, level_id, count(*) as n,
          coalesce(min(ms) filter (where live = 1), min(ms)) as best
        from runs where state = 'counted' group by user_id, level_id)
      select coalesce(t.user_id, c.user_id) as user_id, coalesce(t.level_id, c.level_id) as level_id from truth t
        full join clears c on c.user_id = t.user_id and c.level_id = t.level_id left join runs r on r.id = c.best_run_id
      where t.best is not c.best_ms or t.n is not c.times or r.ms is not c.best_ms or r.user_id is not c.user_id`).map(
      ({ user_id, level_id }) => `user ${user_id} in level ${level_id}`,
    ),
    rows("select 1 from clears").length,
  );
  const days = new Map(
    rows<{ level_id: number; day: string; clears: number; first_clears: number }>(
      "select level_id, day, clears, first_clears from level_days",
    ).map((row) => [`${row.level_id} ${row.day}`, row]),
  );
  const runsByDay = Map.groupBy(
    earning,
    ({ level_id, created_at }) => `${level_id} ${newYorkDay(created_at)}`,
  );
  check(
    "days of levels whose clears differ from the counted runs",
    [...new Set([...days.keys(), ...runsByDay.keys()])].filter(
      (day) => (days.get(day)?.clears ?? 0) !== (runsByDay.get(day)?.length ?? 0),
    ),
    days.size,
  );
  checkFirstClears(check, db, earning, creators);
  const challenges = earning
    .filter(
      ({ level_id }) => db.prepare("select challenge_id as id from levels where id = ?").get(level_id)?.id,
    )
    .map(({ user_id, level_id }) => `level-challenge:${level_id}:${user_id}`);
  const own = counted
    .filter(({ user_id, level_id }) => creators.get(level_id) === user_id)
    .map(({ user_id, level_id }) => `level-challenge:${level_id}:${user_id}`);
  checkKeys(
    check,
    db,
    "rewards of level challenges",
    "level-challenge:",
    new Set(challenges),
    { coins: 5, xp: 3 },
    own,
  );
  const levelsOfDay = Map.groupBy(
    earning,
    ({ user_id, created_at }) => `challenge:${newYorkDay(created_at)}:${user_id}`,
  );
  const daily = [...levelsOfDay]
    .filter(([, runs]) => new Set(runs.map(({ level_id }) => level_id)).size >= DAILY_CHALLENGE.clears)
    .map(([key]) => key);
  const { coins, xp } = DAILY_CHALLENGE;
  checkKeys(check, db, "rewards of the daily challenge", "challenge:", new Set(daily), { coins, xp });
  check(
    "runs' earnings that the ledger doesn't have",
    rows<{
      user_id: number;
    }>(`with earned as (select user_id, sum(coins) as coins, sum(xp) as xp from runs group by user_id),
      paid as (select user_id, sum(coins) as coins, sum(xp) as xp from transactions
        where key like 'clear:%' or key like 'level-challenge:%' or key like 'challenge:%' group by user_id),
      -- A run or an achievement can lead to the next spirit level.
      spirit as (select user_id, sum(coins) as coins from transactions where key like 'spirit:%' group by user_id)
      select e.user_id from earned e left join paid p on p.user_id = e.user_id left join spirit s on s.user_id = e.user_id
      where e.xp <> coalesce(p.xp, 0)
        or e.coins not between coalesce(p.coins, 0) and coalesce(p.coins, 0) + coalesce(s.coins, 0)`).map(
      ({ user_id }) => `user ${user_id}`,
    ),
    rows("select distinct user_id from runs").length,
  );
}

/** Checks that first clears bring XP once, up to the daily limit per player and creator, and that none below it is left out. */
function checkFirstClears(
  check: Check,
  db: DatabaseSync,
  earning: readonly CountedClear[],
  creators: ReadonlyMap<number, number>,
): void {
  const pairOf = (user: number, level: number) => `user ${user}, creator ${creators.get(level)}`;
  const rows = db
    .prepare("select user_id, source_id, created_at from transactions where key glob 'clear:*'")
    .all() as unknown as { user_id: number; source_id: number; created_at: number }[];
  const days = Map.groupBy(
    rows,
    ({ user_id, source_id, created_at }) => `${pairOf(user_id, source_id)}, ${newYorkDay(created_at)}`,
  );
  check(
    "days with more XP for first clears of a creator's levels than the limit",
    [...days].filter(([, paid]) => paid.length > PAID_CLEARS_PER_CREATOR).map(([day]) => day),
    days.size,
  );
  const usedUp = new Set(
    [...days.values()].flatMap(([one, ...more]) =>
      one && more.length + 1 >= PAID_CLEARS_PER_CREATOR ? [pairOf(one.user_id, one.source_id)] : [],
    ),
  );
  const keyOf = (user: number, level: number) => `clear:${level}:${user}`;
  const paid = new Set(rows.map(({ user_id, source_id }) => keyOf(user_id, source_id)));
  const firsts = new Set(
    earning
      .filter(
        ({ user_id, level_id }) =>
          paid.has(keyOf(user_id, level_id)) || !usedUp.has(pairOf(user_id, level_id)),
      )
      .map(({ user_id, level_id }) => keyOf(user_id, level_id)),
  );
  // Paid keys that no counted run explains are wrong.
  checkKeys(check, db, "XP for first clears", "clear:", firsts, { coins: 0, xp: FIRST_CLEAR_XP });
}

/** Checks that the ledger has exactly the expected keys that begin with a prefix, each with the same reward. */
function checkKeys(
  check: Check,
  db: DatabaseSync,
  label: string,
  prefix: string,
  expected: ReadonlySet<string>,
  reward: { coins: number; xp: number },
  allowed: readonly string[] = [],
): void {
  const paid = db
    .prepare("select key, coins, xp from transactions where substr(key, 1, length(?1)) = ?1")
    .all(prefix);
  const times = Map.groupBy(paid, ({ key }) => String(key));
  const missing = [...expected].filter((key) => times.get(key)?.length !== 1);
  const wrong = paid
    .filter(({ key, coins, xp }) => {
      const isKnown = expected.has(String(key)) || allowed.includes(String(key));
      return !isKnown || coins !== reward.coins || xp !== reward.xp;
    })
    .map(({ key }) => String(key));
  check(`${label} that are missing, doubled or wrong`, [...missing, ...wrong], expected.size);
}
