import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { fieldError } from "#domain/errors.ts";
import { daysProblem } from "#domain/events/rules.ts";
import type { Visibility } from "#domain/levels/rules.ts";
import { formatTime, newYorkDay } from "#domain/time.ts";

/** A level that is asked for, with what it is part of and until when. */
interface Wanted {
  id: number;
  title: string | null;
  visibility: Visibility | "deleted" | null;
  taken_by: string | null;
  taken_until: number | null;
}

/** The levels of a list of ids, each with the other event or challenge that has it; `own` is the one being changed. */
function wantedQuery(
  kind: "event" | "challenge",
  ids: readonly number[],
  own: number,
  now: number,
): Statement<Wanted> {
  const [table, column, name] =
    kind === "event" ? ["events", "event_id", "short_name"] : ["challenges", "challenge_id", "name"];
  return statement<Wanted>(sql`select j.value as id, l.title, l.visibility, t.${sql.raw(name as string)} as taken_by,
      t.ends_at as taken_until
    from json_each(${JSON.stringify(ids)}) j left join levels l on l.id = j.value
      left join ${sql.raw(table as string)} t on t.id = l.${sql.raw(column as string)} and t.ends_at > ${now} and t.id <> ${own}
    order by j.key`);
}

function problemOf({ id, title, visibility, taken_by, taken_until }: Wanted, kept: boolean): string | null {
  if (title === null || visibility === "deleted") return `There is no level ${id}.`;
  if (visibility !== "public" && !kept) return `“${title}” (${id}) is private.`;
  if (taken_by !== null)
    return `“${title}” (${id}) is part of “${taken_by}” until ${formatTime(taken_until ?? 0)} UTC.`;
  return null;
}

const itemQuery = (id: number | null) =>
  statement<{ id: number }>(sql`select id from items where id = ${id} and state = 'shown'`);

/** What is asked before something is written about levels: give the answers to `checkWanted`. */
export const wantedQueries = (
  kind: "event" | "challenge",
  ids: readonly number[],
  item: number | null,
  own: number,
  now: number,
) => [wantedQuery(kind, ids, own, now), itemQuery(item)] as const;

/**
 * 422 at the first field that won't do: levels must be there and public, and free; the item must exist. Levels of `kept`
 * were part of it before and may have become private.
 */
export function checkWanted(
  field: "level_ids" | "level_id",
  wanted: readonly Wanted[],
  kept: ReadonlySet<number>,
  item: number | null,
  found: readonly { id: number }[],
): void {
  for (const level of wanted) {
    const problem = problemOf(level, kept.has(level.id));
    if (problem) throw fieldError(field, problem);
  }
  if (item !== null && found.length === 0) throw fieldError("item_id", `There is no item ${item}.`);
}

/** 422 where the days are in the wrong order, past, or more than a year. */
export function checkDays(starts_on: string, ends_on: string, now: number): void {
  const problem = daysProblem(starts_on, ends_on, newYorkDay(now));
  if (problem) throw fieldError(problem.field, problem.message);
}

/**
 * What `checkWanted` holds, as a condition of a write: two admins may want the same level at the same time. No statement of
 * a batch may change what it reads before the last one that carries it.
 */
export function stillWanted(
  kind: "event" | "challenge",
  ids: readonly number[],
  item: number | null,
  own: number,
  now: number,
): SQL {
  const [table, column] = kind === "event" ? ["events", "event_id"] : ["challenges", "challenge_id"];
  const kept =
    kind === "event"
      ? sql`exists (select 1 from event_levels x where x.event_id = ${own} and x.level_id = l.id)`
      : sql`exists (select 1 from challenges x where x.id = ${own} and x.level_id = l.id)`;
  return sql`((select count(*) from json_each(${JSON.stringify(ids)}) j cross join levels l on l.id = j.value
      left join ${sql.raw(table as string)} t on t.id = l.${sql.raw(column as string)} and t.ends_at > ${now} and t.id <> ${own}
      where t.id is null and (l.visibility = 'public' or l.visibility = 'private' and ${kept})) = ${ids.length}
    and (${item} is null or exists (select 1 from items where id = ${item} and state = 'shown')))`;
}
