import type { ErrorKind } from "./errors.ts";

export const BACKLOGS = [
  "mails",
  "notices",
  "level_pictures",
  "item_pictures",
  "outfit_pictures",
  "bopi_pictures",
  "runs",
  "clear_checks",
  "exports",
  "takedowns",
  "achievements",
  "pushes",
] as const;
export type BacklogName = (typeof BACKLOGS)[number];

export const QUEUES = ["renders", "drawings", "exports", "runs", "pushes"] as const;
export type QueueName = (typeof QUEUES)[number];

/** A backlog is counted up to this number, so it costs the same with a million rows. */
export const COUNTED = 1_000;

/** Work that waits longer than this is late: usually, everything is done within seconds. */
const LATE_MS = 45_000;

/** Whether something that waits since `oldest` (milliseconds since 1970) is late. */
export const isLate = (oldest: number | null, now: number): boolean =>
  oldest !== null && now - oldest > LATE_MS;

export const FULLNESS = ["ok", "warning", "critical"] as const;
export type Fullness = (typeof FULLNESS)[number];

const WARNING_SHARE = 0.7;
const CRITICAL_SHARE = 0.85;

/** Compares the size of the database with its limit: a warning from 70 %, critical from 85 %. */
export function fullness(bytes: number, limit: number): Fullness {
  const share = bytes / limit;
  return share >= CRITICAL_SHARE ? "critical" : share >= WARNING_SHARE ? "warning" : "ok";
}

/** Parts of the site that can have problems. */
export const PROBLEM_AREAS = ["health", "database", "jobs", "backlogs", "errors"] as const;

/** Errors in this time count as a current problem. */
export const RECENT_MS = 15 * 60 * 1000;

/** Kinds of errors that are problems of the site, rather than of single browsers. */
export const URGENT_KINDS: readonly ErrorKind[] = ["server", "background", "chunk"];
