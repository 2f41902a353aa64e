import { sql } from "drizzle-orm";
import { type Database, statement } from "#db/database.ts";
import { parseCase, type StoredRow } from "#domain/archive/lines.ts";
import { type ArchiveFile, readArchive } from "./archive-file.ts";

/** Yields a user's archived reports, oldest file first; one file is in memory at a time. */
export async function* archivedReports(
  bucket: R2Bucket,
  db: Database,
  userId: number,
): AsyncGenerator<StoredRow[]> {
  const files = await db.all(
    statement<ArchiveFile>(sql`select a.name, a.sha256 from archived_reporters r cross join archives a on a.id = r.archive_id
      where r.user_id = ${userId} order by a.id`),
  );
  for (const file of files) {
    const cases = (await readArchive(bucket, file)).map(parseCase);
    yield cases.flatMap(({ reports }) => reports.filter(({ reporter_id }) => reporter_id === userId));
  }
}
