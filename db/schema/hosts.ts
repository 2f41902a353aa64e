import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { HostRegion } from "#domain/hosts/regions.ts";
import { flag, time } from "../columns.ts";
import { users } from "./users.ts";

/** Servers that run levels. What they do from moment to moment is known to their `GameHost` objects; here stand transitions. */
export const hosts = sqliteTable(
  "hosts",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    /** Where players find it: an address or a name, with a port if it has one. */
    ip_address: text().notNull(),
    region: text().$type<HostRegion>().notNull(),
    /** How many can play there at once. */
    capacity: integer().notNull(),
    /** The hash of its key; the key itself is shown once and kept nowhere. */
    key_hash: text().notNull(),
    enabled: flag().notNull().default(1),
    /** It was heard from lately. */
    online: flag().notNull().default(0),
    /** Every seat is taken or kept for somebody. */
    full: flag().notNull().default(0),
    /** When it came online or went last. */
    changed_at: time(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    created_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("hosts_name").on(t.name),
    index("hosts_there").on(t.id).where(sql`enabled = 1 and online = 1`),
    index("hosts_open").on(t.region, t.id).where(sql`enabled = 1 and online = 1 and full = 0`),
  ],
);

/** How many play a level at a host; triggers keep `levels.playing_count` at the sum. Table without row ids. */
export const host_levels = sqliteTable(
  "host_levels",
  {
    host_id: integer().notNull(),
    level_id: integer().notNull(),
    players: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.host_id, t.level_id] }),
    index("host_levels_live").on(t.level_id, t.players),
  ],
);

/**
 * The keys that sign join tokens, by number: each is derived from the secret and its number, so nothing here is secret.
 * The newest signs; one that was followed is valid for a while.
 */
export const signing_keys = sqliteTable("signing_keys", {
  id: integer().primaryKey({ autoIncrement: true }),
  created_at: time().notNull(),
});

/** Each clear that a host has reported, by the name it gave its call: what makes a clear count once. */
export const runs = sqliteTable(
  "runs",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** "host:idempotency key". */
    call: text().notNull(),
    /** A number of the batch that counted it, so that its other statements know it. */
    stamp: integer().notNull(),
    host_id: integer().notNull(),
    user_id: integer().notNull(),
    level_id: integer().notNull(),
    ms: integer().notNull(),
    /** No clear can have been faster. */
    floor_ms: integer().notNull(),
    /** What the user's best was before; null for the first clear. */
    previous_ms: integer(),
    /** `aside` waits for staff, who accept or dismiss it. */
    state: text().$type<RunState>().notNull(),
    decided_by: integer(),
    decided_at: time(),
    created_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("runs_call").on(t.call),
    index("runs_aside").on(t.id).where(sql`state = 'aside'`),
    index("runs_old").on(t.created_at).where(sql`state <> 'aside'`),
  ],
);
export type RunState = "counted" | "aside" | "accepted" | "dismissed";

/** What happened in a level on a day of New York. Table without row ids. */
export const level_days = sqliteTable(
  "level_days",
  {
    level_id: integer().notNull(),
    /** YYYY-MM-DD. */
    day: text().notNull(),
    plays: integer().notNull().default(0),
    /** Different people who played on that day. */
    players: integer().notNull().default(0),
    clears: integer().notNull().default(0),
    /** People who cleared it for the first time. */
    first_clears: integer().notNull().default(0),
    ratings: integer().notNull().default(0),
    /** Of the day's new ratings. */
    rating_sum: integer().notNull().default(0),
    /** More than 14 days ago; the schedule sets it. Until then triggers add plays and clears to `levels.recent_count`. */
    expired: flag().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.level_id, t.day] }),
    index("level_days_current").on(t.day, t.level_id).where(sql`${t.expired} = 0`),
  ],
);

/** What a level has given away on a day of New York, up to its limits. Table without row ids. */
export const level_grants = sqliteTable(
  "level_grants",
  {
    level_id: integer().notNull(),
    day: text().notNull(),
    coins: integer().notNull().default(0),
    xp: integer().notNull().default(0),
    items: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.level_id, t.day] })],
);
