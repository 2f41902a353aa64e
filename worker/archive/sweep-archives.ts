import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Database, statement } from "#db/database.ts";
import type { archives } from "#db/schema/index.ts";
import { FILE_GRACE_MS } from "../assets/file-grace-ms.ts";
import { ARCHIVE_PREFIX } from "./archive-file.ts";

/** Deletes old files that aren't listed: their rows are still in the database, or in another file. */
export async function sweepArchives(bucket: R2Bucket, db: Database, now: number): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix: ARCHIVE_PREFIX, ...(cursor && { cursor }) });
    const old = page.objects
      .filter(({ uploaded }) => uploaded.getTime() < now - FILE_GRACE_MS)
      .map(({ key }) => key);
    const listed = await db.all(
      statement<Columns<typeof archives, "name">>(
        sql`select a.name from json_each(${JSON.stringify(old)}) n cross join archives a on a.name = n.value`,
      ),
    );
    const names = new Set(listed.map(({ name }) => name));
    const unlisted = old.filter((key) => !names.has(key));
    if (unlisted.length > 0) await bucket.delete(unlisted);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}
