import { DatabaseSync } from "node:sqlite";
import { ARCHIVE_NAMES } from "#domain/database-names.ts";
import { ARCHIVED_COLUMNS, isOwnIn } from "#worker/ledger/archived-columns.ts";
import { databaseFile } from "../site/database-file.ts";

/** The columns that live rows have as well. */
const COLUMNS = ARCHIVED_COLUMNS.filter((column) => column !== "seller_id").join(", ");

/**
 * Opens the main database of a stopped or running site for checks. Its `transactions` are the rows of the ledger wherever they are, and
 * `archived` those that count in the archives.
 */
export function openWithArchives(state: string): DatabaseSync {
  const db = new DatabaseSync(databaseFile(state), { readOnly: true });
  const movedTo = Number(db.prepare("select moved_to from ledger_archive").get()?.moved_to);
  db.exec(`create temp table archived as select ${COLUMNS} from main.transactions limit 0`);
  const attach = db.prepare("attach ? as archive");
  for (const [shard, name] of ARCHIVE_NAMES.entries()) {
    attach.run(databaseFile(state, name));
    db.exec(`insert into temp.archived select ${COLUMNS} from archive.transactions t where ${isOwnIn(shard)} and id <= ${movedTo};
      detach archive`);
  }
  db.exec(`create temp table transactions as select ${COLUMNS} from main.transactions union all select ${COLUMNS} from temp.archived;
    create unique index temp.all_ids on transactions (id);
    create unique index temp.all_keys on transactions (key);
    create index temp.all_users on transactions (user_id);
    create index temp.all_archived on archived (user_id)`);
  return db;
}
