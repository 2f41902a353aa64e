import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { removeReplyStatements, removeThreadStatements } from "./commands.ts";

// Removals are rows of the main database (worker/moderation/removals.ts), and what was removed is in the forums' one.

type Kind = "thread" | "reply";

const NAME_LENGTH = 60;

/** The beginning of a reply, by which its removal is remembered. */
export const removalName = (body: string): string => [...body].slice(0, NAME_LENGTH).join("");

/** Statements that remove a post or a thread for staff. */
export const removePostStatements = (
  kind: Kind,
  id: number,
  staff: Pick<Actor, "id">,
  now: number,
  when: SQL,
): Statement[] => (kind === "thread" ? removeThreadStatements : removeReplyStatements)(id, staff, now, when);

/** Statements that bring back what was removed at that time. Removing the first post removes its thread. */
export function restorePostStatements(kind: Kind, id: number, removedAt: number, when: SQL): Statement[] {
  const restore = (table: SQL, which: SQL) =>
    statement`update ${table} set deleted_at = null, deleted_by = null
      where id = ${which} and deleted_at = ${removedAt} and ${when}`;
  if (kind === "thread") return [restore(sql`threads`, sql`${id}`)];
  return [
    restore(sql`replies`, sql`${id}`),
    restore(sql`threads`, sql`(select thread_id from replies where id = ${id} and position = 0)`),
  ];
}

/** Selects the id of what is still as a removal at that time left it. */
export const removedPostQuery = (
  kind: Kind,
  id: number,
  removedAt: number,
): Statement<Columns<"threads", "id">> =>
  statement(
    kind === "thread"
      ? sql`select id from threads where id = ${id} and deleted_at = ${removedAt}`
      : sql`select p.id from replies p cross join threads t on t.id = p.thread_id where p.id = ${id}
          and case p.position when 0 then t.deleted_at else p.deleted_at end = ${removedAt}`,
  );
