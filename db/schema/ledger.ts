import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { SourceType, TransactionType } from "#domain/transactions/types.ts";
import { time } from "../columns.ts";
import { users } from "./users.ts";

/**
 * The ledger: append-only, one row per change of coins or XP. A trigger keeps `users.coins` and `users.xp` at the sums of
 * their rows, so neither can be without the other. Rows are written by worker/ledger alone.
 *
 * Every list of the transactions page is one stretch of an index a type and kind of source, and these are merged. Purchases
 * and spirit rewards never bring XP and are left out of the indexes for it.
 */
export const transactions = sqliteTable(
  "transactions",
  {
    id: integer().primaryKey(),
    /** Names the act that made it: the same act can't be written twice. */
    key: text().notNull(),
    /** A number of the batch that wrote it, so that its other statements know their own rows from an earlier try's. */
    stamp: integer().notNull().default(0),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    /** The numbers of spec 3 §9. */
    type_id: integer().$type<TransactionType>().notNull(),
    source_type: text().$type<SourceType>().notNull(),
    source_id: integer().notNull(),
    coins: integer().notNull().default(0),
    xp: integer().notNull().default(0),
    /** Copies that came or went: `[[item, serial], …]`; null where there were none. */
    copies: text(),
    /** Of a copy that was resold: the row that brought it to its seller. */
    previous_id: integer(),
    created_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("transactions_key").on(t.key),
    index("transactions_own").on(t.user_id, t.type_id, t.source_type, t.id),
    index("transactions_own_coins").on(t.user_id, t.type_id, t.source_type, t.coins, t.id),
    index("transactions_own_xp")
      .on(t.user_id, t.type_id, t.source_type, t.xp, t.id)
      .where(sql`type_id not in (1, 8)`),
    index("transactions_from").on(t.source_id, t.type_id, t.id).where(sql`source_type = 'user'`),
    index("transactions_from_coins")
      .on(t.source_id, t.type_id, t.coins, t.id)
      .where(sql`source_type = 'user'`),
    index("transactions_from_xp")
      .on(t.source_id, t.type_id, t.xp, t.id)
      .where(sql`source_type = 'user' and type_id not in (1, 8)`),
    check("transactions_xp", sql`xp = 0 or type_id not in (1, 8)`),
  ],
);

/**
 * How many rows of each kind a person has, and what they add up to: `incoming` 1 are their own, 0 other people's that came
 * from them. Kept by triggers. Table without row ids.
 */
export const transaction_totals = sqliteTable(
  "transaction_totals",
  {
    user_id: integer().notNull(),
    incoming: integer().$type<0 | 1>().notNull(),
    type_id: integer().$type<TransactionType>().notNull(),
    source_type: text().$type<SourceType>().notNull(),
    count: integer().notNull(),
    coins: integer().notNull(),
    xp: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.incoming, t.type_id, t.source_type] })],
);

/** Which levels a person has cleared on a day of the daily challenge (New York), up to the number it asks for. Table without row ids. */
export const daily_clears = sqliteTable(
  "daily_clears",
  {
    user_id: integer().notNull(),
    /** YYYY-MM-DD. */
    day: text().notNull(),
    level_id: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.day, t.level_id] })],
);

/** How far the daily coins of a day have been paid: every Gold member up to this id has theirs. */
export const daily_payments = sqliteTable("daily_payments", {
  day: text().primaryKey(),
  paid_to: integer().notNull().default(0),
  finished_at: time(),
});
