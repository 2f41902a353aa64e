import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "./database.ts";

/** The `created_at` of a row that the next statement deletes. */
const REMOVED = -1;

/**
 * Statements that add a row, or remove it if it exists. They belong in one batch: the row itself decides which, so
 * concurrent toggles can't add it twice. `insert` adds the row with its `created_at`; `own` is the condition that selects it.
 */
export function toggleStatements(
  table: "bookmarks" | "favorites" | "wishes",
  insert: SQL,
  own: SQL,
): Statement[] {
  return [
    statement`${insert} on conflict do update set created_at = ${REMOVED}`,
    statement`delete from ${sql.raw(table)} where ${own} and created_at = ${REMOVED}`,
  ];
}
