import { type SQL, sql } from "drizzle-orm";
import type { Cell, Columns, ColumnsAs, Nullable, Without } from "#db/columns.ts";
import { type Statement, statement } from "#db/database.ts";
import type { clears, level_revisions, levels, runs, users } from "#db/schema/index.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { orderBy, type PageSlice, pageSlice } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { visibleLevel } from "../levels/queries.ts";
import {
  byTime,
  CLEAR_ORDER,
  indexKey,
  isBehindTop,
  liveClears,
  placesAhead,
  rankedPlayers,
  topTables,
} from "../runs/places-ahead.ts";
import { userColumns } from "../users/present.ts";
import { currentContent } from "./commands.ts";
import type { ClearRow, FlaggedRunRow } from "./present.ts";

/** Pages beyond this offset read the total first, to start from the nearer end. */
const NEAR_ROWS = 2_000;

interface ClearedLevel
  extends Columns<typeof levels, "user_id">,
    Columns<typeof level_revisions, "stars" | "goal">,
    Nullable<ColumnsAs<typeof clears, { own_ms: "best_ms"; own_times: "times" }>>,
    ColumnsAs<typeof clears, { own_run_id: "best_run_id" }>,
    Without<Columns<typeof levels, "visibility">, "deleted"> {
  /** The newest revision. */
  file: Cell<typeof level_revisions, "asset">;
  /** Ranked players, all of them in the current content. */
  total: number;
  /** Places ahead of the viewer, counted up to MAX_RANK. */
  own_ahead: number | null;
}

/** The level of a list of clears, with the number of ranked players and the viewer's own best. */
const clearedLevelQuery = (id: number, viewer: Actor | null): Statement<ClearedLevel> =>
  statement(sql`select l.user_id, l.visibility, v.asset as file, v.stars, v.goal, ${rankedPlayers(sql`l.id`, sql`v.content`)} as total,
      k.best_ms as own_ms, k.times as own_times, k.best_run_id as own_run_id,
      case when k.user_id is not null then ${placesAhead("k")} end as own_ahead
    from levels l cross join level_revisions v on v.level_id = l.id and v.revision = l.revision
      left join clears k on k.user_id = ${viewer?.id ?? 0} and k.level_id = l.id and k.content = v.content
    where l.id = ${id} and l.visibility <> 'deleted'`);

/**
 * The clear in the place before the viewer's: among the first ten, the one ahead; for others, the next better one outside the
 * first ten, or else the tenth if it's better.
 */
function nextPlaceQuery(levelId: number, viewer: Actor | null): Statement<ClearRow> {
  const content = currentContent(levelId);
  const isAhead = sql`(a.best_ms, a.best_at, a.user_id) < ${indexKey("k", CLEAR_ORDER)}`;
  const ahead = (index: "clears_live" | "clears_ranks", condition: SQL) =>
    sql`select * from (select a.user_id from own k cross join clears a indexed by ${sql.raw(index)}
      where a.level_id = ${levelId} and a.content = k.content and ${condition} and ${isAhead} order by ${byTime("desc", "a")} limit 1)`;
  return statement(sql`with ${topTables(levelId, content)},
    own as materialized (select k.*, ${isBehindTop("k")} as is_behind from clears k
      where k.user_id = ${viewer?.id ?? 0} and k.level_id = ${levelId} and k.content = ${content}),
    next as (
      ${ahead("clears_live", sql`not k.is_behind and a.best_live = 1`)}
      union all ${ahead("clears_ranks", sql`k.is_behind and ${isBehindTop("a")}`)}
      union all select a.user_id from own k cross join tenth a where k.is_behind and ${isAhead})
    select a.best_ms, a.best_at, a.times, a.best_run_id, ${userColumns} from (select user_id from next limit 1) n
      cross join clears a on a.user_id = n.user_id and a.level_id = ${levelId} cross join users u on u.id = a.user_id`);
}

/** A clear in a list, and how many of the first ten places are taken. */
type ListedClear = ClearRow & { top: number };

