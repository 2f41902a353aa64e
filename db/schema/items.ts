import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import type { ItemState, ReviewCause } from "#domain/items/reviews/rules.ts";
import type { Purchasable } from "#domain/items/rules.ts";
import type { StarterKey } from "#domain/starter/starter-items.ts";
import { booleanColumn, popularity, reference, time, withoutRowid } from "../columns.ts";
import { transactions } from "./transactions.ts";
import { users } from "./users.ts";

const slot = () => integer().references(() => items.id);

/** The equipped items by slot (domain/avatar/slots.ts). */
const slots = () => ({
  hat1: slot(),
  hat2: slot(),
  hat3: slot(),
  face: slot(),
  toy: slot(),
  shirt: slot(),
  pants: slot(),
  shoes: slot(),
});

/** Each user's equipped items. Colors are in `users`. Users without a row have nothing equipped. */
export const bopis = sqliteTable(
  "bopis",
  {
    user_id: reference(() => users.id).primaryKey(),
    ...slots(),
    /** Rises with every change, which voids render jobs of older revisions. */
    revision: integer().notNull().default(1),
    /** The revision shown on the user's pictures. */
    drawn: integer().notNull().default(0),
    /** The batch that changed it last (db/guard.ts). */
    stamp: integer().notNull().default(0),
  },
  (t) => [index("bopis_undrawn").on(t.user_id).where(sql`${t.drawn} <> ${t.revision}`)],
);

/** Saved outfits. Only their names change, and they lose items that their owner no longer owns. */
export const outfits = sqliteTable(
  "outfits",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    user_id: reference(() => users.id),
    name: text().notNull(),
    ...slots(),
    colors: text().notNull().default(""),
    /** Asset of the picture; null until it is rendered. */
    thumbnail: text(),
    /** Whether it had a picture before, so its owner isn't notified again. */
    redrawn: integer().notNull().default(0),
    created_at: time().notNull(),
  },
  (t) => [
    index("outfits_user").on(t.user_id, t.id),
    index("outfits_undrawn").on(t.id).where(sql`${t.thumbnail} is null`),
  ],
);

/** Items. `type_id`: 1 hat, 2 toy, 3 face, 4 shirt, 5 pants, 6 shoes. */
export const items = sqliteTable(
  "items",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    type_id: integer().$type<ItemTypeId>().notNull(),
    user_id: reference(() => users.id),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** Name of its files: {uuid}.png, and {uuid}.mesh for a model. Empty if it has none. */
    uuid: text().notNull().default(""),
    /** Asset of the picture; null until it is rendered. */
    thumbnail: text(),
    purchasable: text().$type<Purchasable>().notNull().default("offsale"),
    price: integer().notNull().default(0),
    /** YYYY-MM-01: the month in which Gold members can get it. */
    gold_month: text(),
    gold_month_description: text(),
    /** Most copies of a Limited item; null if unlimited. */
    stock: integer(),
    /** Whether it is permanently sold out: the last copy is sold, or a Limited item was taken off sale. */
    sold_out: booleanColumn().notNull().default(0),
    /** Visibility. Items that aren't `shown` are only visible to their creator and staff. */
    state: text().$type<ItemState>().notNull().default("shown"),
    /** 0 while its picture still has to be compared with others. */
    fingerprinted: booleanColumn().notNull().default(1),
    /** When staff added it to the shop's carousel. */
    featured_at: time(),
    comments_enabled: booleanColumn().notNull().default(1),
    /** Copies sold, equal to the newest serial number. */
    sales_count: integer().notNull().default(0),
    favorites_count: integer().notNull().default(0),
    wishes_count: integer().notNull().default(0),
    /** Resale offers. */
    listings_count: integer().notNull().default(0),
    comments_count: integer().notNull().default(0),
    /** Which of the starter items it is (domain/starter); null for all others. */
    starter: text().$type<StarterKey>(),
    created_at: time().notNull(),
    /** Its row in `item_search`: popular items come last, in steps of four times as many sales and favorites. */
    search_row: integer().generatedAlwaysAs(sql.raw(`id + ${popularity("sales_count + favorites_count")}`), {
      mode: "virtual",
    }),
    /** 0 off sale, 1 on sale or free, 2 in a Gold month, 3 not shown. */
    sale_state: integer().generatedAlwaysAs(
      sql.raw(`CASE WHEN state <> 'shown' THEN 3 WHEN purchasable = 'offsale' OR sold_out = 1 THEN 0
      WHEN gold_month IS NOT NULL THEN 2 ELSE 1 END`),
      { mode: "virtual" },
    ),
  },
  (t) => [
    uniqueIndex("items_starter").on(t.starter).where(sql`${t.starter} is not null`),
    index("items_type_shown").on(t.type_id, t.id).where(sql`${t.state} = 'shown'`),
    index("items_shown").on(t.id).where(sql`${t.state} = 'shown'`),
    index("items_review").on(t.state, t.id).where(sql`${t.state} <> 'shown'`),
    index("items_unfingerprinted").on(t.id).where(sql`${t.fingerprinted} = 0`),
    // An index for each order of the shop, read backwards for the opposite one.
    index("items_state").on(t.sale_state, t.id),
    index("items_type_state").on(t.type_id, t.sale_state, t.id),
    index("items_price").on(t.sale_state, t.price, t.id),
    index("items_price_newest").on(t.sale_state, t.price, sql`id desc`),
    index("items_type_price").on(t.type_id, t.sale_state, t.price, t.id),
    index("items_type_price_newest").on(t.type_id, t.sale_state, t.price, sql`id desc`),
    index("items_gold").on(t.id).where(sql`gold_month is not null`),
    index("items_gold_month")
      .on(t.gold_month, t.sale_state, t.price, t.id)
      .where(sql`gold_month is not null`),
    index("items_featured").on(t.featured_at).where(sql`${t.featured_at} is not null`),
    index("items_pending").on(t.user_id, t.id).where(sql`${t.state} = 'pending'`),
    index("items_creator").on(t.user_id, t.id).where(sql`${t.state} = 'shown'`),
    index("items_undrawn").on(t.id).where(sql`${t.thumbnail} is null and ${t.uuid} <> ''`),
  ],
);

