import {
  type Cell,
  type Columns,
  type ColumnsAs,
  type Nullable,
  type Present,
  type SQL,
  type Statement,
  sql,
  statement,
  type Without,
} from "#db/database.ts";
import { idsTable } from "#db/values-table.ts";
import { MAX_RANK, TOP_RANKS } from "#domain/runs/rules.ts";
import { isLiveRun } from "../clears/commands.ts";
import type { LevelRow } from "../levels/present.ts";
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
import { equippedColumn, type GhostRun, type PlayerRow, type RunDetailsRow } from "./present.ts";

/** Whether a level's newest revision can be cleared. */
export const isClearableRevision = ({ stars, goal }: Pick<LevelRow, "stars" | "goal">): boolean =>
  stars > 0 || goal === 1;

/** A level with the revision that was played, as the main database has them before a run is stored. */
export interface RunLevel
  extends Columns<"levels", "id" | "user_id" | "title" | "visibility">,
    Columns<"level_revisions", "revision" | "asset" | "content" | "work" | "clear_run_id"> {
  /** The content of the newest revision. */
  current: Cell<"level_revisions", "content">;
}

/** Selects levels with their revisions: `[[level, revision], …]`. None if the level never had this revision. */
export const runLevelsQuery = (played: readonly (readonly [level: number, revision: number])[]) =>
  statement<RunLevel>`select l.id, l.user_id, l.title, l.visibility, v.revision, v.asset, v.content, v.work,
      v.clear_run_id, n.content as current
    from json_each(${JSON.stringify(played)}) j cross join levels l on l.id = j.value ->> 0
      cross join level_revisions v on v.level_id = l.id and v.revision = j.value ->> 1
      cross join level_revisions n on n.level_id = l.id and n.revision = l.revision`;

/** A level as ranks need it. */
export interface RankedLevel extends Columns<"levels", "id" | "user_id" | "title" | "visibility"> {
  /** The content of the newest revision. */
  current: Cell<"level_revisions", "content">;
}

/** Selects levels as ranks need them. */
export const rankedLevelsQuery = (ids: readonly number[]): Statement<RankedLevel> =>
  statement`select l.id, l.user_id, l.title, l.visibility, n.content as current
    from json_each(${JSON.stringify(ids)}) j cross join levels l on l.id = j.value
      cross join level_revisions n on n.level_id = l.id and n.revision = l.revision`;

// Queries for the database of play data, unless they say otherwise. `content` is that of the level's newest revision.

const runColumns = sql.raw("r.id as run_id, r.user_id, r.ms, r.log, r.start_tick, r.physics, r.revision");

/** The best recorded runs in a level's current content, in the order of their places. */
export function bestGhostsQuery(level: number, content: string, count: number): Statement<GhostRun> {
  const inContent = sql`${content}`;
  const columns = sql.raw("level_id, content, user_id, best_ms, best_at, best_live, best_run_id");
  const others = (index: "clears_recorded" | "clears_ranks") => sql`from clears k indexed by ${sql.raw(index)}
    where k.level_id = ${level} and k.content = ${content} and ${isBehindTop("k")}`;
  // Ranks count clears without recorded inputs too, in one pass up to the last ghost.
  return statement`with ${topTables(level, inContent)},
    first as materialized (select * from (select ${columns} from ${liveClears(level, inContent)}
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
        ${runColumns}
      from best k cross join runs r on r.id = k.best_run_id
      order by k.is_top desc, ${byTime("asc", "k")}`;
}

/** A user's best recorded run in a level's current content. */
export const userGhostQuery = (level: number, content: string, user: number): Statement<GhostRun> =>
  statement`select ${placesAhead("k")} as ahead, ${runColumns} from clears k
    cross join runs r on r.id = k.best_run_id
    where k.user_id = ${user} and k.level_id = ${level} and k.content = ${content}`;

export interface StandingRow
  extends Nullable<Columns<"clears", "best_ms">>,
    Columns<"clears", "best_run_id"> {
  ahead: number | null;
  total: number;
}

