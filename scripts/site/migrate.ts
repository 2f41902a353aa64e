import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { DATABASES, type DatabaseSource } from "#db/databases.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { Problem } from "../deploy/problem.ts";
import { root } from "../run-script.mjs";
import { migrationsPath } from "./read-migrations.ts";

/** The folder with a database's migrations. */
export const migrationsOf = (source: Pick<DatabaseSource, "folder">): string =>
  join(root, migrationsPath(source));

/** Applies pending migrations to the databases that are there. */
export async function migrateAll(databases: Readonly<Partial<Record<DatabaseName, D1Database>>>) {
  for (const source of DATABASES) {
    const d1 = databases[source.name];
    if (d1) await migrate(d1, migrationsOf(source));
  }
}

/**
 * Applies pending migrations to a local database, each as one transaction. Uses wrangler's own table to record them.
 * @returns the number of applied migrations
 * @throws Problem that names a migration that failed
 */
export async function migrate(d1: D1Database, folder: string): Promise<number> {
  await d1
    .prepare(
      "create table if not exists d1_migrations (id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)",
    )
    .run();
  const { results } = await d1.prepare("select name from d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && !applied.has(name))
    .sort();
  for (const name of names) {
    const statements = readFileSync(join(folder, name), "utf8")
      .split("--> statement-breakpoint")
      .map((statement) => d1.prepare(statement));
    try {
      await d1.batch([...statements, d1.prepare("insert into d1_migrations (name) values (?)").bind(name)]);
    } catch (cause) {
      throw new Problem(
        `✗ The migration ${name} failed, and the database is as it was before it: ${(cause as Error).message}`,
        "The version that ran before still works with it: check that out and start it. See docs/operations.md (Upgrade).",
      );
    }
  }
  return names.length;
}