/** Copies owned by users. A resold copy keeps its row and serial. `type_id` is the item's, for indexes. */
export const inventory = sqliteTable(
  "inventory",
  {
    id: integer().primaryKey(),
    user_id: reference(() => users.id),
    item_id: reference(() => items.id),
    type_id: integer().$type<ItemTypeId>().notNull(),
    /** Serial number in order of sale; null for the creator's own copy. */
    serial: integer(),
    /** The ledger entry that granted it, if any. */
    transaction_id: integer().references(() => transactions.id),
    /** Resale price; null if it isn't offered. */
    resale_price: integer(),
    /** When its owner got it. */
    created_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("inventory_once").on(t.user_id, t.item_id),
    index("inventory_owned").on(t.user_id, t.type_id, t.created_at, t.id, t.item_id),
    uniqueIndex("inventory_serial").on(t.item_id, t.serial).where(sql`${t.serial} is not null`),
    index("inventory_offered").on(t.item_id, t.resale_price, t.id).where(sql`${t.resale_price} is not null`),
    // Without it, deleting a row of the ledger would read all copies.
    index("inventory_transaction").on(t.transaction_id).where(sql`${t.transaction_id} is not null`),
  ],
);

/** Number of a user's copies by type, maintained by triggers. */
export const inventory_counts = withoutRowid(
  "inventory_counts",
  {
    user_id: integer().notNull(),
    type_id: integer().$type<ItemTypeId>().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.type_id] })],
);

/** Resale prices of an item by day (UTC). */
export const item_prices = withoutRowid(
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

export const wishes = sqliteTable(
  "wishes",
  {
    user_id: reference(() => users.id),
    item_id: reference(() => items.id),
    created_at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.item_id] }),
    index("wishes_newest").on(t.user_id, t.created_at, t.item_id),
  ],
);

/** Reviews of items: their cause and outcome. */
export const item_reviews = sqliteTable(
  "item_reviews",
  {
    item_id: reference(() => items.id).primaryKey(),
    /** The creator. */
    user_id: reference(() => users.id),
    why: text().$type<ReviewCause>().notNull(),
    /** Similar items of other creators, as JSON: `[{id, percent}]`. */
    resembles: text().notNull().default("[]"),
    /** Creation cost in coins, refunded if it is declined before anyone has seen it. */
    paid: integer().notNull().default(0),
    /** The reason given to its creator. */
    reason: text().notNull().default(""),
    decided_by: integer().references(() => users.id),
    decided_at: time(),
    /** When it was rejected. The creator's new items are held for a while afterwards. */
    rejected_at: time(),
    created_at: time().notNull(),
  },
  (t) => [
    index("item_reviews_rejected").on(t.user_id, t.rejected_at).where(sql`${t.rejected_at} is not null`),
  ],
);

/** Fingerprints of item textures (domain/items/fingerprint.ts). */
export const item_fingerprints = sqliteTable("item_fingerprints", {
  item_id: reference(() => items.id).primaryKey(),
  fingerprint: text().notNull(),
});

/** Fingerprint bands for finding similar items; a band matches a few dozen items at most. */
export const item_fingerprint_keys = withoutRowid(
  "item_fingerprint_keys",
  {
    key: text().notNull(),
    item_id: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.item_id] })],
);

/** Rejected items being removed from bopis in batches of copies. */
export const item_takedowns = sqliteTable("item_takedowns", {
  item_id: integer().primaryKey(),
  /** Copies up to this serial are done. */
  after: integer().notNull().default(0),
});
