import { sql } from "drizzle-orm";
import { Database, statement } from "#db/client.ts";
import { newYorkDay } from "#domain/new-york.ts";
import { SCHEDULE_JOBS, type ScheduleJob } from "#domain/staff/schedule.ts";
import { awardAchievements } from "./achievements/award.ts";
import { defineAchievements, lookBack } from "./achievements/define.ts";
import { sweepBilling } from "./billing/sweep.ts";
import { payDailyCoins } from "./daily/coins.ts";
import type { Env } from "./env.ts";
import { logError, logJob } from "./http/log.ts";
import { keepSequences } from "./ids/commands.ts";
import { sweepPrints } from "./items/review-prints.ts";
import { runTakedowns } from "./items/review-takedown.ts";
import { allPresence } from "./live/stubs.ts";
import { sendMails } from "./mail/send.ts";
import { deliverNotices } from "./notifications/queue.ts";
import { sweepRenders } from "./render/sweep.ts";
import { endDeleted } from "./settings/delete-routes.ts";
import { sweepExports } from "./settings/export/sweep.ts";
import { expireDays } from "./statistics/expire.ts";

const MOST_PASSES = 200;
/** The same text is looked for within a day. */
const PRINTS_KEPT = 24 * 60 * 60 * 1000;
const MAIL_KEPT = 30 * 24 * 60 * 60 * 1000;
/** A call of a host is known by its run for a day at least; afterwards best times and counts are all that is needed. */
const RUNS_KEPT = 30 * 24 * 60 * 60 * 1000;
const MOST_RUNS = 5_000;

/** A job that takes longer counts as failed and no longer delays the next ones. All jobs fit into a run's 15 minutes. */
const JOB_LIMIT_MS = 60 * 1000;
const MOST_ERROR = 500;

type Job = (env: Env, now: number) => Promise<unknown>;

async function deleteExpired(env: Env, now: number): Promise<void> {
  await new Database(env.DB).batch([
    statement(sql`delete from sessions where expires_at <= ${now}`),
    statement(sql`delete from tokens where expires_at <= ${now}`),
    statement(sql`delete from mails where sent_at is not null and created_at < ${now - MAIL_KEPT}`),
    statement(sql`delete from prints where created_at < ${now - PRINTS_KEPT}`),
    statement(sql`delete from rating_days where day < ${newYorkDay(now)}`),
    statement(sql`delete from runs where id in (select id from runs indexed by runs_old
      where state <> 'aside' and created_at < ${now - RUNS_KEPT} order by created_at limit ${sql.raw(String(MOST_RUNS))})`),
  ]);
}

async function updateAchievements(env: Env): Promise<void> {
  const db = new Database(env.DB);
  await defineAchievements(db);
  // So many passes look at 400,000 people; the next run goes on from there.
  for (let pass = 0; pass < MOST_PASSES && (await lookBack(db)); pass++);
}

const JOBS: Record<ScheduleJob, Job> = {
  // First: the others make rows.
  id_sequences: (env) => keepSequences(env, new Database(env.DB)),
  expired_rows: deleteExpired,
  recent_plays: expireDays,
  achievement_definitions: updateAchievements,
  gold: sweepBilling,
  daily_coins: payDailyCoins,
  achievements: awardAchievements,
  item_takedowns: runTakedowns,
  pictures: sweepRenders,
  fingerprints: sweepPrints,
  deleted_accounts: endDeleted,
  exports: sweepExports,
  mails: sendMails,
  // An object in a new process asks who is still there as soon as it wakes.
  presence: (env) => Promise.all(allPresence(env).map((shard) => shard.wakeUp())),
  notifications: deliverNotices,
};

/** What runs every five minutes, one job after the other: everything here may run twice or late without harm. */
export async function runSchedule(env: Env, limit = JOB_LIMIT_MS): Promise<void> {
  for (const job of SCHEDULE_JOBS) await runJob(env, job, limit);
}

/** Runs a job, logs it and stores how it went. Never throws: the next jobs run whatever happens to this one. */
async function runJob(env: Env, job: ScheduleJob, limit: number): Promise<void> {
  const started = Date.now();
  let error: string | null = null;
  try {
    await within(limit, JOBS[job](env, started));
  } catch (reason) {
    error = String(reason).slice(0, MOST_ERROR);
    logError("job failed", { job }, reason);
  }
  const ended = Date.now();
  if (error === null) logJob(env, job, ended - started);
  try {
    await new Database(env.DB).all(
      statement(sql`insert into schedule_runs (job, took_ms, succeeded_at, failed_at, error)
        values (${job}, ${ended - started}, ${error === null ? ended : null}, ${error === null ? null : ended}, ${error})
        on conflict (job) do update set took_ms = excluded.took_ms,
          succeeded_at = coalesce(excluded.succeeded_at, succeeded_at),
          failed_at = coalesce(excluded.failed_at, failed_at), error = coalesce(excluded.error, error)`),
    );
  } catch (reason) {
    logError("job not recorded", { job }, reason);
  }
}

/** Waits for `work`, but throws after `limit` milliseconds. The work itself is not cancelled. */
async function within(limit: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished after ${limit} ms`)), limit);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
