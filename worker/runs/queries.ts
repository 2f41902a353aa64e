import { type SQL, sql } from "drizzle-orm";
import type { Cell, Columns, ColumnsAs, Nullable, Present, Without } from "#db/columns.ts";
import { type Statement, statement } from "#db/database.ts";
import type { clears, level_revisions, levels, plays, runs, users } from "#db/schema/index.ts";
import { MAX_RANK, TOP_RANKS } from "#domain/runs/rules.ts";
import { currentContent, isLiveRun } from "../clears/commands.ts";
import { userColumns } from "../users/present.ts";
import {
  byTime,
  isBehindTop,
  isTopTime,
  limitTo,
  liveAhead,
  liveClears,
  placesAhead,
  rankedPlayers,
  topTables,
} from "./places-ahead.ts";
import { equippedColumn, type GhostRow, type LookColumns, type RunDetailsRow } from "./present.ts";

/** The columns of a ghost, from `runs r` and its user `u`. */
const ghostColumns = sql`r.id as run_id, r.ms, r.log, r.start_tick, r.physics, r.revision, ${userColumns}, ${equippedColumn}`;

/** The best recorded runs in a level's current content, in the order of their places. */
export function bestGhostsQuery(level: number, count: number): Statement<GhostRow> {
  const content = currentContent(level);
  const columns = sql.raw("level_id, content, user_id, best_ms, best_at, best_live, best_run_id");
  const others = (index: "clears_recorded" | "clears_ranks") => sql`from clears k indexed by ${sql.raw(index)}
    where k.level_id = ${level} and k.content = ${content} and ${isBehindTop("k")}`;
  // Ranks count clears without recorded inputs too, in one pass up to the last ghost.
  return statement(sql`with ${topTables(level, content)},
    first as materialized (select * from (select ${columns} from ${liveClears(level, content)}
      order by ${byTime()} ${limitTo(TOP_RANKS)}) where best_run_id is not null ${limitTo(count)}),
    others as materialized (select ${columns} ${others("clears_recorded")} and k.best_run_id is not null
      order by ${byTime("asc", "k")} limit ${sql.raw(String(count))} - (select count(*) from first)),
    last as (select best_ms, best_at, user_id from others order by ${byTime("desc")} limit 1),
    places as materialized (select user_id, row_number() over () + ${sql.raw(String(TOP_RANKS - 1))} as ahead from (
      select k.user_id ${others("clears_ranks")}
        and (k.best_ms, k.best_at, k.user_id) <= (+(select best_ms from last), +(select best_at from last), +(select user_id from last))
      order by ${byTime("asc", "k")} ${limitTo(MAX_RANK)})),
    best as (select *, 1 as is_top from first union all select *, 0 from others)
    select case when k.is_top then ${liveAhead("k")} else (select ahead from places where user_id = k.user_id) end as ahead,
        ${ghostColumns}
      from best k cross join runs r on r.id = k.best_run_id cross join users u on u.id = r.user_id
      order by k.is_top desc, ${byTime("asc", "k")}`);
}

/** A user's best recorded run in a level's current content. */
export const userGhostQuery = (level: number, user: SQL | number): Statement<GhostRow> =>
  statement(sql`select ${placesAhead("k")} as ahead, ${ghostColumns} from clears k
    cross join runs r on r.id = k.best_run_id cross join users u on u.id = r.user_id
    where k.user_id = ${user} and k.level_id = ${level} and k.content = ${currentContent(level)}`);

export const creatorOf = (level: number): SQL => sql`(select user_id from levels where id = ${level})`;

export interface StandingRow
  extends Nullable<Columns<typeof clears, "best_ms">>,
    Columns<typeof clears, "best_run_id"> {
  ahead: number | null;
  total: number;
}

/** A user's place in a level's current content, and the number of ranked players. Always one row. */
export const standingQuery = (level: number, user: number): Statement<StandingRow> =>
  statement(sql`select k.best_ms, k.best_run_id, case when k.user_id is not null then ${placesAhead("k")} end as ahead,
      ${rankedPlayers(level, sql`c.content`)} as total
    from (select ${currentContent(level)} as content) c
      left join clears k on k.user_id = ${user} and k.level_id = ${level} and k.content = c.content`);

/** A user's look. */
export const lookQuery = (user: number): Statement<LookColumns> =>
  statement(sql`select u.colors as u_colors, ${equippedColumn} from users u where u.id = ${user}`);

/** How many levels are searched for the next one. */
const NEXT_LEVELS = 40;

export type NextLevelRow = Columns<typeof levels, "id" | "title" | "thumbnail">;

/**
 * The next level of the same category in the order of 'Most Popular' that the viewer neither made nor cleared. After the
 * last one, the search begins with the first.
 */
export function nextLevelQuery(level: number, viewer: number): Statement<NextLevelRow> {
  const order = sql.raw("l.playing_count desc, l.recent_count desc, l.plays_count desc, l.id desc");
  const current = (column: string) => sql`+(select ${sql.raw(column)} from levels where id = ${level})`;
  const candidates = (
    condition: SQL,
  ) => sql`select * from (select l.id, l.title, l.thumbnail, l.user_id from levels l indexed by levels_popular
    where l.visibility = 'public' and l.category = ${current("category")} and ${condition} order by ${order} ${limitTo(NEXT_LEVELS)})`;
  // One range per column: comparing all columns at once would read every level with the same numbers.
  const keys = ["playing_count", "recent_count", "plays_count", "id"];
  const ranges = keys.map((last, length) => {
    const same = keys.slice(0, length).map((key) => sql`l.${sql.raw(key)} = ${current(key)}`);
    return sql.join([...same, sql`l.${sql.raw(last)} < ${current(last)}`], sql` and `);
  });
  const parts = [...ranges.reverse(), sql`true`].map(candidates);
  return statement(sql`select n.id, n.title, n.thumbnail from (${sql.join(parts, sql` union all `)}) n
    where n.id <> ${level} and n.user_id <> ${viewer}
      and not exists (select 1 from clears k where k.user_id = ${viewer} and k.level_id = n.id) limit 1`);
}

