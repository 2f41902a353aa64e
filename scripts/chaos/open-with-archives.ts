import { DatabaseSync } from "node:sqlite";
import { ARCHIVE_NAMES } from "#domain/database-names.ts";
import { ARCHIVED_COLUMNS, isOwnIn } from "#worker/ledger/archived-columns.ts";
import { databaseFile } from "../site/database-file.ts";

/** The columns that live rows have as well. */
const COLUMNS = ARCHIVED_COLUMNS.filter((column) => column !== "seller_id").join(", ");

/**
 * Opens the main database of a stopped or running site for checks. Its `transactions` are the rows of the ledger wherever they are,
 * `archived` those that are only in the archives, `live` those that are in both, and `copied` their copies.
 */
export function openWithArchives(state: string): DatabaseSync {
  const db = new DatabaseSync(databaseFile(state), { readOnly: true });
  db.exec(`create temp table archived as select ${COLUMNS} from main.transactions limit 0;
    create temp table copied as select ${COLUMNS} from main.transactions limit 0`);
  const progress = db.prepare("select moved_to, copied_to from ledger_archive").get();
  const [movedTo, copiedTo] = [Number(progress?.moved_to), Number(progress?.copied_to)];
  db.exec(
    `create temp table live as select ${COLUMNS} from main.transactions where id > ${movedTo} and id <= ${copiedTo}`,
  );
  const attach = db.prepare("attach ? as archive");
  for (const [shard, name] of ARCHIVE_NAMES.entries()) {
    attach.run(databaseFile(state, name));
    const own = `select ${COLUMNS} from archive.transactions t where ${isOwnIn(shard)}`;
    db.exec(`insert into temp.archived ${own} and id <= ${movedTo};
      insert into temp.copied ${own} and id > ${movedTo} and id <= ${copiedTo};
      detach archive`);
  }
  db.exec(`create temp table transactions as select ${COLUMNS} from main.transactions union all select ${COLUMNS} from temp.archived;
    create unique index temp.all_ids on transactions (id);
    create unique index temp.all_keys on transactions (key);
    create index temp.all_users on transactions (user_id);
    create index temp.all_archived on archived (user_id)`);
  return db;
}
