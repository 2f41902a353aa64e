import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { DATABASES, type DatabaseSource } from "#db/databases.ts";
import { breakingChanges } from "../deploy/breaking-changes.ts";
import { readMigrations } from "../deploy/migrations.ts";
import { node, runToEnd } from "../run-script.mjs";
import { sourceChanges } from "./source-changes.ts";
import { readSources } from "./sources.ts";
import { triggerPage } from "./trigger-page.ts";

const BREAKPOINT = "--> statement-breakpoint\n";

/**
 * Writes the next migration of each database of a project: drizzle-kit's changes of tables, then those of triggers and search
 * tables. Also writes docs/triggers.md. `output` is what happens to drizzle-kit's own. Returns the exit code.
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
  const page = join(root, "docs/triggers.md");
  const text = triggerPage(
    DATABASES.map((database) => ({ ...database, sources: readSources(root, database) })),
  );
  if (!existsSync(page) || readFileSync(page, "utf8") !== text) writeFileSync(page, text);
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
  const sources = readSources(root, database);
  const released = readMigrations(folder).migrations;
  const newest = () => readMigrations(folder).migrations[released.length];

  let code = await drizzle();
  if (code !== 0) return code;
  let migration = newest();
  const { before, after } = sourceChanges(
    sources,
    released.map(({ sql }) => sql),
    migration?.sql ?? "",
  );
  if (before.length + after.length > 0) {
    const isOwn = migration === undefined;
    if (isOwn) {
      // An empty migration with its entries in the journal and among the snapshots.
      code = await drizzle("--custom");
      if (code !== 0) return code;
      migration = newest();
    }
    if (migration === undefined) throw new Error("drizzle-kit wrote no migration.");
    const own = isOwn ? [] : [migration.sql.trim()];
    const sql = `${[...before, ...own, ...after].join(`\n${BREAKPOINT}`)}\n`;
    writeFileSync(join(folder, migration.name), sql);
    console.log(`${path}/${migration.name} updates triggers and search tables.`);
  }
  const { migrations } = readMigrations(folder);
  for (const [name, changes] of breakingChanges(migrations, released.length))
    for (const { change, hint } of changes)
      console.log(`${path}/${name} ${change}, which breaks the running version. ${hint}`);
  return 0;
}
