import { build, toStatement } from "#db/new-rows.ts";
import { transactions } from "#db/schema/index.ts";
import { db, unique } from "./browser.ts";

type NewRow = typeof transactions.$inferInsert;

/** Writes raw rows to the ledger. Returns their ids. */
export async function addLedgerRows(userId: number, rows: readonly Partial<NewRow>[]): Promise<number[]> {
  const statements = rows.map((row) => {
    const key = `row:${unique()}`;
    const fields = { user_id: userId, type_id: 9, source_type: "site", source_id: 0, created_at: 1 } as const;
    const insert = build.insert(transactions).values({ key, ...fields, ...row });
    return [key, toStatement(insert.returning({ id: transactions.id }))] as const;
  });
  const written = await db.batch(Object.fromEntries(statements));
  return Object.values(written).flatMap((inserted) => inserted.map(({ id }) => id));
}
