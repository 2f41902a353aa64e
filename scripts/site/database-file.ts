import { createHash, createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { databaseBinding } from "#db/databases.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { Problem } from "../deploy/problem.ts";

/** The simulator's class of databases, whose objects have one file each. */
const OBJECT = "miniflare-D1DatabaseObject";

/** The id that the runtime gives to the object with this name. */
function objectId(name: string): string {
  const key = createHash("sha256").update(OBJECT).digest();
  const sign = (bytes: string | Buffer) => createHmac("sha256", key).update(bytes).digest().subarray(0, 16);
  const signed = sign(name);
  return Buffer.concat([signed, sign(signed)]).toString("hex");
}

/** Returns where the database with this id is stored in a state folder. */
export const pathById = (state: string, id: string): string =>
  join(state, "v3/d1", OBJECT, `${objectId(id)}.sqlite`);

/** Returns where a database is stored in a state folder, whether it exists or not. */
export const databasePath = (state: string, name: DatabaseName): string =>
  pathById(state, databaseBinding(name));

/** Returns the file of a database in a state folder; null before the site's first start. */
export function findDatabaseFile(state: string, name: DatabaseName = "main"): string | null {
  const file = databasePath(state, name);
  return existsSync(file) ? file : null;
}

/** Returns the database file of a site that has been started before. */
export function databaseFile(state: string, name: DatabaseName = "main"): string {
  const file = findDatabaseFile(state, name);
  if (!file) throw new Error(`${state} should hold a database`);
  return file;
}

/** The id of the main database in versions before 1.0. */
const OLD_ID = "00000000-0000-0000-0000-000000000000";

/** Throws a Problem if a state folder has the data of a version before 1.0. */
export function refuseOldData(state: string): void {
  if (existsSync(pathById(state, OLD_ID)))
    throw new Problem(
      `✗ The data in ${state} was written by a version before 1.0, which this one can't read. To begin with an empty site, move the folder away; to use the data, run the version that wrote it.`,
    );
}
