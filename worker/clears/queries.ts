import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import type { RunState } from "#db/schema/index.ts";
import type { Actor, Visibility } from "#domain/levels/rules.ts";
import { orderBy, type PageSlice, pageSlice } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { visibleLevel } from "../levels/queries.ts";
import { CLEAR_ORDER, clearsAhead, indexKey, rankedPlayers } from "../runs/queries.ts";
import { userColumns } from "../users/present.ts";
import { currentContent } from "./commands.ts";
import type { ClearRow, FlaggedRunRow } from "./present.ts";

/** Pages beyond this offset read the total first, to start from the nearer end. */
const NEAR_ROWS = 2_000;

interface ClearedLevel {
  user_id: number;
  visibility: Visibility;
  /** The newest revision. */
  file: string;
  stars: number;
  goal: 0 | 1 | null;
  /** Ranked players, all of them in the current content. */
  total: number;
  own_ms: number | null;
  own_times: number | null;
  own_run_id: number | null;
  /** Players ahead of the viewer, counted up to MAX_RANK. */
  own_ahead: number | null;
}

/** The level of a list of clears, with the number of ranked players and the viewer's own best. */
const clearedLevelQuery = (id: number, viewer: Actor | null): Statement<ClearedLevel> =>
  statement(sql`select l.user_id, l.visibility, v.asset as file, v.stars, v.goal, ${rankedPlayers(sql`l.id`, sql`v.content`)} as total,
      k.best_ms as own_ms, k.times as own_times, k.best_run_id as own_run_id,
      case when k.user_id is not null then ${clearsAhead("k")} end as own_ahead
    from levels l cross join level_revisions v on v.level_id = l.id and v.revision = l.revision
      left join clears k on k.user_id = ${viewer?.id ?? 0} and k.level_id = l.id and k.content = v.content
    where l.id = ${id} and l.visibility <> 'deleted'`);

/** The clear in the place before the viewer's. */
const nextPlaceQuery = (levelId: number, viewer: Actor | null): Statement<ClearRow> =>
  statement(sql`select a.best_ms, a.best_at, a.times, a.best_run_id, ${userColumns}
    from clears k cross join clears a indexed by clears_ranks on a.level_id = k.level_id and a.content = k.content
      and (a.best_ms, a.best_at, a.user_id) < ${indexKey("k", CLEAR_ORDER)}
    cross join users u on u.id = a.user_id
    where k.user_id = ${viewer?.id ?? 0} and k.level_id = ${levelId} and k.content = ${currentContent(levelId)}
    order by a.best_ms desc, a.best_at desc, a.user_id desc limit 1`);

/** One range of the index `clears_ranks`: the clears of the level as it is now. */
const clearsQuery = (levelId: number, { limit, offset, reverse }: PageSlice): Statement<ClearRow> =>
  statement(sql`
    with page as (select user_id, best_ms, best_at, times, best_run_id from clears indexed by clears_ranks
      where level_id = ${levelId} and content = ${currentContent(levelId)}
      order by ${orderBy(CLEAR_ORDER, "asc", reverse)} limit ${limit} offset ${offset})
    select k.best_ms, k.best_at, k.times, k.best_run_id, ${userColumns} from page k cross join users u on u.id = k.user_id`);

interface ClearList {
  level: ClearedLevel;
  rows: ClearRow[];
  /** The clear in the place before the viewer's. */
  next: ClearRow | undefined;
}

/**
 * A page of a level's clears, fastest first, ties by the earlier run. Throws a 404 if the viewer can't see the level.
 */
export async function listClears(
  gate: SessionGate,
  levelId: number,
  viewer: Actor | null,
  { page, size }: { page: number; size: number },
): Promise<ClearList> {
  const offset = (page - 1) * size;
  const levelQueries = [clearedLevelQuery(levelId, viewer), nextPlaceQuery(levelId, viewer)] as const;
  if (offset <= NEAR_ROWS) {
    const slice = { limit: size, offset, reverse: false };
    const [[level], [next], rows] = await gate.read(...levelQueries, clearsQuery(levelId, slice));
    return { level: visibleLevel(level, viewer), rows, next };
  }
  const [[found], [next]] = await gate.read(...levelQueries);
  const level = visibleLevel(found, viewer);
  const part = pageSlice(page, size, level.total);
  if (part.limit === 0) return { level, rows: [], next };
  const [rows] = await gate.read(clearsQuery(levelId, part));
  return { level, rows: part.reverse ? rows.reverse() : rows, next };
}

const flaggedRunColumns = sql`r.id, r.ms, r.floor_ms, r.created_at, r.level_id, l.title as level_title,
  l.visibility as level_visibility, h.name as host_name, r.source, r.reason, r.log, r.statistics, ${userColumns}`;

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
