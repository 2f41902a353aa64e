import { sql } from "drizzle-orm";
import { Database, select } from "#db/client.ts";
import { awardAchievements } from "./achievements/award.ts";
import { defineAchievements, lookBack } from "./achievements/define.ts";
import { sweepBilling } from "./billing/sweep.ts";
import { payDailyCoins } from "./daily/coins.ts";
import type { Env } from "./env.ts";
import { keepSequences } from "./ids/commands.ts";
import { sweepPrints } from "./items/review-prints.ts";
import { runTakedowns } from "./items/review-takedown.ts";
import { allPresence } from "./live/stubs.ts";
import { sendMails } from "./mail/send.ts";
import { deliverNotices } from "./notifications/queue.ts";
import { sweepRenders } from "./render/sweep.ts";
import { endDeleted } from "./settings/delete-routes.ts";
import { sweepExports } from "./settings/export/sweep.ts";

const MOST_PASSES = 200;
/** The same text is looked for within a day. */
const PRINTS_KEPT = 24 * 60 * 60 * 1000;
const MAIL_KEPT = 30 * 24 * 60 * 60 * 1000;
/** A call of a host is known by its run for a day at least; afterwards best times and counts are all that is needed. */
const RUNS_KEPT = 30 * 24 * 60 * 60 * 1000;
const MOST_RUNS = 5_000;

/** What runs every five minutes: everything here may run twice or late without harm. */
export async function runSchedule(env: Env): Promise<void> {
  const now = Date.now();
  const db = new Database(env.DB);
  // First: what follows makes rows.
  await keepSequences(env, db);
  await db.batch([
    select(sql`delete from sessions where expires_at <= ${now}`),
    select(sql`delete from tokens where expires_at <= ${now}`),
    select(sql`delete from mails where sent_at is not null and created_at < ${now - MAIL_KEPT}`),
    select(sql`delete from prints where created_at < ${now - PRINTS_KEPT}`),
    select(sql`delete from runs where id in (select id from runs indexed by runs_old
      where state <> 'aside' and created_at < ${now - RUNS_KEPT} order by created_at limit ${sql.raw(String(MOST_RUNS))})`),
  ]);
  await defineAchievements(db);
  // So many passes look at 400,000 people; the next run goes on from there.
  for (let pass = 0; pass < MOST_PASSES && (await lookBack(db)); pass++);
  // Who has Gold is known before its coins are paid.
  await sweepBilling(env, now);
  await payDailyCoins(env, now);
  await awardAchievements(env);
  await runTakedowns(env);
  await sweepRenders(env);
  await sweepPrints(env);
  await endDeleted(env, now);
  await sweepExports(env, now);
  await sendMails(env, now);
  // An object in a new process asks who is still there as soon as it wakes.
  await Promise.all(allPresence(env).map((shard) => shard.wakeUp()));
  await deliverNotices(env);
}
