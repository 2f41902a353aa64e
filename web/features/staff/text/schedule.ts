import type { ScheduleJob } from "#domain/staff/schedule.ts";
import { formatNumber } from "#web/lib/format.ts";

const jobs: Record<ScheduleJob, string> = {
  id_sequences: "Check that no id is used twice",
  expired_rows: "Delete expired rows",
  recent_plays: "Update Most Popular",
  achievement_definitions: "Update achievements",
  gold: "Check Gold with Stripe",
  daily_coins: "Pay daily coins",
  achievements: "Award achievements",
  item_takedowns: "Remove rejected items from bopis",
  starter_items: "Add missing starter items",
  pictures: "Render missing pictures",
  fingerprints: "Fingerprint item textures",
  runs: "Check waiting runs and delete old ones",
  follower_notices: "Notify followers of new levels",
  deleted_accounts: "Finish account deletions",
  exports: "Delete expired data packages",
  mails: "Send mail",
  presence: "Refresh presence",
  notifications: "Deliver notifications",
};

/** Strings of the schedule page. */
export const scheduleText = {
  title: "Schedule",
  intro: "These jobs run every 5 minutes. A job that fails doesn't stop the others and runs again next time.",
  loading: "Loading the schedule",
  jobs,
  healthy: "OK",
  unhealthy: "Needs attention",
  succeeded: "Last success",
  neverSucceeded: "Has never succeeded",
  took: (ms: number) => `Took ${formatNumber(ms)} ms`,
  lastError: "Last error",
} as const;
