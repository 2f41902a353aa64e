import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Statement, statement } from "#db/database.ts";
import type { ledger_archive } from "#db/schema/index.ts";

/** How far the archives have come. */
export type ArchiveState = Columns<
  typeof ledger_archive,
  "copied_to" | "copied_since" | "moved_to" | "held_until"
>;

export const archiveStateQuery: Statement<ArchiveState> = statement(
  sql`select copied_to, copied_since, moved_to, held_until from ledger_archive`,
);
