import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns.ts";
import { items } from "./items.ts";
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
    user_id: integer()
      .primaryKey()
      .references(() => users.id),
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
    user_id: integer()
      .notNull()
      .references(() => users.id),
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
