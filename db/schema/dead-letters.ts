import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns.ts";

/** The number of jobs of each queue that were given up on each day, after all their tries. */
export const dead_letters = sqliteTable(
  "dead_letters",
  {
    /** The name of the queue's binding. */
    queue: text().notNull(),
    /** Days since 1970 in UTC. */
    day: integer().notNull(),
    count: integer().notNull(),
    last_at: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.queue, t.day] })],
);
