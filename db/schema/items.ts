import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ItemState, ReviewCause } from "#domain/items/review-rules.ts";
import type { ItemTypeId, Purchasable } from "#domain/items/rules.ts";
import { flag, time } from "../columns.ts";
import { transactions } from "./ledger.ts";
import { users } from "./users.ts";

/** Things a bopi can wear. `type_id`: 1 hat, 2 toy, 3 face, 4 shirt, 5 pants, 6 shoes. */
export const items = sqliteTable(
  "items",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    type_id: integer().$type<ItemTypeId>().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** Names its files: {uuid}.png, and {uuid}.mesh where it has a model. Empty where it has none. */
    uuid: text().notNull().default(""),
    /** Asset of the picture; null until it is drawn. */
    thumbnail: text(),
    purchasable: text().$type<Purchasable>().notNull().default("offsale"),
    price: integer().notNull().default(0),
    /** YYYY-MM-01: Gold members can get it in that month. */
    gold_month: text(),
    gold_month_description: text(),
    /** A limited item: how many copies are sold at most. Null where there is no end to them. */
    stock: integer(),
    /** No more copies are sold, for good: the last one is gone, or a limited item was taken off sale. */
    sold_out: flag().notNull().default(0),
    /** Whether everybody sees it; what is not `shown` is there for its creator and staff alone. */
    state: text().$type<ItemState>().notNull().default("shown"),
    /** 0 where its picture is still to be looked at for what it resembles. */
    printed: flag().notNull().default(1),
    /** When staff put it into the shop's carousel. */
    featured_at: time(),
    comments_enabled: flag().notNull().default(1),
    /** Copies sold, which is the serial of the newest one. */
    sales_count: integer().notNull().default(0),
    favorites_count: integer().notNull().default(0),
    wishes_count: integer().notNull().default(0),
    /** Copies that their owners offer. */
    listings_count: integer().notNull().default(0),
    comments_count: integer().notNull().default(0),
    created_at: time().notNull(),
  },
  (t) => [
    // Walked by the version before the next one alone.
    index("items_type").on(t.type_id, t.id),
    index("items_type_shown").on(t.type_id, t.id).where(sql`${t.state} = 'shown'`),
    index("items_shown").on(t.id).where(sql`${t.state} = 'shown'`),
    index("items_review").on(t.state, t.id).where(sql`${t.state} <> 'shown'`),
    index("items_unprinted").on(t.id).where(sql`${t.printed} = 0`),
    // Migration 0011 adds `sale_state` (0 off sale, 1 on sale or free, 2 in a Gold month, 3 not shown) and an index for each of the shop's orders.
    index("items_featured").on(t.featured_at).where(sql`${t.featured_at} is not null`),
    index("items_undrawn").on(t.id).where(sql`${t.thumbnail} is null and ${t.uuid} <> ''`),
  ],
);

/**
 * Copies that people own; one that is resold keeps its row and its serial. `type_id` is the item's, so that a category is
 * one stretch of an index.
 */
export const inventory = sqliteTable(
  "inventory",
  {
    id: integer().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    item_id: integer()
      .notNull()
      .references(() => items.id),
    type_id: integer().$type<ItemTypeId>().notNull(),
    /** Number of the copy in order of sale; null for the maker's own. */
    serial: integer(),
    /** The ledger's row that brought it, where one did. */
    transaction_id: integer().references(() => transactions.id),
    /** What its owner asks for it; null while it is not offered. */
    resale_price: integer(),
    /** When it came to its owner. */
    created_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("inventory_once").on(t.user_id, t.item_id),
    index("inventory_owned").on(t.user_id, t.type_id, t.created_at, t.id, t.item_id),
    uniqueIndex("inventory_serial").on(t.item_id, t.serial).where(sql`${t.serial} is not null`),
    index("inventory_offered").on(t.item_id, t.resale_price, t.id).where(sql`${t.resale_price} is not null`),
  ],
);

/** How many copies of each type a person owns. Kept by triggers. Table without row ids. */
export const inventory_counts = sqliteTable(
  "inventory_counts",
  {
    user_id: integer().notNull(),
    type_id: integer().$type<ItemTypeId>().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.type_id] })],
);

/** What copies of an item were resold for, a row a day (UTC). Table without row ids. */
export const item_prices = sqliteTable(
  "item_prices",
  {
    item_id: integer().notNull(),
    /** YYYY-MM-DD. */
    day: text().notNull(),
    count: integer().notNull(),
    sum: integer().notNull(),
    lowest: integer().notNull(),
    highest: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.item_id, t.day] })],
);

/** Items that people want. */
export const wishes = sqliteTable(
  "wishes",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id),
    item_id: integer()
      .notNull()
      .references(() => items.id),
    created_at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.item_id] }),
    index("wishes_newest").on(t.user_id, t.created_at, t.item_id),
  ],
);

/** Why an item waits or waited for staff, or was taken out of sight, and what became of it. */
export const item_reviews = sqliteTable(
  "item_reviews",
  {
    item_id: integer()
      .primaryKey()
      .references(() => items.id),
    /** Its creator. */
    user_id: integer()
      .notNull()
      .references(() => users.id),
    why: text().$type<ReviewCause>().notNull(),
    /** Other people's items that it looks like, as JSON: `[{id, percent}]`. */
    resembles: text().notNull().default("[]"),
    /** Coins that making it has cost, to be given back when it is declined before anybody has seen it. */
    paid: integer().notNull().default(0),
    /** What staff said to its creator. */
    reason: text().notNull().default(""),
    decided_by: integer().references(() => users.id),
    decided_at: time(),
    /** When it was rejected; further items of its creator wait for a while. */
    rejected_at: time(),
    created_at: time().notNull(),
  },
  (t) => [
    index("item_reviews_rejected").on(t.user_id, t.rejected_at).where(sql`${t.rejected_at} is not null`),
  ],
);

/** What an item's picture looks like, to be compared with others (domain/items/likeness.ts). */
export const item_prints = sqliteTable("item_prints", {
  item_id: integer()
    .primaryKey()
    .references(() => items.id),
  print: text().notNull(),
});

/** Parts of prints by which likely doubles are found; a mark names a few dozen items at most. Table without row ids. */
export const item_marks = sqliteTable(
  "item_marks",
  {
    mark: text().notNull(),
    item_id: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.mark, t.item_id] })],
);

/** Rejected items that are being taken off everybody's bopi, a stretch of copies at a time. */
export const item_takedowns = sqliteTable("item_takedowns", {
  item_id: integer().primaryKey(),
  /** Up to which copy (by serial) this was seen to. */
  after: integer().notNull().default(0),
});
