import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Statement, statement } from "#db/database.ts";
import type { ledger_archive } from "#db/schema/index.ts";

/** How far rows have moved to the archives. */
export const movedToQuery: Statement<Columns<typeof ledger_archive, "moved_to" | "held_until">> = statement(
  sql`select moved_to, held_until from ledger_archive`,
);
