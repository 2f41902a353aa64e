import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ItemTypeId, Purchasable } from "#domain/items/rules.ts";
import { flag, time } from "../columns.ts";
import { transactions, users } from "./users.ts";

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
    comments_enabled: flag().notNull().default(1),
    favorites_count: integer().notNull().default(0),
    comments_count: integer().notNull().default(0),
    created_at: time().notNull(),
  },
  (t) => [
    index("items_type").on(t.type_id, t.id),
    index("items_undrawn").on(t.id).where(sql`${t.thumbnail} is null and ${t.uuid} <> ''`),
  ],
);

/** Copies that people own. `type_id` is the item's, so that a category is one stretch of an index. */
export const inventory = sqliteTable(
  "inventory",
  {
    id: integer().primaryKey({ autoIncrement: true }),
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
    created_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("inventory_once").on(t.user_id, t.item_id),
    index("inventory_newest").on(t.user_id, t.id),
    index("inventory_type").on(t.user_id, t.type_id, t.id),
  ],
);

/** How many copies of each type a person owns. Kept by triggers. */
export const inventory_counts = sqliteTable(
  "inventory_counts",
  {
    user_id: integer().notNull(),
    type_id: integer().$type<ItemTypeId>().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.type_id] })],
);
