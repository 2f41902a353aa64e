import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Database, type Statement, statement } from "#db/database.ts";
import type { audit_log } from "#db/schema/index.ts";
import { rowLine, type StoredRow } from "#domain/archive/lines.ts";
import { ARCHIVE_AGE_MS, isFileDue, rowsPerFile } from "#domain/archive/rules.ts";
import { listArchive, listedId, MAX_FILE_BYTES, type StoredArchive, storeArchive } from "./archive-file.ts";

export const AUDIT_ROWS_PER_FILE = 1_000;

type EntryRow = StoredRow & Columns<typeof audit_log, "id" | "created_at">;

interface AgeRow {
  oldest: number | null;
  full: number | null;
}

/** When the oldest entry was written, and the first one that its file has no room for; null if there is none. Reads few rows. */
const ageQuery: Statement<AgeRow> = statement(sql`select
  (select created_at from audit_log order by id limit 1) as oldest,
  (select created_at from audit_log where id >= (select min(id) from audit_log) + ${sql.raw(String(AUDIT_ROWS_PER_FILE))}
    order by id limit 1) as full`);

const oldestQuery: Statement<EntryRow> = statement(
  sql`select * from audit_log order by id limit ${sql.raw(String(AUDIT_ROWS_PER_FILE))}`,
);

/** The statements that list a file and delete what it has, or change nothing if the log has changed in that range. */
const moveStatements = (stored: StoredArchive, now: number) => {
  const range = sql`id between ${stored.first_id} and ${stored.last_id}`;
  const isListed = sql`exists (select 1 from archives where name = ${stored.file.path})`;
  return {
    listed: listArchive(
      stored,
      now,
      sql`(select count(*) from audit_log where ${range}) = ${stored.file.rows}`,
    ),
    // The trigger lets only the rows of this file go.
    opened: statement(
      sql`insert into archive_moves (archive_id) select id from archives where name = ${stored.file.path}`,
    ),
    deleted: statement(sql`delete from audit_log where ${range} and ${isListed}`),
    closed: statement(sql`delete from archive_moves where archive_id = ${listedId(stored)}`),
  };
};

/**
 * Moves the oldest entries to a file if they are old enough to fill one, or have waited for long. Returns whether it did. A crash
 * after the file is stored leaves a file that isn't listed; the next attempt writes another one.
 */
export async function moveAuditEntries(bucket: R2Bucket, db: Database, now: number): Promise<boolean> {
  const cutoff = now - ARCHIVE_AGE_MS;
  const age = await db.first(ageQuery);
  const hasMore = age?.full !== null && (age?.full ?? now) < cutoff;
  if (!age || age.oldest === null || !isFileDue([age.oldest], hasMore, now)) return false;
  const found = await db.all(oldestQuery);
  // Entries have the start time of their requests, so times are slightly out of order relative to ids.
  const young = found.findIndex(({ created_at }) => created_at >= cutoff);
  const old = found.slice(0, young < 0 ? found.length : young);
  const lines = old.map(rowLine);
  const count = rowsPerFile(
    lines.map(({ length }) => length),
    MAX_FILE_BYTES,
  );
  const rows = old.slice(0, count);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return false;
  const times = rows.map(({ created_at }) => created_at);
  const about = { kind: "audit", first_id: first.id, last_id: last.id } as const;
  const stored = await storeArchive(
    bucket,
    { ...about, first_at: Math.min(...times), last_at: Math.max(...times) },
    lines.slice(0, count),
  );
  const { listed } = await db.batch(moveStatements(stored, now));
  return listed.length === 1;
}
