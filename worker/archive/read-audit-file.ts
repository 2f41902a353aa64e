import { type SQL, sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Statement, statement } from "#db/database.ts";
import type { archives, audit_log } from "#db/schema/index.ts";
import { parseRow, type StoredRow } from "#domain/archive/lines.ts";
import { type ArchiveFile, readArchive } from "./archive-file.ts";

/** An entry as a file has it. */
export type ArchivedEntry = StoredRow &
  Columns<typeof audit_log, "id" | "action" | "subject_type" | "created_at">;

/** A file with entries, and the ids that the filters name. */
export interface AuditFileRow extends ArchiveFile, Columns<typeof archives, "first_id" | "last_id"> {
  actor_id: number | null;
  subject_id: string | null;
}

/** Filters on archived entries; those that are null or empty don't filter. Times are milliseconds. */
export interface ArchivedFilters {
  before: number | null;
  start: number | null;
  end: number | null;
  actor: string;
  action: string;
  subject_type: string;
  subject: string;
}

/** The newest file with older entries than a page, and the one after it. `ids` are expressions for what the filters name. */
export const auditFilesQuery = (
  { before, start, end }: Pick<ArchivedFilters, "before" | "start" | "end">,
  ids: { actor: SQL; subject: SQL },
): Statement<AuditFileRow> => {
  const isOlder = before === null ? sql`true` : sql`first_id < ${before}`;
  const isBefore =
    end === null
      ? sql`true`
      : sql`first_id <= (select first_id from archives where kind = 'audit' and first_at < ${end} order by first_at desc limit 1)`;
  const isAfter = start === null ? sql`true` : sql`last_at >= ${start}`;
  return statement(sql`with files as (select name, sha256, first_id, last_id, last_at from archives
      where kind = 'audit' and ${isOlder} and ${isBefore} order by first_id desc limit 2)
    select name, sha256, first_id, last_id, ${ids.actor} as actor_id, ${ids.subject} as subject_id from files
    where ${isAfter} order by first_id desc`);
};

/** Returns the matching entries of a file, newest first. */
export async function readAuditFile(
  bucket: R2Bucket,
  file: AuditFileRow,
  { before, start, end, actor, action, subject_type, subject }: ArchivedFilters,
): Promise<ArchivedEntry[]> {
  const rows = (await readArchive(bucket, file)).map((line) => parseRow(line) as ArchivedEntry);
  return rows
    .filter(
      (row) =>
        (before === null || row.id < before) &&
        (start === null || row.created_at >= start) &&
        (end === null || row.created_at < end) &&
        (actor === "" || row.actor_id === file.actor_id) &&
        (action === "" || row.action === action) &&
        (subject_type === "" || row.subject_type === subject_type) &&
        (subject_type === "" || subject === "" || row.subject_id === file.subject_id),
    )
    .reverse();
}
