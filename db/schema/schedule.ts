import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ScheduleJob } from "#domain/system/schedule.ts";
import { time } from "../columns.ts";

/** The latest runs of each job of the five-minute schedule. */
export const schedule_runs = sqliteTable("schedule_runs", {
  job: text().$type<ScheduleJob>().primaryKey(),
  /** Duration of the latest run in milliseconds. */
  took_ms: integer().notNull(),
  succeeded_at: time(),
  failed_at: time(),
  /** Error of the latest failed run. */
  error: text(),
});
