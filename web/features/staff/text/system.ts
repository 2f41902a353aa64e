import type { DatabaseName } from "#domain/database-names.ts";
import type { HealthState } from "#domain/health/api.ts";
import type { ErrorKind, ErrorState } from "#domain/system/errors.ts";
import type { BacklogName, Fullness, QueueName } from "#domain/system/problems.ts";
import type { ScheduleJob } from "#domain/system/schedule.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

const jobs: Record<ScheduleJob, string> = {
  id_sequences: "Check that no id is used twice",
  effects: "Carry effects between databases",
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
  ledger_folds: "Fold old XP",
  level_files: "Delete files of levels that aren't used",
  backups: "Start the nightly backup",
  follower_notices: "Notify followers of new levels",
  deleted_accounts: "Finish account deletions",
  exports: "Delete expired data packages",
  mails: "Send mail",
  presence: "Refresh presence",
  notifications: "Deliver notifications",
};

const backlogs: Record<BacklogName, string> = {
  mails: "Mails",
  notices: "Notifications",
  level_pictures: "Pictures of levels",
  item_pictures: "Pictures of items",
  outfit_pictures: "Pictures of outfits",
  bopi_pictures: "Pictures of bopis",
  runs: "Runs to check",
  clear_checks: "Clears of builders to check",
  exports: "Data exports",
  takedowns: "Rejected items to remove from bopis",
  achievements: "Achievements to award",
  pushes: "Push messages",
};

const queues: Record<QueueName, string> = {
  renders: "Pictures of bopis, outfits and items",
  drawings: "Pictures of levels",
  exports: "Data exports",
  runs: "Runs and clears to check",
  pushes: "Push messages",
};

const kinds: Record<ErrorKind, string> = {
  server: "Server",
  background: "Background",
  script: "Script",
  chunk: "Missing code",
  asset: "Missing file",
  csp: "Blocked by policy",
};

const kindProblems: Partial<Record<string, string>> = {
  server: "Requests fail with a server error",
  background: "Background work fails",
  chunk: "Browsers can't load some of the site's code",
};

const states: Record<ErrorState, string> = { open: "Open", resolved: "Resolved", ignored: "Ignored" };

const fullnessProblems: Record<Exclude<Fullness, "ok">, string> = {
  warning: "The database is more than 70% full",
  critical: "The database is more than 85% full",
};

const OTHER_DATABASES: Record<DatabaseName, string> = {
  main: "Main database",
  forum: "Database of the forums",
  play: "Database of play data",
};

export const systemText = {
  title: "System",
  loading: "Loading the state of the site",
  allWell: "Everything works.",
  problems: (count: number) => formatCount(count, "problem"),
  problemsNav: "Problems",
  updated: "Updated",
  outdated: "These figures are outdated. The site doesn't respond right now.",
  version: (version: string, commit: string | null) => `Version ${version}${commit ? ` (${commit})` : ""}`,
  migration: (name: string) => `newest migration ${name.replace(/\.sql$/, "")}`,
  health: "Health",
  healthStates: { ok: "OK", degraded: "Degraded", down: "Down" } satisfies Record<HealthState, string>,
  healthProblem: (name: string) => `Health check: ${name}`,
  jobProblem: (job: ScheduleJob) => `A scheduled job failed or is late: ${jobs[job]}`,
  backlogProblem: (name: BacklogName) => `Waiting for too long: ${backlogs[name]}`,
  kindProblems,
  fullnessProblems,
  errors: "Errors",
  errorsIntro: "Grouped. A resolved error shows again when it happens again; an ignored one doesn't.",
  errorStates: "Errors by state",
  states,
  kinds,
  kind: "Kind",
  allKinds: "All kinds",
  noErrors: {
    open: "No open errors.",
    resolved: "No resolved errors.",
    ignored: "No ignored errors.",
  } satisfies Record<ErrorState, string>,
  noErrorsText: "Errors of the worker and of browsers from the last 30 days show here.",
  showOpen: "Show open errors",
  home: "Staff overview",
  times: (count: number) => formatCount(count, "time"),
  lastAt: "Last",
  firstAt: "First",
  onPage: (page: string) => `on ${page}`,
  inVersion: (version: string) => `version ${version}`,
  stack: "Stack",
  requests: "Request ids for the log",
  resolve: "Resolve",
  ignore: "Ignore",
  reopen: "Reopen",
  actionOf: (action: string, message: string) => `${action}: ${message}`,
  hoursChart: "Last 24 hours",
  hours: "Hours",
  serverErrors: "Server errors",
  otherErrors: "Other errors",
  noHours: "No errors in the last 24 hours.",
  hourLabel: (time: string, server: number, others: number) =>
    `${time}: ${formatCount(server, "server error")}, ${formatCount(others, "other error")}`,
  hoursSummary: (server: number, others: number) =>
    `${formatCount(server, "server error")} and ${formatCount(others, "other error")} in 24 hours`,
  backlogs: "Backlogs",
  backlogsIntro: "What waits to be done in the background. Usually it takes seconds.",
  backlogNames: backlogs,
  columns: ["Work", "Waiting", "Oldest", "State"],
  deadLetters: "Given up in the last 30 days",
  deadLetterColumns: ["Queue", "Jobs", "Last"],
  noDeadLetters: "No job was given up in the last 30 days.",
  queues,
  countMax: (count: number) => `${formatNumber(count)} or more`,
  nothing: "–",
  late: "Late",
  onTime: "OK",
  database: "Database",
  otherDatabase: (name: DatabaseName) => OTHER_DATABASES[name],
  databaseUse: (used: string, limit: string, percent: string) => `${used} of ${limit} (${percent})`,
  databaseIds: "Ids handed out",
  readOnly: "Read-only mode",
  readOnlyOn: "On: the site saves nothing that people do.",
  readOnlyOff: "Off: the site saves everything.",
  readOnlyFixed: "The variable READ_ONLY turned it on.",
  turnReadOnlyOn: "Turn on",
  turnReadOnlyOff: "Turn off",
  readOnlyTitle: "Turn on read-only mode?",
  readOnlyText:
    "No one can save anything until you turn it off: no levels, purchases, posts or new accounts.",
  jobsHeading: "Scheduled jobs",
  jobsIntro: "They run every 5 minutes. A job that fails doesn't stop the others and runs again next time.",
  jobs,
  healthy: "OK",
  unhealthy: "Needs attention",
  succeeded: "Last success",
  neverSucceeded: "Has never succeeded",
  took: (ms: number) => `Took ${formatNumber(ms)} ms`,
  lastError: "Last error",
} as const;
