import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Statement, statement } from "#db/database.ts";
import type { archived_cases } from "#db/schema/index.ts";
import { type ArchivedCase, findCase } from "#domain/archive/lines.ts";
import { DamagedFile } from "../backup/files.ts";
import { type ArchiveFile, readArchive } from "./archive-file.ts";

/** Where an archived case is. */
export type CaseFileRow = ArchiveFile & Columns<typeof archived_cases, "id" | "subject_id">;

export const caseFileQuery = (id: number): Statement<CaseFileRow> =>
  statement(sql`select c.id, c.subject_id, a.name, a.sha256 from archived_cases c cross join archives a on a.id = c.archive_id
    where c.id = ${id}`);

/** Reads an archived case. Throws `DamagedFile` if its file doesn't have it. */
export async function readArchivedCase(
  bucket: R2Bucket,
  { id, ...file }: CaseFileRow,
): Promise<ArchivedCase> {
  const found = findCase(await readArchive(bucket, file), id);
  if (!found) throw new DamagedFile(`${file.name} doesn't have case ${id}`);
  return found;
}
