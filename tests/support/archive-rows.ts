import { sql } from "drizzle-orm";
import { Database, statement } from "#db/database.ts";
import { ARCHIVE_NAMES } from "#domain/database-names.ts";
import { archiveLedgerSlice } from "#worker/ledger/archive-ledger.ts";
import { openArchives } from "#worker/ledger/archives.ts";
import { db, knownStates, testEnv } from "./browser.ts";

export const archives = openArchives(testEnv);

/** Archives the oldest rows: all but the newest one, or a number of them. Only those that were written before `now`. */
export async function archiveRows(count?: number): Promise<void> {
  const main = new Database(testEnv.DB, knownStates);
  const now = Number.MAX_SAFE_INTEGER;
  if (count !== undefined) await archiveLedgerSlice(main, archives, now, { rows: count });
  else while (await archiveLedgerSlice(main, archives, now));
}

export interface ArchivedLedgerRow {
  id: number;
  key: string;
  user_id: number;
  coins: number;
  xp: number;
}

/** Returns the rows of an archive that belong to its users, or of all archives, oldest first. */
export async function archivedRows(userId?: number): Promise<ArchivedLedgerRow[]> {
  const movedTo = (
    await db.first(statement<{ to: number }>(sql`select moved_to as "to" from ledger_archive`))
  )?.to;
  const rows = await Promise.all(
    ARCHIVE_NAMES.map((name, shard) =>
      archives[name].all(
        statement<ArchivedLedgerRow>(sql`select id, key, user_id, coins, xp from transactions
          where user_id % 16 = ${shard} and id <= ${movedTo}`),
      ),
    ),
  );
  return rows
    .flat()
    .filter(({ user_id }) => userId === undefined || user_id === userId)
    .sort((a, b) => a.id - b.id);
}
