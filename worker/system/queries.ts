import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { type BacklogName, COUNTED, RECENT_MS, URGENT_KINDS } from "#domain/system/problems.ts";
import type { JobRuns } from "#domain/system/schedule.ts";
import type { SystemView } from "#domain/system/view.ts";

export const HOUR_MS = 60 * 60 * 1000;
/** Hours of the chart. */
export const SHOWN_HOURS = 24;
const SHOWN_GROUPS = 50;
const SHOWN_TABLES = 8;

const constant = (value: number) => sql.raw(String(value));

export interface BacklogRow {
  count: number;
  oldest_at: number | null;
}

/** Counts the first rows of a backlog; `rows` selects when they were added, as `at`. */
const backlog = (rows: SQL): Statement<BacklogRow> =>
  statement`select count(*) as count, min(at) as oldest_at from (${rows} limit ${constant(COUNTED)})`;

/** The backlogs. Each is read from an index that has nothing else, so rows that are done cost nothing. */
export const backlogQueries: Record<Exclude<BacklogName, "pushes" | "runs">, Statement<BacklogRow>> = {
  mails: backlog(sql`select created_at as at from mails indexed by mails_unsent where sent_at is null
    order by created_at`),
  notices: backlog(sql`select created_at as at from notices order by id`),
  level_pictures: backlog(sql`select updated_at as at from levels indexed by levels_undrawn
    where thumbnail is null and visibility <> 'deleted' order by id`),
  item_pictures: backlog(sql`select created_at as at from items indexed by items_undrawn
    where thumbnail is null and uuid <> '' order by id`),
  outfit_pictures: backlog(sql`select created_at as at from outfits indexed by outfits_undrawn
    where thumbnail is null order by id`),
  bopi_pictures: backlog(sql`select null as at from bopis indexed by bopis_undrawn where drawn <> revision
    order by user_id`),
  clear_checks: backlog(sql`select created_at as at from clear_checks indexed by clear_checks_waiting
    where state = 'waiting' order by queued_at`),
  exports: backlog(sql`select created_at as at from exports indexed by exports_waiting
    where state = 'waiting' order by created_at`),
  takedowns: backlog(sql`select null as at from item_takedowns`),
  achievements: backlog(sql`select null as at from achievement_queue order by id`),
};

/** The runs that wait for their check, in the database of play data. */
export const waitingRunsBacklog: Statement<BacklogRow> = backlog(sql`select created_at as at from runs
  indexed by runs_waiting where state = 'waiting' order by queued_at`);

export const readOnlyQuery: Statement<Columns<"site_values", "value">> =
  statement`select value from site_values where name = 'read_only'`;

export type JobRow = JobRuns & Columns<"schedule_runs", "job" | "took_ms" | "error">;

export const jobsQuery: Statement<JobRow> = statement`select job, took_ms, succeeded_at, failed_at, error from schedule_runs`;

export const tablesQuery: Statement<{ table_name: string; last_id: number }> =
  statement`select name as table_name, seq as last_id from sqlite_sequence order by seq desc limit ${constant(SHOWN_TABLES)}`;

export const hoursQuery = (now: number): Statement<Columns<"error_hours", "hour" | "kind" | "count">> =>
  statement`select hour, kind, count from error_hours where hour > ${Math.floor(now / HOUR_MS) - SHOWN_HOURS}`;

export type GroupRow = Columns<
  "error_groups",
  | "key"
  | "kind"
  | "message"
  | "source"
  | "stack"
  | "page"
  | "version"
  | "browsers"
  | "requests"
  | "count"
  | "first_at"
  | "last_at"
  | "state"
>;

export const groupsQuery = ({ state, kind }: SystemView): Statement<GroupRow> =>
  statement`select key, kind, message, source, stack, page, version, browsers, requests, count, first_at, last_at, state
    from error_groups where state = ${state} ${kind ? sql`and kind = ${kind}` : sql``}
    order by last_at desc limit ${constant(SHOWN_GROUPS)}`;

/** The kinds of urgent errors that occurred recently. */
export const urgentKindsQuery = (now: number): Statement<Pick<GroupRow, "kind">> =>
  statement`select distinct kind from error_groups indexed by error_groups_newest
    where state = 'open' and last_at > ${now - RECENT_MS} and kind in (${sql.join(
      URGENT_KINDS.map((kind) => sql`${kind}`),
      sql`, `,
    )})`;
