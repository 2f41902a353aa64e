import * as z from "zod/mini";
import { oneOf } from "../api/fields.ts";
import { page, preload } from "../api/page.ts";
import { route } from "../api/route.ts";
import { DATABASE_NAMES } from "../database-names.ts";
import { healthReport } from "../health/api.ts";
import { ERROR_KINDS, ERROR_STATES } from "./errors.ts";
import { BACKLOGS, FULLNESS, PROBLEM_AREAS, QUEUES } from "./problems.ts";
import { SCHEDULE_JOBS } from "./schedule.ts";
import { readSystemView } from "./view.ts";

/** A job of the five-minute schedule, and its latest runs. */
export const scheduledJob = z.object({
  job: z.enum(SCHEDULE_JOBS),
  /** Whether its latest run succeeded within the last 15 minutes. */
  healthy: z.boolean(),
  succeeded_at: z.nullable(z.string()),
  took_ms: z.nullable(z.int()),
  failed_at: z.nullable(z.string()),
  error: z.nullable(z.string()),
});
export type ScheduledJob = z.infer<typeof scheduledJob>;

/** Background work that waits. */
export const backlog = z.object({
  name: z.enum(BACKLOGS),
  /** At most 1,000, even if more waits. */
  count: z.int(),
  oldest_at: z.nullable(z.string()),
  /** Whether the oldest waits longer than usual. */
  late: z.boolean(),
});
export type Backlog = z.infer<typeof backlog>;

/** Jobs of a queue that were given up in the last 30 days, after all their tries. */
export const deadLetters = z.object({ queue: z.enum(QUEUES), count: z.int(), last_at: z.string() });
export type DeadLetters = z.infer<typeof deadLetters>;

/** Errors with the same kind, message and source. */
export const errorGroup = z.object({
  key: z.string(),
  kind: z.enum(ERROR_KINDS),
  /** Without numbers and ids. */
  message: z.string(),
  /** A route, an event of the log, or a file with line and column. */
  source: z.string(),
  /** Of the first error. */
  stack: z.string(),
  /** The pattern of the page's path; empty for errors of the worker. */
  page: z.string(),
  /** The build in which it occurred last. */
  version: z.string(),
  browsers: z.string(),
  /** The newest request ids. */
  requests: z.array(z.string()),
  count: z.int(),
  first_at: z.string(),
  last_at: z.string(),
  state: z.enum(ERROR_STATES),
});
export type ErrorGroup = z.infer<typeof errorGroup>;

/** Something that staff should look at. `name` is its name in its area. */
export const problem = z.object({ area: z.enum(PROBLEM_AREAS), name: z.string() });
export type Problem = z.infer<typeof problem>;

const databaseUse = z.object({
  bytes: z.int(),
  limit_bytes: z.int(),
  fullness: z.enum(FULLNESS),
  /** The tables that have handed out most ids, and the last one. */
  tables: z.array(z.object({ table_name: z.string(), last_id: z.int() })),
});
export type DatabaseUse = z.infer<typeof databaseUse>;

export const systemRoute = route("GET", "/api/staff/system", {
  summary: "The state of the site: problems, backlogs, scheduled jobs, size of the database, grouped errors.",
  access: "moderator",
  input: z.object({
    state: z._default(oneOf("State", ERROR_STATES), "open"),
    kind: z._default(oneOf("Kind", ["", ...ERROR_KINDS]), ""),
  }),
  output: z.object({
    problems: z.array(problem),
    /** The same as `/health`. */
    health: healthReport,
    /** Whether the site saves nothing that people do. `fixed` if the variable `READ_ONLY` decides. */
    read_only: z.object({ on: z.boolean(), fixed: z.boolean() }),
    /** The newest migration of this build; null if it's unknown. */
    migration: z.nullable(z.string()),
    backlogs: z.array(backlog),
    /** Only queues that have given up jobs. */
    dead_letters: z.array(deadLetters),
    jobs: z.array(scheduledJob),
    database: databaseUse,
    other_databases: z.array(z.object({ name: z.enum(DATABASE_NAMES), ...databaseUse.shape })),
    /** The last 24 hours with errors of the worker and of browsers in each, oldest first. */
    hours: z.array(z.object({ at: z.string(), server: z.int(), background: z.int(), browsers: z.int() })),
    errors: z.array(errorGroup),
  }),
});

export const errorStateRoute = route("POST", "/api/staff/system/errors", {
  summary:
    "Resolves, ignores or reopens a group of errors. A resolved one is open again when it occurs again.",
  access: "admin",
  input: z.object({
    key: z.string().check(z.regex(/^[\w-]{22}$/, "This isn't a group of errors.")),
    state: oneOf("State", ERROR_STATES),
  }),
});

export const readOnlyRoute = route("POST", "/api/staff/system/read-only", {
  summary: "Turns read-only mode on or off. Every process follows within five seconds.",
  access: "admin",
  recentlyConfirmed: true,
  whileReadOnly: true,
  input: z.object({ on: z.boolean({ error: "On must be true or false." }) }),
});

export const systemPage = page("/staff/system", {
  access: "moderator",
  module: "staff/system",
  title: "System",
  preload: (_, query) => [preload(systemRoute, {}, readSystemView(query))],
});
