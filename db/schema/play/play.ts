import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { RunReason } from "#domain/runs/rules.ts";
import { booleanColumn, time, withoutRowid } from "../../columns.ts";

// Users and levels are rows of the main database, so their ids are no foreign keys here.

export type RunState = "waiting" | "counted" | "flagged" | "accepted" | "dismissed" | "refused";
/** Where a run comes from: a game host, the web player, or the builder's check of a level. */
type RunSource = "host" | "web" | "build";

/** Every finished attempt: clears that game hosts reported and runs that a browser recorded. Each counts once. */
export const runs = sqliteTable(
  "runs",
  {
    // Revisions and best times refer to runs, so a rewind never gives an id twice (db/sequences.ts).
    id: integer().primaryKey({ autoIncrement: true }),
    /** "host:idempotency key", or "web:user:key" for the web player. */
    call: text().notNull(),
    /** The batch that decided about it (db/guard.ts). */
    stamp: integer().notNull(),
    /** 0 for the web player. */
    host_id: integer().notNull(),
    user_id: integer().notNull(),
    level_id: integer().notNull(),
    /** For a waiting run, the time that the browser measured. */
    ms: integer().notNull(),
    /** Lower bound for the time of a clear; 0 for a simulated one. */
    floor_ms: integer().notNull(),
    /** The user's previous best time in the same content; null without one. */
    previous_ms: integer(),
    /** Waiting runs are simulated by the queue. Flagged runs wait for staff, who accept or dismiss them. */
    state: text().$type<RunState>().notNull(),
    decided_by: integer(),
    decided_at: time(),
    created_at: time().notNull(),
    source: text().$type<RunSource>().notNull().default("host"),
    /** The revision that was played; null for a host's run in a revision that it doesn't know. */
    revision: integer(),
    /** The revision's `level_revisions.content`. */
    content: text().notNull().default(""),
    /** Version of the simulation. */
    physics: integer(),
    /** The world's tick of the first input. */
    start_tick: integer(),
    /** Whether a room received the inputs as they were made. 0 for runs by hosts, which rank too. */
    live: booleanColumn().notNull().default(0),
    /** Asset uuid of the recorded inputs; null without any. */
    log: text(),
    /** Identifies the inputs, so a copy doesn't count; null if they're too simple to be recognized. */
    log_hash: text(),
    ticks: integer(),
    deaths: integer(),
    /** Half-spaces that the simulation looked at. */
    work: integer(),
    /** How the inputs were made (domain/sim/verify-run.ts), as JSON for staff. In near copies also `original`, the id of the other run. */
    statistics: text(),
    verified_at: time(),
    /** Why it was refused or flagged, or why it brought no XP. */
    reason: text().$type<RunReason>(),
    /** Whether it was the user's first clear of the level, and whether it became their best; null until it counts. */
    first: booleanColumn(),
    best: booleanColumn(),
    /** Coins and XP for the clear. */
    coins: integer().notNull().default(0),
    xp: integer().notNull().default(0),
    /** The player's `clears` row before this run, as JSON, until a top-ten run's recording is checked. */
    previous_clear: text(),
    /** When a run that waits for a check was last queued. */
    queued_at: time(),
    /** When the schedule decides about deleting a run with recorded inputs. */
    keep_until: time(),
  },
  (t) => [
    uniqueIndex("runs_call").on(t.call),
    index("runs_flagged").on(t.id).where(sql`state = 'flagged'`),
    index("runs_expired").on(t.created_at).where(sql`log is null and state <> 'flagged'`),
    index("runs_keep").on(t.keep_until).where(sql`keep_until is not null`),
    index("runs_waiting").on(t.queued_at).where(sql`state = 'waiting'`),
    index("runs_unconfirmed").on(t.queued_at).where(sql`previous_clear is not null`),
    index("runs_own_waiting").on(t.user_id).where(sql`state = 'waiting'`),
    index("runs_user").on(t.user_id, t.id),
    // The batch that counts a run checks that no other one has its inputs.
    index("runs_log")
      .on(t.level_id, t.content, t.log_hash)
      .where(sql`log_hash is not null and state in ('counted', 'accepted', 'flagged')`),
  ],
);

/** Play times and visits by user and level. */
export const plays = withoutRowid(
  "plays",
  {
    user_id: integer().notNull(),
    level_id: integer().notNull(),
    /** Number of visits; a return within 30 minutes belongs to the same one. */
    visits: integer().notNull().default(1),
    seconds: integer().notNull().default(0),
    /** The time up to which `seconds` is counted. */
    counted_until: time().notNull().default(0),
    /** Their last visit, and its New York day (YYYY-MM-DD). */
    played_at: time().notNull(),
    played_day: text().notNull().default(""),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.level_id] }),
    index("plays_recent").on(t.user_id, t.played_at, t.level_id),
  ],
);

/** A user's clears of a level. The best time is the one in the content they cleared last. */
export const clears = withoutRowid(
  "clears",
  {
    user_id: integer().notNull(),
    level_id: integer().notNull(),
    best_ms: integer().notNull(),
    /** When the best time was set. */
    best_at: time().notNull().default(0),
    /** How often they cleared it. */
    times: integer().notNull().default(1),
    /** When they first cleared it. */
    cleared_at: time().notNull(),
    /** The `level_revisions.content` in which the best time was set. */
    content: text().notNull().default(""),
    /** The run with the best time, if its inputs were recorded. */
    best_run_id: integer(),
    /** Whether the best time can be among the first ten: a room received its inputs as they were made, or a game host reported it. */
    best_live: booleanColumn().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.level_id] }),
    index("clears_ranks").on(t.level_id, t.content, t.best_ms, t.best_at, t.user_id),
    index("clears_live").on(t.level_id, t.content, t.best_ms, t.best_at, t.user_id).where(sql`best_live = 1`),
    index("clears_recorded")
      .on(t.level_id, t.content, t.best_ms, t.best_at, t.user_id)
      .where(sql`best_run_id is not null`),
  ],
);

/** Players who have a best time in a level's content; maintained by triggers. */
export const level_contents = withoutRowid(
  "level_contents",
  { level_id: integer().notNull(), content: text().notNull(), clears: integer().notNull().default(0) },
  (t) => [primaryKey({ columns: [t.level_id, t.content] })],
);
