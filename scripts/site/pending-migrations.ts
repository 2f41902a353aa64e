import { DatabaseSync } from "node:sqlite";
import { DATABASES } from "#db/databases.ts";
import { estimateLines, estimateMigrations } from "../deploy/estimate-migrations.ts";
import { readMigrations } from "../deploy/migrations.ts";
import { findDatabaseFile } from "./database-file.ts";
import { migrationsOf } from "./migrate.ts";

/**
 * Returns a line for each pending migration of a stopped site with its estimated time, and one for each slow statement. A new
 * database counts as empty.
 */
export async function pendingMigrationLines(state: string): Promise<string[]> {
  const lines = await Promise.all(
    DATABASES.map(async (source) => {
      using database = new DatabaseSync(findDatabaseFile(state, source.name) ?? ":memory:");
      return await pendingLines(database, migrationsOf(source));
    }),
  );
  return lines.flat();
}

async function pendingLines(database: DatabaseSync, folder: string): Promise<string[]> {
  const { migrations } = readMigrations(folder);
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