/** A user's place in a level's current content, and the number of ranked players. Always one row. */
export const standingQuery = (level: number, content: string, user: number): Statement<StandingRow> =>
  statement`select k.best_ms, k.best_run_id, case when k.user_id is not null then ${placesAhead("k")} end as ahead,
      ${rankedPlayers(level, sql`${content}`)} as total
    from (select 1) c
      left join clears k on k.user_id = ${user} and k.level_id = ${level} and k.content = ${content}`;

/** Those of some levels that a user has cleared. */
export const clearedAmongQuery = (user: number, levels: readonly number[]): Statement<{ id: number }> =>
  statement`select k.level_id as id from ${idsTable([0, ...levels])} j
    cross join clears k on k.user_id = ${user} and k.level_id = j.column1`;

/** Players and their looks, from the main database. */
export const playersQuery = (ids: readonly number[]): Statement<PlayerRow> =>
  statement`select ${userColumns}, ${equippedColumn} from ${idsTable([...new Set(ids)])} j
    cross join users u on u.id = j.column1`;

/** How many levels are searched for the next one: a few at first, because rarely has someone cleared them all. */
export const NEXT_LEVELS = { first: 2, most: 100 };
/** The same in each of its ranges. */
const NEXT_IN_RANGE = 40;

export type NextLevelRow = Columns<"levels", "id" | "title" | "thumbnail">;

/** Next levels of the category by others, as in 'Most Popular', beginning again after the last. */
export function nextLevelsQuery(level: number, viewer: number, count: number): Statement<NextLevelRow> {
  const order = sql.raw("l.playing_count desc, l.recent_count desc, l.plays_count desc, l.id desc");
  const current = (column: string) => sql`+(select ${sql.raw(column)} from levels where id = ${level})`;
  const candidates = (
    condition: SQL,
  ) => sql`select * from (select l.id, l.title, l.thumbnail, l.user_id from levels l indexed by levels_popular
    where l.visibility = 'public' and l.category = ${current("category")} and ${condition} order by ${order} ${limitTo(NEXT_IN_RANGE)})`;
  // One range per column: comparing all columns at once would read every level with the same numbers.
  const keys = ["playing_count", "recent_count", "plays_count", "id"];
  const ranges = keys.map((last, length) => {
    const same = keys.slice(0, length).map((key) => sql`l.${sql.raw(key)} = ${current(key)}`);
    return sql.join([...same, sql`l.${sql.raw(last)} < ${current(last)}`], sql` and `);
  });
  const parts = [...ranges.reverse(), sql`true`].map(candidates);
  return statement`select n.id, n.title, n.thumbnail from (${sql.join(parts, sql` union all `)}) n
    where n.id <> ${level} and n.user_id <> ${viewer} ${limitTo(count)}`;
}

/** A run with everything its player sees after it. */
export type FoundRun = RunDetailsRow & Columns<"runs", "source">;

const ofRun = (column: string): SQL => sql.raw(`r.${column}`);
const topTimeOfRun = isTopTime({
  user: ofRun("user_id"),
  level: ofRun("level_id"),
  content: ofRun("content"),
  ms: ofRun("ms"),
});

/** A run with its player's place and the time to beat, by a condition on `runs r`; none without a level. */
export function runDetailsQuery(condition: SQL, level: RankedLevel | undefined): Statement<FoundRun> {
  const current = sql`${level?.current ?? ""}`;
  const creator = sql`${level?.user_id ?? 0}`;
  return statement`select r.level_id, r.state, r.source, r.previous_ms, r.first, r.best, r.reason, r.xp, r.coins,
      k.best_run_id, ${rankedPlayers(sql`r.level_id`, current)} as total,
      case when k.user_id is not null then ${placesAhead("k")} end as ahead, c.best_ms as creator_ms, ${isLiveRun("r")} as live,
      r.content = ${current} and ${topTimeOfRun} as is_top_time, r.call glob 'web:*:room-*' as in_room, ${runColumns}
    from runs r
      left join clears k on k.user_id = r.user_id and k.level_id = r.level_id and k.content = ${current}
      left join clears c on c.user_id = ${creator} and c.level_id = r.level_id and c.content = r.content and r.user_id <> ${creator}
    where ${condition} and ${Number(level !== undefined)}`;
}

