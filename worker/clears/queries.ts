import {
  type Cell,
  type Columns,
  type ColumnsAs,
  type Nullable,
  type SQL,
  type Statement,
  sql,
  statement,
  type Without,
} from "#db/database.ts";
import { idList } from "#db/values-table.ts";
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
import { type UserColumns, userColumns } from "../users/present.ts";

/** Pages beyond this offset read the total first, to start from the nearer end. */
const NEAR_ROWS = 2_000;

/** A clear of a level. */
export type StoredClear = Columns<"clears", "user_id" | "best_ms" | "best_at" | "times" | "best_run_id">;

export type FlaggedRunRow = Columns<
  "runs",
  | "id"
  | "user_id"
  | "host_id"
  | "ms"
  | "floor_ms"
  | "created_at"
  | "level_id"
  | "source"
  | "live"
  | "reason"
  | "log"
  | "statistics"
> &
  // The run that it repeats.
  Nullable<ColumnsAs<"runs", { o_id: "id"; o_user_id: "user_id"; o_ms: "ms" }>>;

interface ClearedLevel
  extends Columns<"levels", "user_id">,
    Columns<"level_revisions", "stars" | "goal" | "content">,
    Without<Columns<"levels", "visibility">, "deleted"> {
  /** The newest revision. */
  file: Cell<"level_revisions", "asset">;
}

/** The level of a list of clears, from the main database. */
const clearedLevelQuery = (id: number): Statement<ClearedLevel> =>
  statement`select l.user_id, l.visibility, v.asset as file, v.stars, v.goal, v.content
    from levels l cross join level_revisions v on v.level_id = l.id and v.revision = l.revision
    where l.id = ${id} and l.visibility <> 'deleted'`;

/** The number of ranked players, and the viewer's own best. */
export interface OwnClearRow
  extends Nullable<
    ColumnsAs<"clears", { own_ms: "best_ms"; own_times: "times"; own_run_id: "best_run_id" }>
  > {
  /** Ranked players, all of them in the current content. */
  total: number;
  /** Places ahead of the viewer, counted up to MAX_RANK. */
  own_ahead: number | null;
}

const clearColumns = sql.raw("a.user_id, a.best_ms, a.best_at, a.times, a.best_run_id");

/** The clear ahead of the viewer: within the first ten, the next better one outside them, or the tenth. */
function nextPlaceQuery(levelId: number, content: string, user: number): Statement<StoredClear> {
  const isAhead = sql`(a.best_ms, a.best_at, a.user_id) < ${indexKey("k", CLEAR_ORDER)}`;
  const ahead = (index: "clears_live" | "clears_ranks", condition: SQL) =>
    sql`select * from (select a.user_id from own k cross join clears a indexed by ${sql.raw(index)}
      where a.level_id = ${levelId} and a.content = k.content and ${condition} and ${isAhead} order by ${byTime("desc", "a")} limit 1)`;
  return statement`with ${topTables(levelId, sql`${content}`)},
    own as materialized (select k.*, ${isBehindTop("k")} as is_behind from clears k
      where k.user_id = ${user} and k.level_id = ${levelId} and k.content = ${content}),
    next as (
      ${ahead("clears_live", sql`not k.is_behind and a.best_live = 1`)}
      union all ${ahead("clears_ranks", sql`k.is_behind and ${isBehindTop("a")}`)}
      union all select a.user_id from own k cross join tenth a where k.is_behind and ${isAhead})
    select ${clearColumns} from (select user_id from next limit 1) n
      cross join clears a on a.user_id = n.user_id and a.level_id = ${levelId}`;
}

/** A clear in a list, and how many of the first ten places are taken. */
type ListedClear = StoredClear & { top: number };

/** The clears of the level as it is now: the first ten live ones, then a range of the index `clears_ranks` without them. */
function clearsQuery(levelId: number, content: string, { limit, offset, reverse }: PageSlice) {
  const inContent = sql`${content}`;
  const [first, size] = [sql.raw(String(offset)), sql.raw(String(limit))];
  const columns = sql.raw("k.user_id, k.best_ms, k.best_at, k.times, k.best_run_id");
  const top = sql`(select n from top)`;
  // Pages that are read from the end lie far behind the first ten.
  const fromTop = reverse ? sql`0` : sql`min(max(${top} - ${first}, 0), ${size})`;
  const skipped = reverse ? first : sql`max(${first} - ${top}, 0)`;
  return statement<ListedClear>`with ${topTables(levelId, inContent)}
    select ${columns}, ${top} as top from (
      select * from (select ${columns} from ${liveClears(levelId, inContent, "k")} order by ${byTime("asc", "k")}
        limit ${fromTop} offset ${first})
      union all select * from (select ${columns} from clears k indexed by clears_ranks
        where k.level_id = ${levelId} and k.content = ${content} and ${isBehindTop("k")}
        order by ${orderBy(keys, "asc", reverse)} limit ${size} - ${fromTop} offset ${skipped})) k`;
}

