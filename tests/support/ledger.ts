import { sql } from "drizzle-orm";
import { build, query } from "#db/build.ts";
import { statement } from "#db/client.ts";
import { transactions } from "#db/schema/index.ts";
import { db, unique } from "./browser.ts";

type NewRow = typeof transactions.$inferInsert;

/** Writes rows of the ledger as they stand, and answers their ids: what they are is the test's own affair. */
export async function addRows(userId: number, rows: readonly Partial<NewRow>[]): Promise<number[]> {
  const written = await db.batch(
    rows.map((row) =>
      query(
        build
          .insert(transactions)
          .values({
            key: `row:${unique()}`,
            user_id: userId,
            type_id: 9,
            source_type: "site",
            source_id: 0,
            created_at: 1,
            ...row,
          })
          .returning({ id: transactions.id }),
      ),
    ),
  );
  return written.flatMap((made) => made.map(({ id }) => id));
}

export type LedgerRow = typeof transactions.$inferSelect;

/** Every row that is somebody's, or that came from them, read without any index of the list's. */
export const rowsOf = (userId: number, incoming: boolean): Promise<LedgerRow[]> =>
  db.all(
    statement<LedgerRow>(
      incoming
        ? sql`select * from transactions where +user_id = ${userId}`
        : sql`select * from transactions where +source_type = 'user' and +source_id = ${userId}`,
    ),
  );
