import { type Columns, type Nullable, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { fieldError } from "#domain/errors.ts";
import { daysProblem } from "#domain/events/rules.ts";
import { formatTime, newYorkDay } from "#domain/time.ts";

/** A requested level, with the event or challenge that uses it and until when. */
interface RequestedLevel extends Nullable<Columns<"levels", "title" | "visibility">> {
  id: number;
  taken_by: string | null;
  taken_until: number | null;
}

/** The levels by id, each with the other event or challenge that uses it; `ownId` is the one being edited. */
function requestedLevelsQuery(
  kind: "event" | "challenge",
  ids: readonly number[],
  ownId: number,
  now: number,
): Statement<RequestedLevel> {
  const [table, column, name] =
    kind === "event" ? ["events", "event_id", "short_name"] : ["challenges", "challenge_id", "name"];
  return statement<RequestedLevel>`select j.value as id, l.title, l.visibility, t.${sql.raw(name as string)} as taken_by,
      t.ends_at as taken_until
    from json_each(${JSON.stringify(ids)}) j left join levels l on l.id = j.value
      left join ${sql.raw(table as string)} t on t.id = l.${sql.raw(column as string)} and t.ends_at > ${now} and t.id <> ${ownId}
    order by j.key`;
}

function levelProblem({ id, title, visibility, taken_by, taken_until }: RequestedLevel, existing: boolean) {
  if (title === null || visibility === "deleted") return `Level ${id} doesn't exist.`;
  if (visibility !== "public" && !existing) return `“${title}” (${id}) is private.`;
  if (taken_by !== null)
    return `“${title}” (${id}) is part of “${taken_by}” until ${formatTime(taken_until ?? 0)} UTC.`;
  return null;
}

const itemQuery = (id: number | null) =>
  statement<Columns<"items", "id">>`select id from items where id = ${id} and state = 'shown'`;

/** The queries to run before a write; pass the results to `checkAvailability`. */
export const availabilityQueries = (
  kind: "event" | "challenge",
  ids: readonly number[],
  item: number | null,
  ownId: number,
  now: number,
) => ({ levels: requestedLevelsQuery(kind, ids, ownId, now), items: itemQuery(item) });

/** Throws a 422 at the first invalid field. Levels in `existing` may have become private. */
export function checkAvailability(
  field: "level_ids" | "level_id",
  levels: readonly RequestedLevel[],
  existing: ReadonlySet<number>,
  item: number | null,
  found: readonly { id: number }[],
): void {
  for (const level of levels) {
    const problem = levelProblem(level, existing.has(level.id));
    if (problem) throw fieldError(field, problem);
  }
  if (item !== null && found.length === 0) throw fieldError("item_id", `Item ${item} doesn't exist.`);
}

/** Throws a 422 if the days are in the wrong order, in the past or more than a year apart. */
export function checkDays(starts_on: string, ends_on: string, now: number): void {
  const problem = daysProblem(starts_on, ends_on, newYorkDay(now));
  if (problem) throw fieldError(problem.field, problem.message);
}

/** `checkAvailability` as a condition, for two admins at once; only a batch's last one may change its rows. */
export function isStillAvailable(
  kind: "event" | "challenge",
  ids: readonly number[],
  item: number | null,
  ownId: number,
  now: number,
): SQL {
  const [table, column] = kind === "event" ? ["events", "event_id"] : ["challenges", "challenge_id"];
  const existing =
    kind === "event"
      ? sql`exists (select 1 from event_levels x where x.event_id = ${ownId} and x.level_id = l.id)`
      : sql`exists (select 1 from challenges x where x.id = ${ownId} and x.level_id = l.id)`;
  return sql`((select count(*) from json_each(${JSON.stringify(ids)}) j cross join levels l on l.id = j.value
      left join ${sql.raw(table as string)} t on t.id = l.${sql.raw(column as string)} and t.ends_at > ${now} and t.id <> ${ownId}
      where t.id is null and (l.visibility = 'public' or l.visibility = 'private' and ${existing})) = ${ids.length}
    and (${item} is null or exists (select 1 from items where id = ${item} and state = 'shown')))`;
}
