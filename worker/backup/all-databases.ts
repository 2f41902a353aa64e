import type { Database, Meter } from "#db/database.ts";
import type { AnyDatabaseName } from "#domain/database-names.ts";
import type { Env } from "../env.ts";
import { openArchives } from "../ledger/archives.ts";
import { openDatabases } from "../outbox/databases.ts";

export type AllDatabases = Readonly<Record<AnyDatabaseName, Database>>;

/** Opens all databases and archives at their primaries. */
export const openAllDatabases = (env: Env, meter?: Meter): AllDatabases => ({
  ...openDatabases(env, meter),
  ...openArchives(env, meter),
});