/** The clears of the level as it is now: the first ten live ones, then a range of the index `clears_ranks` without them. */
function clearsQuery(levelId: number, { limit, offset, reverse }: PageSlice): Statement<ListedClear> {
  const content = currentContent(levelId);
  const [first, size] = [sql.raw(String(offset)), sql.raw(String(limit))];
  const columns = sql.raw("k.user_id, k.best_ms, k.best_at, k.times, k.best_run_id");
  const top = sql`(select n from top)`;
  // Pages that are read from the end lie far behind the first ten.
  const fromTop = reverse ? sql`0` : sql`min(max(${top} - ${first}, 0), ${size})`;
  const skipped = reverse ? first : sql`max(${first} - ${top}, 0)`;
  return statement(sql`with ${topTables(levelId, content)}
    select k.best_ms, k.best_at, k.times, k.best_run_id, ${top} as top, ${userColumns} from (
      select * from (select ${columns} from ${liveClears(levelId, content, "k")} order by ${byTime("asc", "k")}
        limit ${fromTop} offset ${first})
      union all select * from (select ${columns} from clears k indexed by clears_ranks
        where k.level_id = ${levelId} and k.content = ${content} and ${isBehindTop("k")}
        order by ${orderBy(keys, "asc", reverse)} limit ${size} - ${fromTop} offset ${skipped})) k
      cross join users u on u.id = k.user_id`);
}

/** The columns of `k` that order clears. */
const keys = CLEAR_ORDER.map((column) => `k.${column}`);

interface ClearList {
  level: ClearedLevel;
  rows: ListedClear[];
  /** The clear in the place before the viewer's. */
  next: ClearRow | undefined;
}

/**
 * A page of a level's clears by place: fastest first, ties by the earlier run. Throws a 404 if the viewer can't see the level.
 */
export async function listClears(
  gate: SessionGate,
  levelId: number,
  viewer: Actor | null,
  { page, size }: { page: number; size: number },
): Promise<ClearList> {
  const offset = (page - 1) * size;
  const levelQueries = { level: clearedLevelQuery(levelId, viewer), next: nextPlaceQuery(levelId, viewer) };
  if (offset <= NEAR_ROWS) {
    const slice = { limit: size, offset, reverse: false };
    const { found, rows } = await gate.read({ found: levelQueries, rows: clearsQuery(levelId, slice) });
    return { level: visibleLevel(found.level[0], viewer), rows, next: found.next[0] };
  }
  const {
    level: [found],
    next: [next],
  } = await gate.read(levelQueries);
  const level = visibleLevel(found, viewer);
  const part = pageSlice(page, size, level.total);
  if (part.limit === 0) return { level, rows: [], next };
  const rows = await gate.all(clearsQuery(levelId, part));
  return { level, rows: part.reverse ? rows.reverse() : rows, next };
}

const flaggedRunColumns = sql`r.id, r.ms, r.floor_ms, r.created_at, r.level_id, l.title as level_title,
  l.visibility as level_visibility, h.name as host_name, r.source, r.live, r.reason, r.log, r.statistics, ${userColumns}`;

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

export type RunRowWithLevel = Columns<
  typeof runs,
  "id" | "user_id" | "level_id" | "ms" | "state" | "created_at"
> &
  Columns<typeof users, "username"> &
  Columns<typeof levels, "title">;

export const runQuery = (id: number): Statement<RunRowWithLevel> =>
  statement(sql`select r.id, r.user_id, r.level_id, r.ms, r.state, r.created_at, u.username, l.title
    from runs r cross join users u on u.id = r.user_id cross join levels l on l.id = r.level_id where r.id = ${id}`);

/** Dismisses a flagged run; returns a row if it was still flagged. */
export const dismissRunStatement = (
  id: number,
  staff: number,
  now: number,
): Statement<Columns<typeof runs, "id">> =>
  statement(sql`update runs set state = 'dismissed', decided_by = ${staff}, decided_at = ${now}
    where id = ${id} and state = 'aside' returning id`);

/** Condition: the run is still flagged. */
export const isFlaggedRun = (id: number): SQL =>
  sql`exists (select 1 from runs where id = ${id} and state = 'aside')`;
