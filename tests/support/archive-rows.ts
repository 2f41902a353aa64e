import { sql } from "drizzle-orm";
import { Database, statement } from "#db/database.ts";
import { ARCHIVE_NAMES } from "#domain/database-names.ts";
import { LIVE_MS } from "#worker/ledger/archive-ledger.ts";
import { openArchives } from "#worker/ledger/archives.ts";
import { copyLedgerSlice } from "#worker/ledger/copy-ledger.ts";
import { moveLedgerSlice } from "#worker/ledger/move-ledger.ts";
import { db, knownStates, testEnv } from "./browser.ts";

export const archives = openArchives(testEnv);

/** Copies rows to the archives as the schedule does: all, or a number of them. */
export async function copyRows(
  count?: number,
  main: Database = mainDatabase(),
  into = archives,
): Promise<void> {
  const now = Date.now();
  if (count !== undefined) await copyLedgerSlice(main, into, now, count);
  else while (await copyLedgerSlice(main, into, now, 1_000));
}

/** Moves copied rows: all but the newest one, or a number of them, however young. */
export async function moveRows(
  count?: number,
  main: Database = mainDatabase(),
  into = archives,
): Promise<void> {
  const move = (rows: number) =>
    moveLedgerSlice(main, into, Number.MAX_SAFE_INTEGER, { rows, liveMs: LIVE_MS });
  if (count !== undefined) await move(count);
  else while (await move(1_000));
}

/** Copies all rows, and moves all but the newest one, or a number of them. */
export async function archiveRows(count?: number): Promise<void> {
  await copyRows();
  await moveRows(count);
}

const mainDatabase = () => new Database(testEnv.DB, knownStates);

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
