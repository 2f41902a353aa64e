import { type Columns, first, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { Guard } from "#db/guard.ts";
import { storeEffectsOf } from "../outbox/effects.ts";

// Statements for the database of play data. What a clear means for users and levels is an effect (count-clear.ts).

/** A clear as reported by a game host. */
export interface ReportedRun {
  /** Identifies the report permanently: "host:idempotency key". */
  reportKey: string;
  host: number;
  user: number;
  level: number;
  ms: number;
}

/** Facts about a reported clear from the main database. All but the current content never change. */
export interface ReportedRevision {
  /** Hosts keep the document that was current when the player joined. */
  revision: number;
  content: string;
  /** The lowest limit among the revisions that were current while they played. */
  floor_ms: number;
  /** The content of the level's newest revision. */
  current: string;
}

/** A run's outcome, with the player's previous best time. */
export type RunRow = Columns<"runs", "id" | "state" | "ms" | "previous_ms" | "first" | "best">;

interface Attempt {
  user: number;
  level: number;
  ms: SQL | number;
  content: SQL | string;
  /** The content of the level's newest revision. */
  current: string;
  /** 1 or 0. */
  live: SQL | number;
}

/** Whether a run can be among the first ten: rooms and hosts see how it's played. */
export const isLiveRun = (alias: string): SQL => sql.raw(`(${alias}.source = 'host' or ${alias}.live = 1)`);

/** The best time in this content that the user has to beat, or null: a live run isn't compared with one that isn't. */
export const previousBest = ({ user, level, content, live }: Omit<Attempt, "ms" | "current">): SQL =>
  sql`(select best_ms from clears where user_id = ${user} and level_id = ${level} and content = ${content}
    and best_live >= ${live})`;

export const isFirstClear = ({ user, level }: Pick<Attempt, "user" | "level">): SQL =>
  sql`not exists (select 1 from clears where user_id = ${user} and level_id = ${level})`;

/** Whether a run becomes the best: first or faster in this content. Only a live one replaces a live one. */
export const becomesBest = ({ user, level, ms, content, current, live }: Attempt): SQL =>
  sql`coalesce((select case when content = ${content} then (best_live, ${ms}) < (${live}, best_ms) else ${content} = ${current} end
    from clears where user_id = ${user} and level_id = ${level}), 1)`;

/** Records a report: the run and, if its time is plausible, the clear. Idempotent. `run` returns the run. */
export function recordRunStatements(run: ReportedRun, reported: ReportedRevision, now: number) {
  const { reportKey, host, user, level, ms } = run;
  const { revision, content, floor_ms, current } = reported;
  const guard = new Guard();
  const attempt = { user, level, ms, content, current, live: 1 };
  return {
    insert: statement`insert into runs (call, stamp, host_id, user_id, level_id, ms, floor_ms, previous_ms, state, created_at,
        revision, content, first, best)
      select ${reportKey}, ${guard.stamp}, ${host}, ${user}, ${level}, ${ms}, ${floor_ms}, ${previousBest(attempt)},
        ${ms < floor_ms ? "flagged" : "counted"}, ${now}, ${revision}, ${content}, ${isFirstClear(attempt)}, ${becomesBest(attempt)}
      where true on conflict (call) do nothing`,
    clear: countRunStatements(sql`r.call = ${reportKey} and r.state = 'counted'`, guard, now),
    run: first<RunRow>`select id, state, ms, previous_ms, first, best from runs where call = ${reportKey}`,
  };
}

/** Accepts a flagged run, once. `run` returns it if still flagged, which `before` requires too. */
export function acceptRunStatements(
  { id, user, level, ms, current }: { id: number; user: number; level: number; ms: number; current: string },
  staff: number,
  now: number,
) {
  const guard = new Guard();
  const attempt = { user, level, ms, content: sql`runs.content`, current, live: isLiveRun("runs") };
  return {
    run: statement<RunRow>`update runs set state = 'accepted', stamp = ${guard.stamp}, decided_by = ${staff},
      decided_at = ${now}, previous_ms = ${previousBest(attempt)}, first = ${isFirstClear(attempt)},
      best = ${becomesBest(attempt)}
      where id = ${id} and state = 'flagged' returning id, state, ms, previous_ms, first, best`,
    clear: countRunStatements(sql`r.id = ${id} and r.state = 'accepted'`, guard, now),
  };
}

/** Counts a run as a clear if this batch wrote it. `which` selects `r` with `first` and `best` decided. */
export function countRunStatements(which: SQL, guard: Guard, now: number): Statement[] {
  const run = sql`runs r where ${which} and r.stamp = ${guard.stamp}`;
  const isBest = sql`(select r.best from ${run})`;
  const bestColumns = ["best_ms", "best_at", "content", "best_run_id", "best_live"].map((name) => {
    const column = sql.raw(name);
    return sql`${column} = case when ${isBest} then excluded.${column} else clears.${column} end`;
  });
  return [
    // Before the clear changes: the sum of best times changes by the difference.
    storeEffectsOf(
      "main",
      sql`select json_array(json_object('type', 'clear', 'run_id', r.id, 'user_id', r.user_id, 'level_id', r.level_id,
          'ms', r.ms, 'ran_at', r.created_at, 'first', r.first,
          'ms_change', case when r.best then r.ms - coalesce((select best_ms from clears
            where user_id = r.user_id and level_id = r.level_id), 0) else 0 end)) as effects
        from ${run}`,
      now,
    ),
    statement`insert into clears (user_id, level_id, best_ms, best_at, times, cleared_at, content, best_run_id,
        best_live)
      select r.user_id, r.level_id, r.ms, r.created_at, 1, r.created_at, r.content, case when r.log is not null then r.id end,
        ${isLiveRun("r")} from ${run}
      on conflict (user_id, level_id) do update set times = times + 1, ${sql.join(bestColumns, sql`, `)}`,
  ];
}
