import { type SQL, sql } from "drizzle-orm";
import { statement } from "./database.ts";

/** The `created_at` of a row that the next statement deletes. */
const REMOVED = -1;

/** Statements of one batch that add a row or, if it exists, remove it. `own` selects it, `insert` adds it. */
export function toggleStatements(table: "bookmarks" | "favorites" | "wishes", insert: SQL, own: SQL) {
  return [
    statement`${insert} on conflict do update set created_at = ${REMOVED}`,
    statement`delete from ${sql.raw(table)} where ${own} and created_at = ${REMOVED}`,
  ];
}
