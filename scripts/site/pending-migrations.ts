import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { estimateLines, estimateMigrations } from "../deploy/estimate-migrations.ts";
import { readMigrations } from "../deploy/migrations.ts";
import { root } from "../run-script.mjs";

/** Returns a line for each pending migration of a local database with its estimated time, and one for each slow statement. */
export async function pendingMigrationLines(database: DatabaseSync): Promise<string[]> {
  const { migrations } = readMigrations(join(root, "migrations"));
  const query = async (sql: string) => database.prepare(sql).all() as Record<string, unknown>[];
  const hasTable = await query("select 1 from sqlite_master where name = 'd1_migrations'");
  const rows = hasTable.length > 0 ? await query("select name from d1_migrations") : [];
  const estimates = await estimateMigrations(
    migrations,
    rows.map(({ name }) => String(name)),
    query,
  );
  return estimates.flatMap(estimateLines);
}