const keys = CLEAR_ORDER.map((column) => `k.${column}`);

interface ClearList {
  level: ClearedLevel;
  own: OwnClearRow;
  rows: ListedClear[];
  /** The clear in the place before the viewer's. */
  next: StoredClear | undefined;
}

/** A page of a level's clears, fastest first, then by earlier run. Throws a 404 if it can't be seen. */
export async function listClears(
  gate: SessionGate,
  levelId: number,
  viewer: Actor | null,
  { page, size }: { page: number; size: number },
): Promise<ClearList> {
  const offset = (page - 1) * size;
  const level = visibleLevel(await gate.first(clearedLevelQuery(levelId)), viewer);
  const { content } = level;
  const me = viewer?.id ?? 0;
  const isNear = offset <= NEAR_ROWS;
  const found = await gate.play.read({
    own: statement<OwnClearRow>`select ${rankedPlayers(levelId, sql`${content}`)} as total,
        k.best_ms as own_ms, k.times as own_times, k.best_run_id as own_run_id,
        case when k.user_id is not null then ${placesAhead("k")} end as own_ahead
      from (select 1) left join clears k on k.user_id = ${me} and k.level_id = ${levelId} and k.content = ${content}`,
    next: nextPlaceQuery(levelId, content, me),
    rows: isNear ? clearsQuery(levelId, content, { limit: size, offset, reverse: false }) : null,
  });
  const own = found.own[0] ?? NO_CLEAR;
  const list = { level, own, next: found.next[0] };
  if (isNear) return { ...list, rows: found.rows };
  const part = pageSlice(page, size, own.total);
  if (part.limit === 0) return { ...list, rows: [] };
  const rows = await gate.play.all(clearsQuery(levelId, content, part));
  return { ...list, rows: part.reverse ? rows.reverse() : rows };
}

const NO_CLEAR: OwnClearRow = { total: 0, own_ms: null, own_times: null, own_run_id: null, own_ahead: null };

/** Flagged runs, oldest first. */
export const flaggedRunsQuery = (page: number, size: number): Statement<FlaggedRunRow> =>
  statement`
    with page as (select id from runs where state = 'flagged' order by id limit ${size} offset ${(page - 1) * size})
    select r.id, r.user_id, r.host_id, r.ms, r.floor_ms, r.created_at, r.level_id, r.source, r.live, r.reason, r.log,
      r.statistics, o.id as o_id, o.user_id as o_user_id, o.ms as o_ms
    from page p cross join runs r on r.id = p.id left join runs o on o.id = r.statistics ->> 'original' order by r.id`;

/** From the main database: the people, levels and hosts of flagged runs. */
export const flaggedContextQueries = (runs: readonly FlaggedRunRow[]) => ({
  users: statement<UserColumns>`select ${userColumns} from users u
    where u.id in ${idList(runs.flatMap(({ user_id, o_user_id }) => [user_id, o_user_id ?? user_id]))}`,
  levels: statement<Columns<"levels", "id" | "title" | "visibility">>`select id, title, visibility from levels
    where id in ${idList(runs.map(({ level_id }) => level_id))}`,
  hosts: statement<Columns<"hosts", "id" | "name">>`select id, name from hosts
    where id in ${idList(runs.map(({ host_id }) => host_id))}`,
});

/** The number of flagged runs, counted up to a limit: there are few. */
export const flaggedRunCountQuery = (most: number): Statement<{ value: number }> =>
  statement`select count(*) as value from (select 1 from runs where state = 'flagged' limit ${sql.raw(String(most))})`;

export type DecidedRun = Columns<"runs", "id" | "user_id" | "level_id" | "ms" | "state" | "created_at">;

/** From the main database. */
export const usernameQuery = (id: number): Statement<Columns<"users", "username">> =>
  statement`select username from users where id = ${id}`;

/** Dismisses a flagged run; returns a row if it was still flagged. */
export const dismissRunStatement = (id: number, staff: number, now: number) =>
  statement<Columns<"runs", "id">>`update runs set state = 'dismissed', decided_by = ${staff},
    decided_at = ${now} where id = ${id} and state = 'flagged' returning id`;

/** Condition: the run is still flagged. */
export const isFlaggedRun = (id: number): SQL =>
  sql`exists (select 1 from runs where id = ${id} and state = 'flagged')`;
