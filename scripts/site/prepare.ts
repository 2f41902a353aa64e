import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { seedChats } from "../seed/chats.ts";
import { seedDemo } from "../seed/demo.ts";
import { phase } from "../start/phase.mjs";
import { findDatabaseFile, refuseOldData } from "./database-file.ts";
import { pendingMigrationLines } from "./pending-migrations.ts";
import { localSecrets } from "./secrets.ts";
import { startSite } from "./site.ts";

/** The simulators' folder inside a state folder. */
const DATA = "v3";
/** The folder where a demo world is created. It's moved when complete, so an unfinished world is never used. */
const MAKING = "making";
const QUIET = { LOG: "errors", RATE_LIMITS: "off" };

/** Prepares a state folder: creates the demo world if it's empty, otherwise applies pending migrations. */
export async function prepareState(state: string): Promise<void> {
  refuseOldData(state);
  rmSync(join(state, MAKING), { recursive: true, force: true });
  const file = findDatabaseFile(state);
  const database = file === null ? null : new DatabaseSync(file);
  const isEmpty = !database || !hasUsers(database);
  database?.close();
  const pending = isEmpty ? [] : pendingMigrationLines(state);
  if (isEmpty) await phase("Creating the demo world", () => createDemoWorld(state));
  if (pending.length === 0) return;
  for (const line of pending) console.log(line);
  await phase("Updating the database", async () => {
    const site = await startSite({ port: 0, state, vars: QUIET });
    await site.stop();
  });
}

const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined;

const hasUsers = (database: DatabaseSync): boolean =>
  hasTable(database, "users") && database.prepare("select 1 from users limit 1").get() !== undefined;

/** Runs on a random port, so the first visitor sees the finished world. */
async function createDemoWorld(state: string): Promise<void> {
  const making = join(state, MAKING);
  // Uses the final folder's secrets: two-factor secrets are encrypted with them.
  const vars = { ...QUIET, ...localSecrets(state) };
  await seedDemo(making, Date.now(), vars);
  const site = await startSite({ port: 0, state: making, vars });
  await seedChats(site);
  await site.runSchedule();
  await site.stop();
  rmSync(join(state, DATA), { recursive: true, force: true });
  renameSync(join(making, DATA), join(state, DATA));
  rmSync(making, { recursive: true, force: true });
}
