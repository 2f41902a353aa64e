import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time, withoutRowid } from "../columns.ts";
import { items } from "./items.ts";
import { users } from "./users.ts";

/** The reward of an event or a challenge, granted once per user. */
const reward = {
  coins: integer().notNull().default(0),
  xp: integer().notNull().default(0),
  item_id: integer().references(() => items.id),
};

/** Events: a few levels to play together during some New York days. */
export const events = sqliteTable(
  "events",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    short_name: text().notNull(),
    description: text().notNull().default(""),
    /** 6 hex digits without '#'. */
    highlight_color: text().notNull(),
    starts_at: time().notNull(),
    ends_at: time().notNull(),
    /** How many of its levels to clear for the reward. */
    goal: integer().notNull().default(1),
    ...reward,
    user_id: integer().references(() => users.id),
    created_at: time().notNull().default(0),
  },
  (t) => [index("events_end").on(t.ends_at, t.id)],
);

/** The levels of an event. `levels.event_id` is the newest event of a level. */
export const event_levels = withoutRowid(
  "event_levels",
  {
    event_id: integer().notNull(),
    level_id: integer().notNull(),
    /** Position in the event, from 0. */
    position: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.event_id, t.level_id] })],
);

/** Levels of an event cleared by users during the event. */
export const event_clears = withoutRowid(
  "event_clears",
  {
    event_id: integer().notNull(),
    user_id: integer().notNull(),
    level_id: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.event_id, t.user_id, t.level_id] })],
);

/** A task on a level until the end of a day. `levels.challenge_id` is the newest one of a level. */
export const challenges = sqliteTable(
  "challenges",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    /** The level to clear; 0 in older rows without one. */
    level_id: integer().notNull().default(0),
    description: text().notNull().default(""),
    /** Time limit for the clear; null for any time. */
    goal_ms: integer(),
    starts_at: time().notNull().default(0),
    ends_at: time().notNull(),
    ...reward,
    user_id: integer().references(() => users.id),
    created_at: time().notNull().default(0),
  },
  (t) => [index("challenges_end").on(t.ends_at, t.id)],
);
