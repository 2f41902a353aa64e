import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns.ts";
import { items } from "./items.ts";
import { users } from "./users.ts";

const slot = () => integer().references(() => items.id);

/** What is worn, by slot (domain/avatar/slots.ts). */
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

/** What each user's bopi wears; its colours are with the user. No row: it wears nothing. */
export const bopis = sqliteTable(
  "bopis",
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id),
    ...slots(),
    /** Grows with every change: a job that was put for an older one is void. */
    revision: integer().notNull().default(1),
    /** The revision of which the user's pictures are. */
    drawn: integer().notNull().default(0),
  },
  (t) => [index("bopis_undrawn").on(t.user_id).where(sql`${t.drawn} <> ${t.revision}`)],
);

/** Looks kept under a name. Only their names change, and they lose items that their owner no longer owns. */
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
    /** Asset of the picture; null until it is drawn. */
    thumbnail: text(),
    /** It has had a picture before, so its owner is not notified of the next one. */
    redrawn: integer().notNull().default(0),
    created_at: time().notNull(),
  },
  (t) => [
    index("outfits_user").on(t.user_id, t.id),
    index("outfits_undrawn").on(t.id).where(sql`${t.thumbnail} is null`),
  ],
);
