import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { statement } from "#db/client.ts";
import type { NewUser } from "#db/factories.ts";
import { purchaseItemRoute } from "#domain/shop/api.ts";
import { Act } from "#worker/ledger/movement.ts";
import type { Answer } from "./browser.ts";
import { db, unique } from "./browser.ts";
import { type Person, person } from "./people.ts";

/** Somebody with coins, which as everywhere come from the ledger. */
export async function withCoins(coins: number, fields: Partial<NewUser> = {}): Promise<Person> {
  const who = await person(fields);
  await giveCoins(who.id, coins);
  return who;
}

export async function giveCoins(userId: number, coins: number): Promise<void> {
  await db.all(
    new Act(1).post(
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

/** Buys an item as a page does. */
export const buy = (who: Person, id: number, price: number, client_id?: string): Promise<Answer> =>
  who.browser.call(purchaseItemRoute, { params: { id }, input: { price, ...(client_id && { client_id }) } });

/** What somebody has by the ledger; it holds that the balance kept beside it and the totals are the same. */
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

/** Rows of the ledger that name an item, as type, whose, source and coins. */
export const ledgerOf = (itemId: number) =>
  db.all(
    statement<{ user_id: number; source_type: string; source_id: number; coins: number; copies: string }>(
      sql`select user_id, source_type, source_id, coins, copies from transactions
        where copies like ${`%[${itemId},%`} order by id`,
    ),
  );

/** An item's copies as owner and number, and what the item says of them. */
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
