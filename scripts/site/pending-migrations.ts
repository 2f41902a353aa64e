import { DatabaseSync } from "node:sqlite";
import { DATABASES } from "#db/databases.ts";
import { findDatabaseFile } from "./database-file.ts";
import { migrationsOf } from "./migrate.ts";
import { migrationsPath, readMigrations } from "./read-migrations.ts";

/** Returns a line for each pending migration of a stopped site. A new database counts as empty. */
export const pendingMigrationLines = (state: string): string[] =>
  DATABASES.flatMap((source) => {
    using database = new DatabaseSync(findDatabaseFile(state, source.name) ?? ":memory:");
    const hasTable = database.prepare("select 1 from sqlite_master where name = 'd1_migrations'").get();
    const rows = hasTable ? database.prepare("select name from d1_migrations").all() : [];
    const applied = new Set(rows.map(({ name }) => name));
    const { migrations } = readMigrations(migrationsOf(source));
    return migrations.flatMap(({ name }) =>
      applied.has(name) ? [] : [`The migration ${migrationsPath(source)}/${name} is pending.`],
    );
  });
