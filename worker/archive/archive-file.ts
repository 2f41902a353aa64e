import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Statement, statement } from "#db/database.ts";
import type { archives } from "#db/schema/index.ts";
import { type BackupFile, DamagedFile, putLines, readLines } from "../backup/files.ts";

/** No URL leads to files below it. */
export const ARCHIVE_PREFIX = "archive/";

/** Of the lines of a file, before they are compressed. Reading a page of the archive reads one file. */
export const MAX_FILE_BYTES = 1_000_000;

/** A file's key in the bucket, and the hash of what was stored. */
export type ArchiveFile = Columns<typeof archives, "name" | "sha256">;

/** A file that is stored and has no row in `archives` yet. */
export interface StoredArchive
  extends Columns<typeof archives, "kind" | "first_id" | "last_id" | "first_at" | "last_at"> {
  file: BackupFile;
}

/** Reads the lines of a file. Throws `DamagedFile` unless it's the one that was stored. */
export const readArchive = (bucket: R2Bucket, { name, sha256 }: ArchiveFile): Promise<string[]> =>
  readLines(bucket, { path: name, sha256 });

/**
 * Stores lines as a file and reads it back, because the rows are deleted next. Its name is used for this attempt alone, so a
 * file without a row in `archives` never gets one later.
 */
export async function storeArchive(
  bucket: R2Bucket,
  about: Omit<StoredArchive, "file">,
  lines: readonly string[],
): Promise<StoredArchive> {
  const { kind, first_id, last_id } = about;
  const path = `${ARCHIVE_PREFIX}${kind}/${first_id}-${last_id}-${crypto.randomUUID()}.ndjson.gz`;
  const file = await putLines(bucket, { path, source: kind, rows: lines.length }, lines);
  const stored = await readLines(bucket, file);
  if (stored.length !== lines.length || stored.some((line, i) => line !== lines[i]))
    throw new DamagedFile(`${path} isn't what was stored`);
  return { ...about, file };
}

/** The statement that lists a file, on a condition about the rows that it has. */
export const listArchive = (
  { file, kind, first_id, last_id, first_at, last_at }: StoredArchive,
  now: number,
  when: ReturnType<typeof sql>,
): Statement<Columns<typeof archives, "id">> =>
  statement(sql`insert into archives (kind, name, first_id, last_id, first_at, last_at, rows_count, bytes, sha256, created_at)
    select ${kind}, ${file.path}, ${first_id}, ${last_id}, ${first_at}, ${last_at}, ${file.rows}, ${file.size}, ${file.sha256}, ${now}
    where ${when} returning id`);

/** The id of a file that this very batch has listed, or null: no other batch knows its name. */
export const listedId = ({ file }: StoredArchive) => sql`(select id from archives where name = ${file.path})`;
