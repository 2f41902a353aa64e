import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SourceType, TransactionType } from "#domain/transactions/types.ts";
import { time } from "../../columns.ts";

/**
 * Copies of the ledger's rows (db/schema/transactions.ts), and since the old ones have moved the only ones. A row is in the archive of its
 * user, and one that the source's list shows also in the archive of the source. Rows beyond `ledger_archive.copied_to` don't count, and
 * are replaced.
 */
export const transactions = sqliteTable(
  "transactions",
  {
    id: integer().primaryKey(),
    key: text().notNull(),
    user_id: integer().notNull(),
    type_id: integer().$type<TransactionType>().notNull(),
    source_type: text().$type<SourceType>().notNull(),
    source_id: integer().notNull(),
    coins: integer().notNull(),
    xp: integer().notNull(),
    copies: text(),
    previous_id: integer(),
    created_at: time().notNull(),
    /** Of a purchase: whose row has its price. That one is in another archive. */
    seller_id: integer(),
  },
  (t) => [
    index("transactions_own").on(t.user_id, t.type_id, t.source_type, t.id),
    index("transactions_own_coins").on(t.user_id, t.type_id, t.source_type, t.coins, t.id),
    // With all types: the page's queries merge them without the table that stands for rows without XP in the main database.
    index("transactions_own_xp").on(t.user_id, t.type_id, t.source_type, t.xp, t.id),
    index("transactions_from").on(t.source_id, t.type_id, t.id).where(sql`source_type = 'user'`),
    index("transactions_from_coins")
      .on(t.source_id, t.type_id, t.coins, t.id)
      .where(sql`source_type = 'user'`),
    index("transactions_from_xp").on(t.source_id, t.type_id, t.xp, t.id).where(sql`source_type = 'user'`),
  ],
);

/** Up to the highest of these ids, rows can't be deleted: they are nowhere else. */
export const seals = sqliteTable("seals", { id: integer().primaryKey() });
