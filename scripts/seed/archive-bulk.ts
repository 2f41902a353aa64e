import { ARCHIVE_NAMES } from "#domain/database-names.ts";
import { LIVE_MS } from "#worker/ledger/archive-ledger.ts";
import { ARCHIVED_COLUMNS, ARCHIVED_VALUES, isArchivedIn } from "#worker/ledger/archived-columns.ts";
import { openForInserts } from "./open-for-inserts.ts";

/** Copies all ledger rows to the archives and moves made-up ones that are older than 60 days at once, as the schedule does over days. */
export function archiveBulk(state: string, now: number): void {
  using main = openForInserts(state, "main");
  const row = main
    .prepare(
      `select (select max(id) from transactions) as newest,
        (select max(id) from transactions where created_at < ? and key glob 'bulk:*') as old`,
    )
    .get(now - LIVE_MS);
  if (typeof row?.newest === "number") copyUpTo(state, row.newest, now);
  if (typeof row?.old === "number") moveUpTo(state, row.old);
}

/** Copies the rows of the ledger up to this id to the archives. */
export function copyUpTo(state: string, last: number, now: number): void {
  const values = ARCHIVED_VALUES.replace("from transactions s", "from site.transactions s");
  for (const [shard, name] of ARCHIVE_NAMES.entries()) {
    using archive = openForInserts(state, name);
    archive.exec(`insert into transactions (${ARCHIVED_COLUMNS.join(", ")})
      select ${values} from site.transactions t
      where id > (select copied_to from site.ledger_archive) and id <= ${last} and ${isArchivedIn(shard)} order by id`);
  }
  using main = openForInserts(state, "main");
  main.exec(`update ledger_archive set copied_to = ${last}, copied_since = ${now}`);
}

/** Moves copied rows of the ledger up to this id, which isn't the last one. */
export function moveUpTo(state: string, last: number): void {
  for (const name of ARCHIVE_NAMES) {
    using archive = openForInserts(state, name);
    archive.exec(`insert or ignore into seals (id) values (${last})`);
  }
  using main = openForInserts(state, "main");
  main.exec(`begin;
    update ledger_archive set moving_to = ${last};
    delete from transactions where id > (select moved_to from ledger_archive) and id <= ${last};
    update ledger_archive set moved_to = moving_to, moving_to = null;
    commit`);
}
