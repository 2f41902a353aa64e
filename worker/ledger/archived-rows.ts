import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Database, type Statement, statement } from "#db/database.ts";
import type { transactions as archived } from "#db/schema/ledger/index.ts";
import { ARCHIVE_NAMES, type ArchiveName, archiveOf } from "#domain/database-names.ts";
import { ARCHIVED_COLUMNS } from "./archived-columns.ts";

/** A row as an archive has it. */
export type ArchivedRow = Columns<typeof archived, (typeof ARCHIVED_COLUMNS)[number]>;

/** The archives that have a row: its user's and, if the list of its source shows it, the source's. */
function archivesOf({ user_id, type_id, source_type, source_id }: ArchivedRow): ArchiveName[] {
  const isListedBySource = source_type === "user" && type_id !== 1;
  return [...new Set([archiveOf(user_id), ...(isListedBySource ? [archiveOf(source_id)] : [])])];
}

/** Returns the rows that each archive has of these, also of those that have none. */
export function rowsByArchive(rows: readonly ArchivedRow[]): [ArchiveName, ArchivedRow[]][] {
  const groups = new Map<ArchiveName, ArchivedRow[]>(ARCHIVE_NAMES.map((name) => [name, []]));
  for (const row of rows) for (const name of archivesOf(row)) groups.get(name)?.push(row);
  return [...groups];
}

/** A row as JSON: `[value, …]`. */
export const archivedLine = (row: ArchivedRow): string =>
  JSON.stringify(ARCHIVED_COLUMNS.map((column) => row[column]));

const storedQuery = (after: number, last: number): Statement<ArchivedRow> =>
  statement(sql`select ${sql.raw(ARCHIVED_COLUMNS.join(", "))} from transactions
    where id > ${after} and id <= ${last} order by id`);

/** Whether an archive has exactly these rows, in order, with ids in a range. */
export async function hasRows(
  archive: Database,
  rows: readonly ArchivedRow[],
  after: number,
  last: number,
): Promise<boolean> {
  const stored = await archive.all(storedQuery(after, last));
  return (
    stored.length === rows.length &&
    rows.every((row, i) => archivedLine(row) === archivedLine(stored[i] as ArchivedRow))
  );
}
