import { createHash } from "node:crypto";
import {
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { Problem } from "../deploy/problem.ts";
import { markAsProduction } from "../start/production-state.mjs";

/** The simulators' folder inside a state folder. */
const DATA = "v3";
const SECRETS = "secrets.json";
const MANIFEST = "manifest.json";
/**
 * The order of the copies. Rows come before the objects that hand out their ids, and before the files that they refer to. So
 * what the copies of later folders have in addition belongs to nothing, and nothing is missing.
 */
const FOLDERS = ["d1", "do", "r2"];
/** All pages of a database in one step, so a writer never makes the copy start again. */
const ALL_PAGES = 2 ** 31 - 1;
/** How many damaged files a message lists. */
const MAX_LISTED = 10;

/** A path inside a state folder. */
const INSIDE = /^(?!.*\.\.)(?:v3\/[\w./%-]+|secrets\.json)$/;

const manifestSchema = z.object({
  version: z.literal(1),
  created_at: z.iso.datetime(),
  files: z.array(z.object({ path: z.string().regex(INSIDE), bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

const isDatabase = (path: string): boolean => path.endsWith(".sqlite");

/** Returns the files of a state folder below a folder in it: databases first, because they name the files beside them. */
function filesIn(state: string, folder: string): string[] {
  if (!existsSync(join(state, folder))) return [];
  return (
    readdirSync(join(state, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(state, join(entry.parentPath, entry.name)))
      // A copy of a database already contains them.
      .filter((path) => !/\.sqlite-(?:wal|shm|journal)$/.test(path))
      .sort((a, b) => Number(isDatabase(b)) - Number(isDatabase(a)) || (a < b ? -1 : 1))
  );
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** SQLite's SQLITE_READONLY_ROLLBACK: a kill interrupted a transaction, which the next one to open the database for writing undoes. */
const NEEDS_ROLLBACK = 776;

/** Copies a database in the state of one moment, while others may write to it. */
async function copyDatabase(from: string, to: string): Promise<void> {
  try {
    await copyOpened(new DatabaseSync(from, { readOnly: true }), to);
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== NEEDS_ROLLBACK) throw error;
    await copyOpened(new DatabaseSync(from), to);
  }
}

async function copyOpened(database: DatabaseSync, to: string): Promise<void> {
  try {
    await backup(database, to, { rate: ALL_PAGES });
  } finally {
    database.close();
  }
}

/**
 * Copies a state folder, whether its site is running or not. Each database is copied in the state of one moment; files never
 * change once they exist. `secrets`: whether they are copied, too. Returns what was copied. Throws a Problem if `target` exists.
 */
export async function backUpState(
  state: string,
  target: string,
  { secrets }: { secrets: boolean },
): Promise<Manifest> {
  if (!existsSync(join(state, DATA))) throw new Problem(`✗ No site has its data in ${state}.`);
  if (existsSync(target))
    throw new Problem(`✗ ${target} already exists. A backup never overwrites anything.`);
  // An interrupted backup never looks complete.
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  const created_at = new Date().toISOString();
  const files: Manifest["files"] = [];
  const paths = FOLDERS.flatMap((folder) => filesIn(state, join(DATA, folder)));
  for (const path of [...paths, ...(secrets ? [SECRETS] : [])]) {
    const copy = join(partial, path);
    mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
    if (isDatabase(path)) await copyDatabase(join(state, path), copy);
    else if (!copyFile(join(state, path), copy)) continue;
    files.push({ path: path.split(sep).join("/"), bytes: statSync(copy).size, sha256: await hashOf(copy) });
  }
  const manifest: Manifest = { version: 1, created_at, files };
  writeFileSync(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { flush: true });
  renameSync(partial, target);
  return manifest;
}

/** Copies a file. Returns whether it still exists: the site may delete it meanwhile. */
function copyFile(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/**
 * Copies a backup into an empty state folder after checking every file. Returns what was copied. Throws a Problem that names
 * missing and damaged files, or if the folder has data.
 */
export async function restoreState(source: string, state: string): Promise<Manifest> {
  const manifest = readManifest(source);
  if (existsSync(join(state, DATA)))
    throw new Problem(`✗ ${state} has data. A backup can only be restored into an empty folder.`);
  const damaged: string[] = [];
  for (const { path, sha256 } of manifest.files) {
    const file = join(source, path);
    if (!existsSync(file)) damaged.push(`✗ ${path} is missing in the backup.`);
    else if ((await hashOf(file)) !== sha256) damaged.push(`✗ ${path} is damaged.`);
  }
  if (damaged.length) throw new Problem(...damaged.slice(0, MAX_LISTED), "Nothing was restored.");
  markAsProduction(state);
  // The data appears at once, so an interrupted restore can be repeated.
  const partial = join(state, "restoring");
  rmSync(partial, { recursive: true, force: true });
  for (const { path } of manifest.files) {
    const copy = join(partial, path);
    mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
    copyFileSync(join(source, path), copy, constants.COPYFILE_FICLONE);
  }
  if (existsSync(join(partial, SECRETS))) renameSync(join(partial, SECRETS), join(state, SECRETS));
  renameSync(join(partial, DATA), join(state, DATA));
  rmSync(partial, { recursive: true, force: true });
  return manifest;
}

function readManifest(source: string): Manifest {
  const file = join(source, MANIFEST);
  if (!existsSync(file)) throw new Problem(`✗ ${source} isn't a complete backup: it has no ${MANIFEST}.`);
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new Problem(`✗ ${file} is damaged.`);
  }
}

/** Returns the summary of a copy for the operator. */
export function summaryOf({ created_at, files }: Manifest): string {
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 / 1024;
  return `${files.length} files, ${megabytes.toFixed(1)} MB, of ${created_at}`;
}
