import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Database, type Statement, statement } from "#db/database.ts";
import type { ledger_archive } from "#db/schema/index.ts";
import type { ArchiveName } from "#domain/database-names.ts";
import { archiveStateQuery } from "./archive-state.ts";
import { ARCHIVED_COLUMNS, ARCHIVED_VALUES } from "./archived-columns.ts";
import { type ArchivedRow, archivedLine, hasRows, rowsByArchive } from "./archived-rows.ts";
import type { Archives } from "./archives.ts";

/** Keeps a parameter below D1's 2 MB. */
const ROWS_PER_INSERT = 1_000;

const newRowsQuery = (rows: number): Statement<ArchivedRow> =>
  statement(sql`select ${sql.raw(ARCHIVED_VALUES)} from transactions t
    where t.id > (select copied_to from ledger_archive) order by t.id limit ${rows}`);

function insertStatements(rows: readonly ArchivedRow[]): Statement[] {
  const values = sql.raw(ARCHIVED_COLUMNS.map((_, i) => `value ->> ${i}`).join(", "));
  const statements: Statement[] = [];
  for (let i = 0; i < rows.length; i += ROWS_PER_INSERT) {
    const lines = rows.slice(i, i + ROWS_PER_INSERT).map(archivedLine);
    statements.push(
      statement(sql`insert into transactions (${sql.raw(ARCHIVED_COLUMNS.join(", "))})
        select ${values} from json_each(${`[${lines.join(",")}]`}) where true on conflict (id) do nothing`),
    );
  }
  return statements;
}

/**
 * Replaces an archive's rows in a range of ids and reads them back. After a rewind of the main database, an archive has rows there that no
 * longer exist.
 */
async function replaceRows(archive: Database, rows: readonly ArchivedRow[], after: number, last: number) {
  const replaced = {
    cleared: statement(sql`delete from transactions where id > ${after} and id <= ${last}
      and id > (select coalesce(max(id), 0) from seals)`),
    inserted: insertStatements(rows),
  };
  await archive.batch(replaced, { idempotent: true });
  if (rows.length > 0 && !(await hasRows(archive, rows, after, last)))
    throw new Error(`An archive of the ledger differs in rows ${after + 1} to ${last}.`);
}

interface Copied {
  after: number;
  last: number;
  /** Whether no rows are left to copy. */
  isLast: boolean;
  bookmarks: Partial<Record<ArchiveName, string | null>>;
}

/** Counts rows as copied, unless others were or the archives are held. */
const advanceStatement = ({ after, last, isLast, bookmarks }: Copied, now: number) =>
  statement<Columns<typeof ledger_archive, "copied_to">>(sql`update ledger_archive
    set copied_to = ${last}, bookmarks = ${JSON.stringify(bookmarks)},
      copied_since = coalesce(copied_since, ${isLast ? now : null})
    where copied_to = ${after} and held_until <= ${now} returning copied_to`);

/**
 * Copies the oldest rows that the archives don't have yet. Killed halfway, or repeated by two at once, it copies them again. Returns whether
 * more can wait.
 */
export async function copyLedgerSlice(
  db: Database,
  archives: Archives,
  now: number,
  rowsPerSlice: number,
): Promise<boolean> {
  const {
    state: [state],
    rows,
  } = await db.batch({ state: archiveStateQuery, rows: newRowsQuery(rowsPerSlice) });
  const last = rows.at(-1)?.id;
  if (!state || state.held_until > now || last === undefined) return false;
  const after = state.copied_to;
  const bookmarks: Copied["bookmarks"] = {};
  await Promise.all(
    rowsByArchive(rows).map(async ([name, own]) => {
      await replaceRows(archives[name], own, after, last);
      bookmarks[name] = archives[name].bookmark;
    }),
  );
  const isLast = rows.length < rowsPerSlice;
  const advanced = await db.all(advanceStatement({ after, last, isLast, bookmarks }, now));
  return advanced.length > 0 && !isLast;
}
