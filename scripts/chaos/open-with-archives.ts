import { DatabaseSync } from "node:sqlite";
import { ARCHIVE_NAMES } from "#domain/database-names.ts";
import { databaseFile } from "../site/database-file.ts";

const COLUMNS = [
  "id",
  "key",
  "user_id",
  "type_id",
  "source_type",
  "source_id",
  "coins",
  "xp",
  "copies",
  "previous_id",
  "created_at",
] as const;

/**
 * Opens the main database of a stopped or running site for checks. Its `transactions` are the rows of the ledger wherever they are, and
 * `archived` those that count in the archives.
 */
export function openWithArchives(state: string): DatabaseSync {
  const db = new DatabaseSync(databaseFile(state), { readOnly: true });
  const columns = COLUMNS.join(", ");
  const movedTo = Number(db.prepare("select moved_to from ledger_archive").get()?.moved_to);
  db.exec(`create temp table archived as select ${columns} from main.transactions limit 0`);
  const insert = db.prepare(
    `insert into temp.archived (${columns}) values (${COLUMNS.map(() => "?").join(", ")})`,
  );
  for (const [shard, name] of ARCHIVE_NAMES.entries()) {
    using archive = new DatabaseSync(databaseFile(state, name), { readOnly: true });
    const rows = archive
      .prepare(`select ${columns} from transactions where user_id % 16 = ${shard} and id <= ?`)
      .all(movedTo);
    for (const row of rows) insert.run(...COLUMNS.map((column) => row[column] ?? null));
  }
  db.exec(`create temp table transactions as select ${columns} from main.transactions union all select ${columns} from temp.archived;
    create unique index temp.all_ids on transactions (id);
    create unique index temp.all_keys on transactions (key);
    create index temp.all_users on transactions (user_id);
    create index temp.all_archived on archived (user_id)`);
  return db;
}
