import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { statement } from "#db/database.ts";
import { build, type NewUser, toStatement } from "#db/new-rows.ts";
import { transactions } from "#db/schema/index.ts";
import { purchaseItemRoute } from "#domain/shop/api.ts";
import { LedgerBatch } from "#worker/ledger/ledger-batch.ts";
import { db, type TestResponse, unique } from "./browser.ts";
import { signedInUser, type TestUser } from "./test-user.ts";

/** Creates a user with coins, booked in the ledger. */
export async function userWithCoins(coins: number, fields: Partial<NewUser> = {}): Promise<TestUser> {
  const user = await signedInUser(fields);
  await giveCoins(user.id, coins);
  return user;
}

export async function giveCoins(userId: number, coins: number): Promise<void> {
  await db.all(
    new LedgerBatch(1).post(
      {
        key: `test:${userId}:${unique()}`,
        user: userId,
        type: 9,
        source: { type: "site", id: 0 },
        coins,
      },
      sql`where true`,
    ),
  );
}

/** Buys an item like the web app. */
export const buy = (user: TestUser, id: number, price: number, client_id?: string): Promise<TestResponse> =>
  user.call(purchaseItemRoute, { id, price, ...(client_id && { client_id }) });

/** Returns a user's balance, and expects that it matches the ledger and the totals. */
export async function coinsOf(userId: number): Promise<number> {
  const row = await db.first(
    statement<{ coins: number; ledger: number; totals: number }>(sql`select coins,
      (select coalesce(sum(coins), 0) from transactions where user_id = u.id) as ledger,
      (select coalesce(sum(coins), 0) from transaction_totals where user_id = u.id and incoming = 1) as totals
      from users u where id = ${userId}`),
  );
  expect([row?.coins, row?.totals], "a balance is the sum of its ledger").toEqual([row?.ledger, row?.ledger]);
  return row?.coins ?? 0;
}

/** Returns the ledger rows of an item's copies. */
export const ledgerRowsOf = (itemId: number) =>
  db.all(
    statement<{ user_id: number; source_type: string; source_id: number; coins: number; copies: string }>(
      sql`select user_id, source_type, source_id, coins, copies from transactions
        where copies like ${`%[${itemId},%`} order by id`,
    ),
  );

/** Returns an item's copies by serial, with its number of sales and whether it's sold out. */
export async function copiesOf(itemId: number) {
  const copies = await db.all(
    statement<{ user_id: number; serial: number | null }>(
      sql`select user_id, serial from inventory where item_id = ${itemId} order by serial`,
    ),
  );
  const item = await db.first(
    statement<{ sales_count: number; sold_out: 0 | 1 }>(
      sql`select sales_count, sold_out from items where id = ${itemId}`,
    ),
  );
  return { copies, sold: item?.sales_count, soldOut: item?.sold_out === 1 };
}

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
