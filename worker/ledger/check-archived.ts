import { type SQL, sql } from "drizzle-orm";
import { type Database, type Statement, statement } from "#db/database.ts";
import { archiveOf } from "#domain/database-names.ts";
import { archiveStateQuery } from "./archive-state.ts";
import type { Archives } from "./archives.ts";

/** Larger ledgers would cost too much. */
const MAX_CHECKED_ROWS = 20_000;

interface Sums {
  count: number;
  coins: number;
  xp: number;
}

const userRow = (userId: number, select: SQL): Statement<Sums> =>
  statement(sql`${select} and user_id = ${userId}`);

const totalsOf = (userId: number): Statement<Sums> =>
  userRow(
    userId,
    sql`select coalesce(sum(archived_count), 0) as count, coalesce(sum(archived_coins), 0) as coins,
      coalesce(sum(archived_xp), 0) as xp from transaction_totals where incoming = 1`,
  );

/** Throws unless the archive of a user has what their totals say. Rows can move meanwhile. */
export async function checkArchived(db: Database, archives: Archives, userId: number): Promise<void> {
  const { state, totals } = await db.batch({
    state: archiveStateQuery,
    totals: totalsOf(userId),
  });
  if ((totals[0]?.count ?? 0) > MAX_CHECKED_ROWS) return;
  const stored = await archives[archiveOf(userId)].all(
    userRow(
      userId,
      sql`select count(*) as count, coalesce(sum(coins), 0) as coins, coalesce(sum(xp), 0) as xp
        from transactions where id <= ${state[0]?.moved_to ?? 0}`,
    ),
  );
  const [expected, found] = [JSON.stringify(totals[0]), JSON.stringify(stored[0])];
  if (expected !== found)
    throw new Error(`The archive of user ${userId} has ${found}, and their totals say ${expected}.`);
}
