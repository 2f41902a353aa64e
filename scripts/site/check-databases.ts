import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATABASES } from "#db/databases.ts";
import { Problem } from "../deploy/problem.ts";
import { databasePath } from "./database-file.ts";

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** How thoroughly databases are read: `header` takes no time, `pages` reads them whole. */
type Depth = "header" | "pages";

/** Throws a Problem that names the first damaged database of a stopped site. */
export function checkDatabases(state: string, depth: Depth): void {
  for (const [name, file] of databaseFiles(state)) {
    const problem = problemOf(file, depth);
    if (problem)
      throw new Problem(
        `✗ The database ${name} in ${file} is damaged (${problem}). Restore a backup into an empty folder, which then becomes BOPOLIS_STATE: docs/self-hosting.md, Back up and restore.`,
      );
  }
}

/** The databases of a state folder that exist, and the index of its files, by their names. */
function databaseFiles(state: string): [name: string, file: string][] {
  const bucket = join(state, "v3/r2/miniflare-R2BucketObject");
  const indexes = existsSync(bucket) ? readdirSync(bucket).filter((name) => name.endsWith(".sqlite")) : [];
  return [
    ...DATABASES.map(({ name }): [string, string] => [name, databasePath(state, name)]),
    ...indexes.map((name): [string, string] => ["of the bucket", join(bucket, name)]),
  ].filter(([, file]) => existsSync(file));
}

/** The fault that SQLite finds in a file; null if none. */
function problemOf(file: string, depth: Depth): string | null {
  try {
    using database = new DatabaseSync(file);
    database.prepare("select count(*) from sqlite_master").get();
    if (depth === "header") return null;
    const found = database.prepare("pragma quick_check(1)").get() as { quick_check: string };
    return found.quick_check === "ok" ? null : found.quick_check;
  } catch (error) {
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === SQLITE_CORRUPT || errcode === SQLITE_NOTADB) return message;
    throw error;
  }
}
