import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns.ts";
import { items } from "./items.ts";
import { users } from "./users.ts";

/** What an event or a challenge pays, once to each who does it. */
const reward = {
  coins: integer().notNull().default(0),
  xp: integer().notNull().default(0),
  item_id: integer().references(() => items.id),
};

/** Events: a few levels that are played together for some days of New York. */
export const events = sqliteTable(
  "events",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    short_name: text().notNull(),
    description: text().notNull().default(""),
    /** Six hex digits without '#'. */
    highlight_color: text().notNull(),
    starts_at: time().notNull(),
    ends_at: time().notNull(),
    /** How many of its levels one must clear for the reward. */
    goal: integer().notNull().default(1),
    ...reward,
    user_id: integer().references(() => users.id),
    created_at: time().notNull().default(0),
  },
  (t) => [index("events_end").on(t.ends_at, t.id)],
);

/** The levels of an event; `levels.event_id` names the newest event a level is part of. Table without row ids. */
export const event_levels = sqliteTable(
  "event_levels",
  {
    event_id: integer().notNull(),
    level_id: integer().notNull(),
    /** Their order, from 0. */
    position: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.event_id, t.level_id] })],
);

/** Who has cleared which level of an event while it was on. Table without row ids. */
export const event_clears = sqliteTable(
  "event_clears",
  {
    event_id: integer().notNull(),
    user_id: integer().notNull(),
    level_id: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.event_id, t.user_id, t.level_id] })],
);

/** A task on a level until the end of a day; `levels.challenge_id` names the newest of a level. */
export const challenges = sqliteTable(
  "challenges",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    /** The level that has to be cleared; 0 where an older row does not tell. */
    level_id: integer().notNull().default(0),
    description: text().notNull().default(""),
    /** The longest that the clear may take; null when any clear will do. */
    goal_ms: integer(),
    starts_at: time().notNull().default(0),
    ends_at: time().notNull(),
    ...reward,
    user_id: integer().references(() => users.id),
    created_at: time().notNull().default(0),
  },
  (t) => [index("challenges_end").on(t.ends_at, t.id)],
);