/** The player and the level of a run, to look them up. */
export const runKeyQuery = (id: number): Statement<Columns<"runs", "user_id" | "level_id">> =>
  statement`select user_id, level_id from runs where id = ${id}`;

/** A run that is to be checked. */
export interface PendingRun
  extends Columns<
      "runs",
      "id" | "user_id" | "level_id" | "content" | "state" | "deaths" | "created_at" | "ms"
    >,
    Present<Columns<"runs", "revision" | "physics" | "start_tick" | "log" | "ticks">> {}

/** The runs among these that still wait for a check, or for the second one of a run from a room. Shortest first. */
export const pendingRunsQuery = (ids: readonly number[]): Statement<PendingRun> =>
  statement`select r.id, r.user_id, r.level_id, r.revision, r.content, r.physics, r.start_tick, r.log, r.ticks, r.created_at,
      r.state, r.ms, r.deaths
    from runs r where r.id in (select value from json_each(${JSON.stringify(ids)}))
      and (r.state = 'waiting' or r.previous_clear is not null) order by r.ticks`;

export interface PlayedRevision
  extends Columns<"levels", "id" | "user_id">,
    Nullable<ColumnsAs<"level_revisions", { found: "revision" }>>,
    Without<Columns<"levels", "visibility">, "deleted"> {
  /** Null if the level has no such revision. */
  content: Cell<"level_revisions", "content"> | null;
  deleted_at: Cell<"level_revisions", "deleted_at">;
  title: Cell<"levels", "title">;
  /** The content of the newest revision. */
  current: Cell<"level_revisions", "content">;
}

/** From the main database: a level with one of its revisions. */
export const playedRevisionQuery = (level: number, revision: number): Statement<PlayedRevision> =>
  statement`select l.id, l.user_id, l.title, l.visibility, v.content, v.revision as found, v.deleted_at, n.content as current from levels l
    cross join level_revisions n on n.level_id = l.id and n.revision = l.revision left join level_revisions v on v.level_id = l.id and v.revision = ${revision}
    where l.id = ${level} and l.visibility <> 'deleted'`;

/** States in which a recorded run can't be set by anyone else. The index `runs_log` has the same condition. */
export const isRecordedRun = (alias: string): SQL =>
  sql.raw(`${alias}.log_hash is not null and ${alias}.state in ('counted', 'accepted', 'flagged')`);

const waitingRuns = (user: number, most: number): SQL =>
  sql`select count(*) as value from (select 1 from runs where user_id = ${user} and state = 'waiting' ${limitTo(most)})`;

/** A user's runs that wait for their check, counted up to a limit. */
export const waitingRunsQuery = (user: number, most: number): Statement<{ value: number }> =>
  statement(waitingRuns(user, most));

/** Condition: another run of the user may wait. */
export const hasWaitingRoom = (user: number, most: number): SQL =>
  sql`(${waitingRuns(user, most)}) < ${most}`;

export type SessionRow = Columns<"plays", "level_id" | "seconds">;

/** Levels that are played at the same time; the time of each is counted once. */
const CONCURRENT_LEVELS = 5;

/** The levels that a user started last, newest first. */
const latestSessions = (user: number): SQL =>
  sql`select level_id, counted_until, seconds from plays where user_id = ${user}
    order by played_at desc ${limitTo(CONCURRENT_LEVELS)}`;

export const latestSessionsQuery = (user: number): Statement<SessionRow> =>
  statement`select level_id, seconds from (${latestSessions(user)})`;

/** Counts up to `seconds` since the last counted moment in any of the levels: parallel calls count once. */
export const countVisitStatement = (user: number, level: number, seconds: number, now: number) =>
  statement<Columns<"plays", "seconds">>`with latest as materialized (${latestSessions(user)}),
      span as (select max(${now - 1000 * seconds}, max(counted_until)) as began from latest)
    update plays set seconds = seconds + (${now} - span.began) / 1000,
      counted_until = span.began + 1000 * ((${now} - span.began) / 1000)
    from span where user_id = ${user} and level_id = ${level} and span.began <= ${now - 1000}
      and level_id in (select level_id from latest)
    returning seconds`;
