import { sql } from "drizzle-orm";
import { Database, select } from "#db/client.ts";
import type { Env } from "./env.ts";
import { allPresence } from "./live/stubs.ts";
import { sendMails } from "./mail/send.ts";
import { deliverNotices } from "./notifications/queue.ts";
import { sweepRenders } from "./render/sweep.ts";

const MAIL_KEPT = 30 * 24 * 60 * 60 * 1000;

/** What runs every five minutes: everything here may run twice or late without harm. */
export async function runSchedule(env: Env): Promise<void> {
  const now = Date.now();
  await new Database(env.DB).batch([
    select(sql`delete from sessions where expires_at <= ${now}`),
    select(sql`delete from tokens where expires_at <= ${now}`),
    select(sql`delete from mails where sent_at is not null and created_at < ${now - MAIL_KEPT}`),
  ]);
  await sweepRenders(env);
  await sendMails(env, now);
  // An object in a new process asks who is still there as soon as it wakes.
  await Promise.all(allPresence(env).map((shard) => shard.wakeUp()));
  await deliverNotices(env);
}
