import { Database, sql, statement } from "#db/database.ts";
import { withTimeLimit } from "#db/time-limit.ts";
import { newYorkDay } from "#domain/new-york.ts";
import { SCHEDULE_JOBS, type ScheduleJob } from "#domain/system/schedule.ts";
import { awardAchievements, backfillAchievements, defineAchievements } from "./achievements/award.ts";
import { sweepClearChecks } from "./build/check-clears.ts";
import { payDailyCoins } from "./daily/coins.ts";
import { notifyFollowers } from "./follows/notify-followers.ts";
import { sweepBilling } from "./gold/sync.ts";
import { deleteOldDeadLetters } from "./health/heartbeats.ts";
import { deleteOldErrors } from "./http/error-log.ts";
import { deleteOldKeyedCalls } from "./http/keyed-calls.ts";
import { logError, logJob } from "./http/log.ts";
import { isReadOnly } from "./http/read-only.ts";
import { syncSequences } from "./ids/commands.ts";
import { runTakedowns } from "./items/takedowns.ts";
import { fingerprintItems } from "./items/texture-fingerprint.ts";
import { foldXp } from "./ledger/fold-xp.ts";
import { sweepFiles } from "./levels/sweep-files.ts";
import { allPresenceStubs, backupStub } from "./live/stubs.ts";
import { deleteOldMails, sendMails } from "./mail/send.ts";
import { deleteOldRemovals } from "./moderation/removals.ts";
import { deliverNotices } from "./notifications/queue.ts";
import { OUTBOXES, openDatabases, relayFully } from "./outbox/relay.ts";
import { sweepLookPictures } from "./render/look-picture.ts";
import { sweepRenders } from "./render/sweep.ts";
import { deleteRemovals } from "./room/routes.ts";
import { sweepRuns } from "./runs/sweep.ts";
import { cleanUpDeletedAccounts } from "./settings/delete-routes.ts";
import { sweepExports } from "./settings/export/commands.ts";
import { addStarterItems } from "./starter/add-starter-items.ts";
import { expireDays } from "./statistics/expire.ts";

const MAX_PASSES = 200;
/** Repeated texts are detected within a day. */
const FINGERPRINT_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Hosts can repeat a call for a day; later only best times and counts matter. Inputs have their own job. */
const RUN_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_RUNS = 5_000;

/** A job that takes longer counts as failed. All jobs fit into the 15 minutes of a scheduled run. */
const JOB_LIMIT_MS = 60 * 1000;
const MAX_ERROR_LENGTH = 500;

type Job = (env: Env, now: number) => Promise<unknown>;

async function deleteExpired(env: Env, now: number): Promise<void> {
  await new Database(env.DB).batch(
    {
      sessions: statement`delete from sessions where expires_at <= ${now}`,
      tokens: statement`delete from tokens where expires_at <= ${now}`,
      mails: deleteOldMails(now),
      fingerprints: statement`delete from post_fingerprints where created_at < ${now - FINGERPRINT_LIFETIME_MS}`,
      levelRemovals: deleteRemovals(now),
      removals: deleteOldRemovals(now),
      errors: deleteOldErrors(now),
      deadLetters: deleteOldDeadLetters(now),
      keyedCalls: deleteOldKeyedCalls(now),
      ratingDays: statement`delete from rating_days where day < ${newYorkDay(now)}`,
    },
    { idempotent: true },
  );
  await new Database(env.DB_FORUM, undefined, { name: "forum" }).all(deleteOldKeyedCalls(now), {
    idempotent: true,
  });
  await new Database(env.DB_PLAY, undefined, { name: "play" }).all(
    statement`delete from runs where id in (select id from runs indexed by runs_expired
      where log is null and state <> 'flagged' and created_at < ${now - RUN_LIFETIME_MS} order by created_at limit ${sql.raw(String(MAX_RUNS))})`,
    { idempotent: true },
  );
}

async function updateAchievements(env: Env): Promise<void> {
  const db = new Database(env.DB);
  await defineAchievements(db);
  // These passes cover 400,000 users; the next run continues from there.
  for (let pass = 0; pass < MAX_PASSES && (await backfillAchievements(db)); pass++);
}

const JOBS: Record<ScheduleJob, Job> = {
  // First, because the other jobs insert rows.
  id_sequences: (env) => syncSequences(env, openDatabases(env)),
  effects: async (env, now) => {
    const databases = openDatabases(env);
    for (const outbox of OUTBOXES) await relayFully(databases, outbox, now);
  },
  expired_rows: deleteExpired,
  recent_plays: expireDays,
  achievement_definitions: updateAchievements,
  gold: sweepBilling,
  daily_coins: payDailyCoins,
  achievements: awardAchievements,
  item_takedowns: runTakedowns,
  starter_items: async (env, now) => {
    if (env.STARTER_ITEMS !== "off") await addStarterItems(env, now);
  },
  pictures: async (env, now) => {
    await sweepRenders(env);
    await sweepLookPictures(env, now);
  },
  fingerprints: fingerprintItems,
  runs: async (env, now) => {
    await sweepRuns(env, now);
    await sweepClearChecks(env, now);
  },
  level_files: (env, now) => sweepFiles(env, now),
  deleted_accounts: cleanUpDeletedAccounts,
  exports: sweepExports,
  mails: sendMails,
  // Waking an object in a new process makes it check who is still online.
  presence: (env) => Promise.all(allPresenceStubs(env).map((shard) => shard.wakeUp())),
  follower_notices: notifyFollowers,
  notifications: deliverNotices,
  ledger_folds: foldXp,
  backups: async (env, now) => backupStub(env).startIfDue(now),
};

/** Runs every five minutes, one job after the other. Every job must be safe to run twice or late. Pauses in read-only mode. */
export async function runSchedule(env: Env, limit = JOB_LIMIT_MS): Promise<void> {
  if (await isReadOnly(env, Date.now())) return;
  for (const job of SCHEDULE_JOBS) await runJob(env, job, limit);
}

/** Runs a job, logs it and stores the result. Never throws, so the next jobs run in any case. */
async function runJob(env: Env, job: ScheduleJob, limit: number): Promise<void> {
  const started = Date.now();
  let error: string | null = null;
  try {
    await withTimeLimit(limit, JOBS[job](env, started));
  } catch (reason) {
    error = String(reason).slice(0, MAX_ERROR_LENGTH);
    logError("job failed", { job }, reason);
  }
  const ended = Date.now();
  if (error === null) logJob(env, job, ended - started);
  try {
    await new Database(env.DB).all(
      statement`insert into schedule_runs (job, took_ms, succeeded_at, failed_at, error)
        values (${job}, ${ended - started}, ${error === null ? ended : null}, ${error === null ? null : ended}, ${error})
        on conflict (job) do update set took_ms = excluded.took_ms,
          succeeded_at = coalesce(excluded.succeeded_at, succeeded_at),
          failed_at = coalesce(excluded.failed_at, failed_at), error = coalesce(excluded.error, error)`,
      { idempotent: true },
    );
  } catch (reason) {
    logError("job not recorded", { job }, reason);
  }
}
