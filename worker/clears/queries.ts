import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { RunState } from "#db/schema/index.ts";
import type { Actor, Visibility } from "#domain/levels/rules.ts";
import type { SessionGate } from "../http/gate.ts";
import { orderBy, type Slice, slice } from "../http/pagination.ts";
import { visible } from "../levels/queries.ts";
import { userColumns } from "../users/present.ts";
import type { AsideRow, ClearRow } from "./present.ts";

/** A page further in than this asks for the total first, to be read from the nearer end. */
const NEAR_ROWS = 2_000;

interface ClearedLevel {
  user_id: number;
  visibility: Visibility;
  clears_count: number;
  own_ms: number | null;
  own_times: number | null;
}

/** What the list of a level's clears begins with: whether one may see it, how long it is, and one's own best. */
const clearedLevelQuery = (id: number, viewer: Actor | null): Statement<ClearedLevel> =>
  statement(sql`select l.user_id, l.visibility, l.clears_count, k.best_ms as own_ms, k.times as own_times
    from levels l left join clears k on k.user_id = ${viewer?.id ?? 0} and k.level_id = l.id
    where l.id = ${id} and l.visibility <> 'deleted'`);

const FASTEST = ["best_ms", "best_at", "user_id"];

/** One stretch of the index `clears_fastest`. */
const clearsQuery = (levelId: number, { limit, offset, reverse }: Slice): Statement<ClearRow> =>
  statement(sql`
    with page as (select user_id, best_ms, best_at, times from clears where level_id = ${levelId}
      order by ${orderBy(FASTEST, "asc", reverse)} limit ${limit} offset ${offset})
    select k.best_ms, k.best_at, k.times, ${userColumns} from page k cross join users u on u.id = k.user_id`);

/** A page of a level's clears, the fastest first, of two the one that was run earlier; 404 where one can't see the level. */
export async function listClears(
  gate: SessionGate,
  levelId: number,
  viewer: Actor | null,
  { page, size }: { page: number; size: number },
): Promise<{ level: ClearedLevel; rows: ClearRow[] }> {
  const offset = (page - 1) * size;
  const head = clearedLevelQuery(levelId, viewer);
  if (offset <= NEAR_ROWS) {
    const near = { limit: size, offset, reverse: false };
    const [[level], rows] = await gate.read(head, clearsQuery(levelId, near));
    return { level: visible(level, viewer), rows };
  }
  const [[found]] = await gate.read(head);
  const level = visible(found, viewer);
  const part = slice(page, size, level.clears_count);
  if (part.limit === 0) return { level, rows: [] };
  const [rows] = await gate.read(clearsQuery(levelId, part));
  return { level, rows: part.reverse ? rows.reverse() : rows };
}

const asideColumns = sql`r.id, r.ms, r.floor_ms, r.created_at, r.level_id, l.title as level_title,
  l.visibility as level_visibility, h.name as host_name, ${userColumns}`;

const asideJoins = sql`cross join users u on u.id = r.user_id left join levels l on l.id = r.level_id
  left join hosts h on h.id = r.host_id`;

/** Clears that wait for staff, the oldest first. */
export const asideQuery = (page: number, size: number): Statement<AsideRow> =>
  statement(sql`
    with page as (select id from runs where state = 'aside' order by id limit ${size} offset ${(page - 1) * size})
    select ${asideColumns} from page p cross join runs r on r.id = p.id ${asideJoins} order by r.id`);

/** How many wait, counted up to a number: few do. */
export const asideCountQuery = (most: number): Statement<{ value: number }> =>
  statement(
    sql`select count(*) as value from (select 1 from runs where state = 'aside' limit ${sql.raw(String(most))})`,
  );

export interface WaitingRun {
  id: number;
  user_id: number;
  level_id: number;
  ms: number;
  state: RunState;
  created_at: number;
  username: string;
  title: string;
}

export const runQuery = (id: number): Statement<WaitingRun> =>
  statement(sql`select r.id, r.user_id, r.level_id, r.ms, r.state, r.created_at, u.username, l.title
    from runs r cross join users u on u.id = r.user_id cross join levels l on l.id = r.level_id where r.id = ${id}`);

/** Has a run that was kept aside count for nothing; the first row answered says that it still waited. */
export const dismissRun = (id: number, staff: number, now: number): Statement<{ id: number }> =>
  statement(sql`update runs set state = 'dismissed', decided_by = ${staff}, decided_at = ${now}
    where id = ${id} and state = 'aside' returning id`);

/** Whether a run still waits for staff, as a condition. */
export const isAside = (id: number): SQL =>
  sql`exists (select 1 from runs where id = ${id} and state = 'aside')`;
