import { type Columns, type Database, type Present, type SQL, sql, statement } from "#db/database.ts";
import type { runs } from "#db/schema/play/index.ts";
import { isNearCopy, type RunTrace, traceRun } from "#domain/runs/near-copy.ts";
import { NEAR_COPY_MS } from "#domain/runs/rules.ts";
import { limitTo } from "./places-ahead.ts";
import type { PendingRun } from "./queries.ts";

/** Best runs of others that a run is compared with, among the faster and among the slower ones. */
const NEIGHBORS = 10;

/** The result of comparing a run with those of nearly the same time. */
export interface Comparison {
  /** The run that it repeats; null if there is none. */
  original: number | null;
  /** Condition: it would be compared with the same runs now. */
  isCurrent: SQL;
}

type NeighborRow = Columns<"runs", "id"> & Present<Columns<"runs", "log" | "ticks">>;

/**
 * The recorded best runs of others in the same content, with nearly the same time, nearest first. A run that has been settled is
 * only compared with those that were settled before it, so of two equal ones it's the later one.
 */
function neighbors(
  { id, user_id, level_id }: PendingRun,
  { content, ms }: Pick<PendingRun, "content" | "ms">,
): SQL {
  const range = (condition: SQL, direction: "asc" | "desc") =>
    sql`select * from (select best_run_id from clears indexed by clears_recorded
      where level_id = ${level_id} and content = ${content} and best_run_id is not null and ${condition} and user_id <> ${user_id}
      order by best_ms ${sql.raw(direction)} ${limitTo(NEIGHBORS)})`;
  const settled = sql`(select verified_at from runs where id = ${id})`;
  return sql`select r.id, r.log, r.ticks from (
      ${range(sql`best_ms between ${ms - NEAR_COPY_MS} and ${ms}`, "desc")}
      union all ${range(sql`best_ms > ${ms} and best_ms <= ${ms + NEAR_COPY_MS}`, "asc")}) n
    cross join runs r on r.id = n.best_run_id
    where r.log is not null and r.ticks is not null
      and (${settled} is null or (coalesce(r.verified_at, 0), r.id) < (${settled}, ${id}))
    order by abs(r.ms - ${ms}), r.id`;
}

/** Compares a checked run with its neighbors; null if it's too simple to be recognized. */
export async function compareRun(
  env: Env,
  play: Database,
  run: PendingRun & { level: Pick<PendingRun, "content"> },
  { verdict, log }: { verdict: Pick<NeighborRow, "ticks"> & Pick<PendingRun, "ms">; log: Uint8Array },
): Promise<Comparison | null> {
  const trace = traceRun(log, verdict.ticks);
  if (!trace) return null;
  const rows = neighbors(run, { content: run.level.content, ms: verdict.ms });
  const found = await play.all(statement<NeighborRow>(rows));
  const ids = JSON.stringify(found.map(({ id }) => id));
  return {
    original: await findOriginal(env, trace, found),
    isCurrent: sql`(select json_group_array(id) from (${rows})) = ${ids}`,
  };
}

/** Returns the first of these runs that is almost the same. */
async function findOriginal(
  env: Env,
  trace: RunTrace,
  found: readonly NeighborRow[],
): Promise<number | null> {
  for (const { id, log, ticks } of found) {
    const file = await env.BUCKET.get(log);
    const other = file && traceRun(new Uint8Array(await file.arrayBuffer()), ticks);
    if (other && isNearCopy(trace, other)) return id;
  }
  return null;
}
