import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { HostRegion } from "#domain/hosts/host-regions.ts";
import { booleanColumn, reference, time, withoutRowid } from "../columns.ts";
import { users } from "./users.ts";

/** Servers that run levels. Their `GameHost` objects have the live state; the rows only record transitions. */
export const hosts = sqliteTable(
  "hosts",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    /** Its IP address or host name, with an optional port. */
    ip_address: text().notNull(),
    region: text().$type<HostRegion>().notNull(),
    kind: text().$type<HostKind>().notNull().default("server"),
    /** Number of seats. */
    capacity: integer().notNull(),
    /** The hash of its key. The key itself is shown once and never stored. */
    key_hash: text().notNull(),
    enabled: booleanColumn().notNull().default(1),
    /** Whether it sent a heartbeat recently. */
    online: booleanColumn().notNull().default(0),
    /** Whether every seat is taken or reserved. */
    full: booleanColumn().notNull().default(0),
    /** When it last went online or offline. */
    changed_at: time(),
    user_id: reference(() => users.id),
    created_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("hosts_name").on(t.name),
    index("hosts_there").on(t.id).where(sql`enabled = 1 and online = 1`),
    index("hosts_open").on(t.region, t.id).where(sql`enabled = 1 and online = 1 and full = 0`),
    index("hosts_rooms").on(t.region, t.id).where(sql`kind = 'room'`),
  ],
);

/** A server that staff registered, or the site's own rooms of a region (domain/room). */
export type HostKind = "server" | "room";

/** Players removed from a level by its creator, until a time. */
export const level_removals = withoutRowid(
  "level_removals",
  {
    level_id: integer().notNull(),
    user_id: integer().notNull(),
    until: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.level_id, t.user_id] }), index("level_removals_until").on(t.until)],
);

/** Players per level and host. Triggers maintain the sum in `levels.playing_count`. */
export const host_levels = withoutRowid(
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

/** Keys of join tokens, derived from the secret and their number. The newest signs, replaced ones verify. */
export const signing_keys = sqliteTable("signing_keys", {
  id: integer().primaryKey({ autoIncrement: true }),
  created_at: time().notNull(),
});

/** Statistics of a level by New York day. */
export const level_days = withoutRowid(
  "level_days",
  {
    level_id: integer().notNull(),
    /** YYYY-MM-DD. */
    day: text().notNull(),
    plays: integer().notNull().default(0),
    /** Distinct players on that day. */
    players: integer().notNull().default(0),
    clears: integer().notNull().default(0),
    /** Players who cleared it for the first time. */
    first_clears: integer().notNull().default(0),
    ratings: integer().notNull().default(0),
    rating_sum: integer().notNull().default(0),
    /** More than 14 days old, set by the schedule. Until then triggers add it to `levels.recent_count`. */
    expired: booleanColumn().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.level_id, t.day] }),
    index("level_days_current").on(t.day, t.level_id).where(sql`${t.expired} = 0`),
  ],
);

/** A level's grants on a New York day, up to its limits. */
export const level_grants = withoutRowid(
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
