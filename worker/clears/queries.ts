import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import type { RunState } from "#db/schema/index.ts";
import type { Actor, Visibility } from "#domain/levels/rules.ts";
import { orderBy, type PageSlice, pageSlice } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { visibleLevel } from "../levels/queries.ts";
import { userColumns } from "../users/present.ts";
import type { ClearRow, FlaggedRunRow } from "./present.ts";

/** Pages beyond this offset read the total first, to start from the nearer end. */
const NEAR_ROWS = 2_000;

interface ClearedLevel {
  user_id: number;
  visibility: Visibility;
  clears_count: number;
  own_ms: number | null;
  own_times: number | null;
}

/** The level of a list of clears, with the number of clears and the viewer's own best. */
const clearedLevelQuery = (id: number, viewer: Actor | null): Statement<ClearedLevel> =>
  statement(sql`select l.user_id, l.visibility, l.clears_count, k.best_ms as own_ms, k.times as own_times
    from levels l left join clears k on k.user_id = ${viewer?.id ?? 0} and k.level_id = l.id
    where l.id = ${id} and l.visibility <> 'deleted'`);

const SORT_COLUMNS = ["best_ms", "best_at", "user_id"];

/** One range of the index `clears_fastest`. */
const clearsQuery = (levelId: number, { limit, offset, reverse }: PageSlice): Statement<ClearRow> =>
  statement(sql`
    with page as (select user_id, best_ms, best_at, times from clears where level_id = ${levelId}
      order by ${orderBy(SORT_COLUMNS, "asc", reverse)} limit ${limit} offset ${offset})
    select k.best_ms, k.best_at, k.times, ${userColumns} from page k cross join users u on u.id = k.user_id`);

/**
 * A page of a level's clears, fastest first, ties by the earlier run. Throws a 404 if the viewer can't see the level.
 */
export async function listClears(
  gate: SessionGate,
  levelId: number,
  viewer: Actor | null,
  { page, size }: { page: number; size: number },
): Promise<{ level: ClearedLevel; rows: ClearRow[] }> {
  const offset = (page - 1) * size;
  const levelQuery = clearedLevelQuery(levelId, viewer);
  if (offset <= NEAR_ROWS) {
    const slice = { limit: size, offset, reverse: false };
    const [[level], rows] = await gate.read(levelQuery, clearsQuery(levelId, slice));
    return { level: visibleLevel(level, viewer), rows };
  }
  const [[found]] = await gate.read(levelQuery);
  const level = visibleLevel(found, viewer);
  const part = pageSlice(page, size, level.clears_count);
  if (part.limit === 0) return { level, rows: [] };
  const [rows] = await gate.read(clearsQuery(levelId, part));
  return { level, rows: part.reverse ? rows.reverse() : rows };
}

const flaggedRunColumns = sql`r.id, r.ms, r.floor_ms, r.created_at, r.level_id, l.title as level_title,
  l.visibility as level_visibility, h.name as host_name, ${userColumns}`;

const flaggedRunJoins = sql`cross join users u on u.id = r.user_id left join levels l on l.id = r.level_id
  left join hosts h on h.id = r.host_id`;

/** Flagged runs, oldest first. */
export const flaggedRunsQuery = (page: number, size: number): Statement<FlaggedRunRow> =>
  statement(sql`
    with page as (select id from runs where state = 'aside' order by id limit ${size} offset ${(page - 1) * size})
    select ${flaggedRunColumns} from page p cross join runs r on r.id = p.id ${flaggedRunJoins} order by r.id`);

/** The number of flagged runs, counted up to a limit: there are few. */
export const flaggedRunCountQuery = (most: number): Statement<{ value: number }> =>
  statement(
    sql`select count(*) as value from (select 1 from runs where state = 'aside' limit ${sql.raw(String(most))})`,
  );

export interface RunRowWithLevel {
  id: number;
  user_id: number;
  level_id: number;
  ms: number;
  state: RunState;
  created_at: number;
  username: string;
  title: string;
}

export const runQuery = (id: number): Statement<RunRowWithLevel> =>
  statement(sql`select r.id, r.user_id, r.level_id, r.ms, r.state, r.created_at, u.username, l.title
    from runs r cross join users u on u.id = r.user_id cross join levels l on l.id = r.level_id where r.id = ${id}`);

/** Dismisses a flagged run; returns a row if it was still flagged. */
export const dismissRunStatement = (id: number, staff: number, now: number): Statement<{ id: number }> =>
  statement(sql`update runs set state = 'dismissed', decided_by = ${staff}, decided_at = ${now}
    where id = ${id} and state = 'aside' returning id`);

/** Condition: the run is still flagged. */
export const isFlaggedRun = (id: number): SQL =>
  sql`exists (select 1 from runs where id = ${id} and state = 'aside')`;
