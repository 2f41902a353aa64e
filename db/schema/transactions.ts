import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { SOURCE_TYPES, type SourceType, type TransactionType } from "#domain/transactions/types.ts";
import { reference, time, withoutRowid } from "../columns.ts";
import { XP_ALONE } from "../xp-alone.ts";
import { users } from "./users.ts";

/**
 * The ledger: append-only, one row per change of coins or XP; XP of a day long ago is one row per type (`ledger_folds`). A trigger
 * maintains the sums in `users.coins` and `users.xp`. Only worker/ledger writes rows.
 *
 * Every list of the transactions page merges one index range per type and source type. Purchases and spirit rewards never
 * have XP and are left out of the XP indexes; folded rows have no coins and are left out of the index for coins.
 */
export const transactions = sqliteTable(
  "transactions",
  {
    id: integer().primaryKey(),
    /** Idempotency key of the action: the same action can't be written twice. */
    key: text().notNull(),
    /** The batch that wrote it (db/guard.ts). */
    stamp: integer().notNull().default(0),
    user_id: reference(() => users.id),
    /** Transaction type (spec 3 §9). */
    type_id: integer().$type<TransactionType>().notNull(),
    source_type: text().$type<SourceType>().notNull(),
    source_id: integer().notNull(),
    /** Type and source as one number, with which the lists' indexes take a third less space (`transactionKind`). */
    kind: integer().generatedAlwaysAs(
      sql.raw(
        `type_id * 16 + case source_type ${SOURCE_TYPES.map((type, i) => `when '${type}' then ${i}`).join(" ")} end`,
      ),
    ),
    coins: integer().notNull().default(0),
    xp: integer().notNull().default(0),
    /** Copies received or given: `[[item, serial], …]`; null without any. */
    copies: text(),
    /** For a resold copy: the entry by which its seller got it. */
    previous_id: integer(),
    created_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("transactions_key").on(t.key),
    index("transactions_own").on(t.user_id, t.kind, t.id),
    index("transactions_own_coins").on(t.user_id, t.kind, t.coins, t.id).where(sql`kind % 16 <> 8`),
    index("transactions_own_xp").on(t.user_id, t.kind, t.xp, t.id).where(sql`kind / 16 not in (1, 8)`),
    index("transactions_from").on(t.source_id, t.type_id, t.id).where(sql`source_type = 'user'`),
    index("transactions_from_coins")
      .on(t.source_id, t.type_id, t.coins, t.id)
      .where(sql`source_type = 'user'`),
    index("transactions_from_xp")
      .on(t.source_id, t.type_id, t.xp, t.id)
      .where(sql`source_type = 'user' and type_id not in (1, 8)`),
    index("transactions_xp_alone").on(t.user_id, t.created_at).where(sql.raw(XP_ALONE)),
    check("transactions_xp", sql`xp = 0 or type_id not in (1, 8)`),
  ],
);

/** Number and sums of a user's ledger entries by type; `incoming` 0 for others' that came from them. */
export const transaction_totals = withoutRowid(
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

/** Until these times, no row is folded: a backup copies the ledger. */
export const ledger_holds = sqliteTable("ledger_holds", { held_until: time().primaryKey() });

/** Commands to fold rows of XP alone (worker/ledger/fold-xp.ts): a trigger carries them out. Always empty. */
export const ledger_folds = sqliteTable("ledger_folds", {
  id: integer().primaryKey(),
  user_id: integer().notNull(),
  type_id: integer().$type<TransactionType>().notNull(),
  /** The day, until before its end. */
  starts_at: time().notNull(),
  ends_at: time().notNull(),
  /** The number of the rows, their XP, and the id and time of the last one, which the new row gets. */
  rows: integer().notNull(),
  xp: integer().notNull(),
  last_id: integer().notNull(),
  last_at: time().notNull(),
});

/** Keys used up without a row: of folded rows, unless other rows rule them out, and of clears taken back. */
export const ledger_keys = withoutRowid("ledger_keys", { key: text().primaryKey() });

/** Levels cleared by a user on a day of the daily challenge (New York), up to its target. */
export const daily_clears = withoutRowid(
  "daily_clears",
  {
    user_id: integer().notNull(),
    /** YYYY-MM-DD. */
    day: text().notNull(),
    level_id: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.day, t.level_id] })],
);

/** Progress of paying a day's coins: every Gold member up to this id is paid. */
export const daily_payments = sqliteTable("daily_payments", {
  day: text().primaryKey(),
  paid_to: integer().notNull().default(0),
  finished_at: time(),
});
