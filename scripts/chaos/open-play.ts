import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../site/database-file.ts";

/**
 * Opens the play data of a stopped site together with its main database: a table is that of play data if both have it. The main
 * database's own are `site.name`.
 */
export function openPlay(state: string): DatabaseSync {
  const db = new DatabaseSync(databaseFile(state, "play"));
  db.prepare("attach ? as site").run(databaseFile(state));
  return db;
}
