import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { time } from "../columns.ts";

/** Files in R2 with rows that have left the database (worker/archive). Append-only. */
export const archives = sqliteTable(
  "archives",
  {
    id: integer().primaryKey(),
    kind: text().$type<"audit" | "cases">().notNull(),
    /** Its key in the bucket. */
    name: text().notNull(),
    first_id: integer().notNull(),
    last_id: integer().notNull(),
    /** The first and the last time of an entry, or of a decision. */
    first_at: time().notNull(),
    last_at: time().notNull(),
    rows_count: integer().notNull(),
    /** Compressed. */
    bytes: integer().notNull(),
    sha256: text().notNull(),
    created_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("archives_name").on(t.name),
    index("archives_ids").on(t.kind, t.first_id),
    index("archives_times").on(t.kind, t.first_at),
  ],
);

/** Which file has a case. */
export const archived_cases = sqliteTable("archived_cases", {
  id: integer().primaryKey(),
  /** The owner of the reported thing, who can't open the case. */
  subject_id: integer().notNull(),
  archive_id: integer()
    .notNull()
    .references(() => archives.id),
});

/** Which files have reports by a user. Table without row ids. */
export const archived_reporters = sqliteTable(
  "archived_reporters",
  {
    user_id: integer().notNull(),
    archive_id: integer()
      .notNull()
      .references(() => archives.id),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.archive_id] })],
);

/**
 * The file whose rows the running batch deletes: a trigger keeps all other rows of the audit log. Empty outside of such a
 * batch.
 */
export const archive_moves = sqliteTable("archive_moves", {
  archive_id: integer()
    .primaryKey()
    .references(() => archives.id),
});
