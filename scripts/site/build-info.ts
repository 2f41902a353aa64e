import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DATABASES } from "#db/databases.ts";
import { SCHEMA_OUTLINE } from "#db/schema-outline.ts";
import type { BuildInfo, DatabaseBuild } from "#worker/http/build-info.ts";
import { root } from "../run-script.mjs";

/** Returns the commit's short hash, or null outside of a repository. `BOPOLIS_COMMIT` takes precedence. */
function readCommit(): string | null {
  if (process.env.BOPOLIS_COMMIT) return process.env.BOPOLIS_COMMIT;
  try {
    const commit = execFileSync("git", ["rev-parse", "--short=10", "HEAD"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return commit.trim();
  } catch {
    return null;
  }
}

/** Applies the migrations to an empty database and returns its outline; null if Node has no SQLite (before 22.5). */
async function readOutline(folder: string, files: string[]): Promise<DatabaseBuild["schema"]> {
  const sqlite = await import("node:sqlite").catch(() => null);
  if (!sqlite) return null;
  const database = new sqlite.DatabaseSync(":memory:");
  for (const file of files) database.exec(readFileSync(join(folder, file), "utf8"));
  const lines = database.prepare(SCHEMA_OUTLINE).all() as { line: string }[];
  database.close();
  const text = lines.map(({ line }) => line).join("\n");
  return { size: lines.length, hash: createHash("sha256").update(text).digest("base64url") };
}

/** Returns what a build is made of, for constants of the worker. */
export async function buildInfo(): Promise<BuildInfo> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const databases = DATABASES.map(async ({ name, folder }) => [
    name,
    await databaseBuild(join(root, "migrations", folder)),
  ]);
  return { version, commit: readCommit(), databases: Object.fromEntries(await Promise.all(databases)) };
}

async function databaseBuild(folder: string): Promise<DatabaseBuild> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  return { migration: files.at(-1) ?? null, schema: await readOutline(folder, files) };
}
