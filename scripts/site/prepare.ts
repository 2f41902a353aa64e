import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "../bootstrap.mjs";
import { seedDemo } from "../seed/demo.ts";
import { seedTalk } from "../seed/talk.ts";
import { phase } from "../start/phases.mjs";
import { findDatabaseFile } from "./database-file.ts";
import { localSecrets } from "./secrets.ts";
import { startSite } from "./site.ts";

/** The folder of the simulators' data in a state folder. */
const DATA = "v3";
/** Where a demo world is made. It is moved into place when it is complete, so an unfinished one is never used. */
const MAKING = "making";
const QUIET = { LOG: "errors", RATE_LIMITS: "off" };

/** Gets a state folder ready to serve: with the demo world if it is empty, else with every migration applied. */
export async function prepareState(state: string): Promise<void> {
  rmSync(join(state, MAKING), { recursive: true, force: true });
  const database = openDatabase(state);
  const isEmpty = !database || !hasUsers(database);
  const isBehind = database !== null && !isEmpty && hasPendingMigrations(database);
  database?.close();
  if (isEmpty) await phase("Making the demo world", () => makeDemoWorld(state));
  if (isBehind) await phase("Updating the database", () => migrateData(state));
}

function openDatabase(state: string): DatabaseSync | null {
  const file = findDatabaseFile(state);
  return file === null ? null : new DatabaseSync(file);
}

const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined;

const hasUsers = (database: DatabaseSync): boolean =>
  hasTable(database, "users") && database.prepare("select 1 from users limit 1").get() !== undefined;

function hasPendingMigrations(database: DatabaseSync): boolean {
  const applied = new Set(
    hasTable(database, "d1_migrations")
      ? database
          .prepare("select name from d1_migrations")
          .all()
          .map(({ name }) => name)
      : [],
  );
  return readdirSync(join(root, "migrations")).some((name) => name.endsWith(".sql") && !applied.has(name));
}

/** On a random port, so the first visitor meets the finished world. */
async function makeDemoWorld(state: string): Promise<void> {
  const making = join(state, MAKING);
  // With the secrets of the state folder it moves to: two factors are sealed with them.
  const vars = { ...QUIET, ...localSecrets(state) };
  await seedDemo(making, Date.now(), vars);
  const site = await startSite({ port: 0, state: making, vars });
  await seedTalk(site);
  await site.runSchedule();
  await site.stop();
  rmSync(join(state, DATA), { recursive: true, force: true });
  renameSync(join(making, DATA), join(state, DATA));
  rmSync(making, { recursive: true, force: true });
}

async function migrateData(state: string): Promise<void> {
  const site = await startSite({ port: 0, state, vars: QUIET });
  await site.stop();
}
