import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { DATABASE_NAMES } from "#domain/database-names.ts";
import { time, withoutRowid } from "../columns.ts";

// Every database has these tables (worker/outbox).

const databaseName = () => text({ enum: DATABASE_NAMES }).notNull();

/** Effects on other databases, stored with their cause, relayed in order, and deleted a day later. */
export const outbox = sqliteTable(
  "outbox",
  {
    // Ids of deleted rows must not return: the target would take new effects for applied ones.
    id: integer().primaryKey({ autoIncrement: true }),
    /** The database that they change. */
    target: databaseName(),
    /** A list of effects (worker/outbox/effects.ts). */
    effects: text({ mode: "json" }).$type<unknown>().notNull(),
    created_at: time().notNull(),
  },
  (t) => [index("outbox_target").on(t.target, t.id)],
);

/** How far effects on another database are known to be applied; its `outbox_positions` is the truth. */
export const outbox_progress = withoutRowid("outbox_progress", {
  target: databaseName().primaryKey(),
  relayed_to: integer().notNull(),
});

/** The last row of each other database's outbox whose effects this one has. Changes in the batch that applies them. */
export const outbox_positions = withoutRowid("outbox_positions", {
  source: databaseName().primaryKey(),
  position: integer().notNull(),
});

/** Effects that this database refused. They were skipped, so that later ones aren't held up. */
export const outbox_failures = withoutRowid(
  "outbox_failures",
  {
    source: databaseName(),
    /** The row of the source's outbox. */
    id: integer().notNull(),
    effects: text({ mode: "json" }).$type<unknown>().notNull(),
    error: text().notNull(),
    failed_at: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.source, t.id] })],
);
