import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ErrorKind, ErrorState } from "#domain/system/errors.ts";
import type { ScheduleJob } from "#domain/system/schedule.ts";
import { time } from "../columns.ts";

/** Errors of the worker and of browsers, grouped. Has no users, IP addresses or texts of users. */
export const error_groups = sqliteTable(
  "error_groups",
  {
    /** Hash of kind, message and source. */
    key: text().primaryKey(),
    kind: text().$type<ErrorKind>().notNull(),
    /** Without numbers and ids. */
    message: text().notNull(),
    /** A route, an event of the log, or a file with line and column. */
    source: text().notNull(),
    /** Of the first error. */
    stack: text().notNull(),
    /** Of the latest error: the pattern of the page's path, and the build. */
    page: text().notNull(),
    version: text().notNull(),
    /** Names of browsers, separated by commas. */
    browsers: text().notNull(),
    /** The newest request ids, separated by spaces. */
    requests: text().notNull(),
    count: integer().notNull(),
    first_at: time().notNull(),
    last_at: time().notNull(),
    /** A resolved group that occurs again is open again. */
    state: text().$type<ErrorState>().notNull().default("open"),
  },
  (t) => [
    index("error_groups_new").on(t.kind, t.first_at),
    index("error_groups_newest").on(t.state, t.last_at),
  ],
);

/** The number of errors of each kind in each hour. */
export const error_hours = sqliteTable(
  "error_hours",
  {
    /** Hours since 1970 in UTC. */
    hour: integer().notNull(),
    kind: text().$type<ErrorKind>().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.kind] })],
);

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

/** The latest signs of life: one row for the database itself and one per queue. Written by `/health`. */
export const heartbeats = sqliteTable("heartbeats", {
  name: text().primaryKey(),
  /** When the newest heartbeat was first sent. */
  sent_at: time().notNull(),
  /** When it was sent last; a lost one is sent again. */
  tried_at: time().notNull(),
  /** `sent_at` of the newest heartbeat that arrived. */
  received_at: time(),
});

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
