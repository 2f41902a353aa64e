import { sql } from "drizzle-orm";
import { Database, Meter, type Statement, statement } from "#db/database.ts";
import { ARCHIVES, boundDatabase } from "#db/databases.ts";
import type { ArchiveName } from "#domain/database-names.ts";
import type { Env } from "../env.ts";

export type Archives = Readonly<Record<ArchiveName, Database>>;

/** Opens the ledger's archives at their primaries, for jobs and exports. */
export const openArchives = (env: Env, meter: Meter = new Meter()): Archives =>
  Object.fromEntries(
    ARCHIVES.map(({ name }) => [name, new Database(boundDatabase(env, name), meter, { name })]),
  ) as Archives;

/**
 * Opens an archive at a copy near the caller that has a state, or at the primary if it isn't known. A copy that lags behind could lack rows that
 * the main database has already given away.
 */
export const openNearArchive = (env: Env, name: ArchiveName, meter: Meter, since: string | null): Database =>
  new Database(boundDatabase(env, name), meter, since === null ? { name } : { name, reach: "near", since });

/** A read, and a write that changes nothing. */
export const archiveProbe: Statement[] = [
  statement(sql`select id from transactions limit 1`),
  statement(sql`delete from transactions where id < 0`),
];
