import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Totals that would be too expensive to count. Maintained by triggers. */
export const counters = sqliteTable("counters", {
  name: text().primaryKey(),
  value: integer().notNull().default(0),
});