export type FoundRun = RunDetailsRow &
  Columns<typeof runs, "user_id" | "source"> &
  Columns<typeof levels, "visibility" | "title"> &
  ColumnsAs<typeof levels, { creator_id: "user_id" }>;

const ofRun = (column: string): SQL => sql.raw(`r.${column}`);
const topTimeOfRun = isTopTime({
  user: ofRun("user_id"),
  level: ofRun("level_id"),
  content: ofRun("content"),
  ms: ofRun("ms"),
});

/** A run with its level, its player's place and the time to beat. `condition` is about `runs r`. */
export const runDetailsQuery = (condition: SQL): Statement<FoundRun> =>
  statement(sql`select r.user_id, r.level_id, r.state, r.source, r.previous_ms, r.first, r.best, r.reason, r.xp, r.coins,
      l.user_id as creator_id, l.visibility, l.title, k.best_run_id, ${rankedPlayers(sql`l.id`, sql`v.content`)} as total,
      case when k.user_id is not null then ${placesAhead("k")} end as ahead, c.best_ms as creator_ms, ${isLiveRun("r")} as live,
      r.content = v.content and ${topTimeOfRun} as is_top_time, ${ghostColumns}
    from runs r cross join users u on u.id = r.user_id cross join levels l on l.id = r.level_id
      cross join level_revisions v on v.level_id = l.id and v.revision = l.revision
      left join clears k on k.user_id = r.user_id and k.level_id = l.id and k.content = v.content
      left join clears c on c.user_id = l.user_id and c.level_id = l.id and c.content = r.content and l.user_id <> r.user_id
    where ${condition}`);

/** A run that is to be checked. */
export interface PendingRun
  extends Columns<typeof runs, "id" | "user_id" | "level_id" | "content" | "state" | "deaths" | "created_at">,
    Present<Columns<typeof runs, "revision" | "physics" | "start_tick" | "log" | "ticks">>,
    Columns<typeof level_revisions, "content_hash">,
    Columns<typeof levels, "visibility">,
    Columns<typeof users, "deleted_at"> {
  /** The document in R2. */
  asset: Cell<typeof level_revisions, "asset">;
  /** The result that a room found, for a run that is simulated again. */
  ms: Cell<typeof runs, "ms">;
}

/** The runs among these that still wait for a check, or for the second one of a run from a room. Shortest first. */
export const pendingRunsQuery = (ids: readonly number[]): Statement<PendingRun> =>
  statement(sql`select r.id, r.user_id, r.level_id, r.revision, r.content, r.physics, r.start_tick, r.log, r.ticks, r.created_at,
      v.asset, v.content_hash, l.visibility, u.deleted_at, r.state, r.ms, r.deaths
    from runs r cross join users u on u.id = r.user_id cross join levels l on l.id = r.level_id
      cross join level_revisions v on v.level_id = r.level_id and v.revision = r.revision
    where r.id in (select value from json_each(${JSON.stringify(ids)})) 
      and (r.state = 'waiting' or r.previous_clear is not null) order by r.ticks`);

export interface PlayedRevision
  extends Columns<typeof levels, "user_id">,
    Nullable<ColumnsAs<typeof level_revisions, { found: "revision" }>>,
    Without<Columns<typeof levels, "visibility">, "deleted"> {
  /** Null if the level has no such revision. */
  content: Cell<typeof level_revisions, "content"> | null;
}

/** A level with one of its revisions. */
export const playedRevisionQuery = (level: number, revision: number): Statement<PlayedRevision> =>
  statement(sql`select l.user_id, l.visibility, v.content, v.revision as found from levels l
    left join level_revisions v on v.level_id = l.id and v.revision = ${revision}
    where l.id = ${level} and l.visibility <> 'deleted'`);

/** States in which a recorded run can't be set by anyone else. The index `runs_log` has the same condition. */
export const isRecordedRun = (alias: string): SQL =>
  sql.raw(`${alias}.log_hash is not null and ${alias}.state in ('counted', 'accepted', 'aside')`);

/** A user's runs that wait for their check, counted up to a limit. */
export const waitingRunsQuery = (user: number, most: number): Statement<{ value: number }> =>
  statement(
    sql`select count(*) as value from (select 1 from runs where user_id = ${user} and state = 'waiting' ${limitTo(most)})`,
  );

export type SessionRow = Columns<typeof plays, "level_id" | "counted_until" | "seconds">;

/** Levels that are played at the same time; the time of each is counted once. */
const CONCURRENT_LEVELS = 5;

/** The levels that a user started last, newest first. */
export const latestSessionsQuery = (user: number): Statement<SessionRow> =>
  statement(sql`select level_id, counted_until, seconds from plays where user_id = ${user}
    order by played_at desc ${limitTo(CONCURRENT_LEVELS)}`);
