import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ScheduleJob } from "#domain/staff/schedule.ts";
import { time } from "../columns.ts";

/** The newest runs of each job of the five-minute schedule. */
export const schedule_runs = sqliteTable("schedule_runs", {
  job: text().$type<ScheduleJob>().primaryKey(),
  /** Milliseconds that the newest run took. */
  took_ms: integer().notNull(),
  succeeded_at: time(),
  failed_at: time(),
  /** What the newest failed run said. */
  error: text(),
});
