import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { WITHOUT_ROWID } from "#db/columns.ts";
import { DATABASES, type DatabaseSource } from "#db/databases.ts";
import { node, runToEnd } from "../run-script.mjs";
import { type Migration, readMigrations } from "../site/read-migrations.ts";
import { sourceChanges } from "./source-changes.ts";
import { readSources } from "./sources.ts";

const BREAKPOINT = "--> statement-breakpoint\n";

/**
 * Writes the next migration of each database of a project: drizzle-kit's changes of tables, then those of triggers and search
 * tables, in the first one also the first rows. `output` is what happens to drizzle-kit's own. Returns the exit code.
 */
export async function generateMigrations(
  root: string,
  args: readonly string[],
  output: "inherit" | "ignore" = "inherit",
): Promise<number> {
  for (const database of DATABASES) {
    const code = await generateMigration(root, database, args, output);
    if (code !== 0) return code;
  }
  return 0;
}

async function generateMigration(
  root: string,
  database: DatabaseSource,
  args: readonly string[],
  output: "inherit" | "ignore",
): Promise<number> {
  const path = posix.join("migrations", database.folder);
  const folder = join(root, path);
  const drizzle = (...more: string[]) =>
    runToEnd(
      spawn(node, [join(root, "node_modules/drizzle-kit/bin.cjs"), "generate", ...args, ...more], {
        cwd: root,
        stdio: output,
        env: { ...process.env, DATABASE_FOLDER: database.folder },
      }),
    );
  const released = readMigrations(folder).migrations;
  const newest = (): Migration | undefined => readMigrations(folder).migrations[released.length];

  let code = await drizzle();
  if (code !== 0) return code;
  let migration = newest();
  const own = migration ? withoutRowids(migration.sql.trim(), await tablesWithoutRowid(root, database)) : "";
  const { before, after } = sourceChanges(
    readSources(root, database),
    released.map(({ sql }) => sql),
    own,
  );
  if (released.length === 0) after.push(...firstRows(root, database));
  const statements = [...before, ...(own ? [own] : []), ...after];
  if (statements.length > 0) {
    if (migration === undefined) {
      // An empty migration with its entries in the journal and among the snapshots.
      code = await drizzle("--custom");
      if (code !== 0) return code;
      migration = newest();
    }
    if (migration === undefined) throw new Error("drizzle-kit wrote no migration.");
    writeFileSync(join(folder, migration.name), `${statements.join(`\n${BREAKPOINT}`)}\n`);
    console.log(`Wrote ${path}/${migration.name}`);
  }
  deleteOldSnapshots(join(folder, "meta"));
  return 0;
}

/** Returns the names of a database's tables that are stored without row ids. */
export async function tablesWithoutRowid(
  root: string,
  { folder }: Pick<DatabaseSource, "folder">,
): Promise<string[]> {
  const schema: Record<string, unknown> = await import(
    pathToFileURL(join(root, "db/schema", folder, "index.ts")).href
  );
  return Object.values(schema)
    .filter((one) => is(one, SQLiteTable) && WITHOUT_ROWID in one)
    .map((table) => getTableName(table as SQLiteTable));
}

/** Adds what drizzle-kit leaves out to the statements that create tables. */
export const withoutRowids = (sql: string, tables: readonly string[]): string =>
  sql.replace(/^CREATE TABLE `(?:__new_)?(\w+)` \([\s\S]*?\n\)(?=;)/gm, (statement, name: string) =>
    tables.includes(name) ? `${statement} WITHOUT ROWID` : statement,
  );

/** Rows that the site never creates, because it changes them only. */
function firstRows(root: string, { folder }: Pick<DatabaseSource, "folder">): string[] {
  const file = join(root, "db", folder, "first-rows.sql");
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .trim()
        .split(/(?<=;)\n/)
    : [];
}

/** drizzle-kit compares with the newest snapshot only. */
function deleteOldSnapshots(folder: string): void {
  const snapshots = readdirSync(folder).filter((name) => name.endsWith("_snapshot.json"));
  for (const name of snapshots.sort().slice(0, -1)) rmSync(join(folder, name));
}
