import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { RunReason } from "#domain/runs/rules.ts";
import { reference, time, withoutRowid } from "../columns.ts";
import { levels } from "./levels.ts";
import { users } from "./users.ts";

/** Recorded clears of documents that are being built. The queue simulates them again, like runs; they earn nothing. */
export const clear_checks = sqliteTable(
  "clear_checks",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    level_id: integer().notNull(),
    user_id: integer().notNull(),
    /** "user:key", so a retry is stored once. */
    call: text().notNull(),
    /** Hash of what can be touched in the document (`level_revisions.content_hash`). */
    content: text().notNull(),
    /** Asset uuids of the document and the recorded inputs. */
    world: text().notNull(),
    log: text().notNull(),
    physics: integer().notNull(),
    start_tick: integer().notNull(),
    ticks: integer().notNull(),
    state: text().$type<"waiting" | "cleared" | "refused">().notNull().default("waiting"),
    reason: text().$type<RunReason>(),
    /** Time of the clear; null until it's cleared. */
    ms: integer(),
    created_at: time().notNull(),
    /** When it was last queued. */
    queued_at: time().notNull(),
    verified_at: time(),
    /** When the schedule deletes it; null once a revision relies on it. */
    keep_until: time(),
  },
  (t) => [
    uniqueIndex("clear_checks_call").on(t.call),
    index("clear_checks_cleared").on(t.level_id, t.content).where(sql`state = 'cleared'`),
    index("clear_checks_waiting").on(t.queued_at).where(sql`state = 'waiting'`),
    index("clear_checks_own_waiting").on(t.user_id).where(sql`state = 'waiting'`),
    index("clear_checks_user").on(t.user_id, t.id),
    index("clear_checks_keep").on(t.keep_until).where(sql`keep_until is not null`),
  ],
);

/** Parts that a user saved to place them again. */
export const prefabs = sqliteTable(
  "prefabs",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    user_id: reference(() => users.id),
    name: text().notNull(),
    /** JSON. */
    parts: text().notNull(),
    created_at: time().notNull(),
  },
  (t) => [index("prefabs_user").on(t.user_id, t.id)],
);

/** Buddies who build a level with its creator. A trigger deletes the row when they stop being buddies. */
export const level_editors = withoutRowid(
  "level_editors",
  {
    level_id: reference(() => levels.id),
    user_id: reference(() => users.id),
    added_at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.level_id, t.user_id] }),
    index("level_editors_user").on(t.user_id, t.level_id),
  ],
);
