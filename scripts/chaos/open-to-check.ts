import { DatabaseSync } from "node:sqlite";
import type { DatabaseName } from "#domain/database-names.ts";
import { databaseFile } from "../site/database-file.ts";
import { openPlay } from "./open-play.ts";

/** Opens a database of a stopped or running site with everything that its counters count (wrong-counters.ts). */
export function openToCheck(state: string, database: DatabaseName): DatabaseSync {
  if (database === "play") return openPlay(state);
  return new DatabaseSync(databaseFile(state, database), { readOnly: true });
}
