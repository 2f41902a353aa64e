export const SCHEDULE_JOBS = [
  "id_sequences",
  // Before achievements and notifications, which effects add to.
  "effects",
  "expired_rows",
  "recent_plays",
  "achievement_definitions",
  // Before daily_coins, which depends on it.
  "gold",
  "daily_coins",
  "achievements",
  "item_takedowns",
  // Before pictures and fingerprints, which the new items need.
  "starter_items",
  "pictures",
  "fingerprints",
  "runs",
  "level_files",
  "deleted_accounts",
  "exports",
  "mails",
  "presence",
  // Before notifications, which delivers them.
  "follower_notices",
  "notifications",
  "ledger_folds",
  "backups",
] as const;
export type ScheduleJob = (typeof SCHEDULE_JOBS)[number];

/** The duration of 3 runs. */
const OVERDUE_MS = 15 * 60 * 1000;

/** A job's latest runs; times are milliseconds since 1970. */
export interface JobRuns {
  succeeded_at: number | null;
  failed_at: number | null;
}

/** Whether a job's latest run succeeded recently. */
export const isHealthy = ({ succeeded_at, failed_at }: JobRuns, now: number): boolean =>
  succeeded_at !== null &&
  now - succeeded_at < OVERDUE_MS &&
  (failed_at === null || failed_at < succeeded_at);
