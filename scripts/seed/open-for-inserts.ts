import { DatabaseSync } from "node:sqlite";
import type { DatabaseName } from "#domain/database-names.ts";
import { databaseFile } from "../site/database-file.ts";

/** Opens a database of a stopped site for fast inserts, others than the main database with that one attached as `site`. */
export function openForInserts(state: string, name: DatabaseName): DatabaseSync {
  const db = new DatabaseSync(databaseFile(state, name));
  db.exec(
    "pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -400000; pragma temp_store = memory",
  );
  if (name !== "main") db.prepare("attach ? as site").run(databaseFile(state));
  return db;
}
