import { type Columns, Database, first, type Statement, statement } from "#db/database.ts";
import { isPushEndpoint, isQuiet } from "#domain/push/rules.ts";
import { assetUrl } from "../assets/store.ts";
import { logError } from "../http/log.ts";
import { hubStub } from "../live/stubs.ts";
import type { MailRetry } from "../mail/mail-retry.ts";
import { sendMails } from "../mail/send.ts";
import { retryMessage } from "../send-all.ts";
import { encryptPush } from "./encrypt-push.ts";
import type { PushJob } from "./job.ts";
import { pushStandIn, quietHours, settingsQuery } from "./routes.ts";
import { vapidHeader } from "./vapid.ts";

/** How long a push service keeps a message for a device that is off. */
const TTL_S = 24 * 60 * 60;
const MAX_ATTEMPTS = 5;
const FIRST_RETRY_S = 30;
const TIMEOUT_MS = 10_000;
const RETRY_SECONDS = 30;

type SubscriptionRow = Columns<"push_subscriptions", "id" | "endpoint" | "p256dh" | "auth">;
interface ActorRow extends Columns<"users", "username" | "headshot"> {
  blocked: 0 | 1;
}

type Job = PushJob | MailRetry;

/** Sends the queued push messages, and mails that are due again. */
export async function consumePushes(batch: MessageBatch<Job>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    const { body } = message;
    try {
      if ("retry_mails" in body) await sendMails(env, Date.now());
      else await sendPush(env, body, Date.now());
      message.ack();
    } catch (error) {
      logError("push failed", "retry_mails" in body ? body : { user: body.user_id }, error);
      retryMessage(message, RETRY_SECONDS);
    }
  }
}

const subscriptionsQuery = (userId: number, now: number): Statement<SubscriptionRow> =>
  statement`select p.id, p.endpoint, p.p256dh, p.auth from push_subscriptions p
    join sessions s on s.id = p.session_id and s.expires_at > ${now}
    join users u on u.id = p.user_id and u.deleted_at is null
      and (u.banned_at is null or u.banned_until <= ${now})
    where p.user_id = ${userId}`;

/** The notification that a device shows. It names the sender, but never what they wrote. */
function notificationOf({ kind, title, url, tag }: PushJob, actor: ActorRow | undefined) {
  const name = actor?.username ?? "Someone";
  const icon = actor?.headshot ? assetUrl(actor.headshot) : "/static/icon-192.png";
  const texts = {
    chat: { title: name, body: "sent you a message" },
    buddy_request: { title: name, body: "wants to be your buddy" },
    sale: { title: "You made a sale", body: `${name} got ${title}` },
  };
  return { ...texts[kind], url, tag, icon };
}

/** Sends a push, unless seen, turned off or quiet. Retries failed devices, deletes missing ones. */
export async function sendPush(env: Env, job: PushJob, now: number): Promise<void> {
  const db = new Database(env.DB);
  const { user_id, kind } = job;
  const { settings, all, actor } = await db.batch({
    settings: first(settingsQuery(user_id)),
    all: subscriptionsQuery(user_id, now),
    actor: first<ActorRow>`select a.username, a.headshot, exists (select 1 from blocks b
        where (b.user_id = ${user_id} and b.blocked_id = a.id) or (b.user_id = a.id and b.blocked_id = ${user_id})) as blocked
      from users a where a.id = ${job.actor} and a.deleted_at is null`,
  });
  if (all.length === 0) return hubStub(env, user_id).setPush(false);
  const quiet = quietHours(settings);
  if (settings?.[kind] === 0 || (quiet && isQuiet(quiet, now))) return;
  if (job.actor !== null && (!actor || actor.blocked)) return;
  if (await hubStub(env, user_id).hasPages()) return;
  const subscriptions = job.only ? all.filter(({ id }) => job.only?.includes(id)) : all;
  const text = JSON.stringify(notificationOf(job, actor));
  const results = await Promise.all(
    subscriptions.map(async (one) => ({ id: one.id, result: await sendTo(env, one, job, text, now) })),
  );
  const ids = (wanted: Result) => results.filter(({ result }) => result === wanted).map(({ id }) => id);
  await db.batch(
    {
      ended: statement`delete from push_subscriptions where id in (select value from json_each(${JSON.stringify(ids("ended"))}))`,
      delivered: statement`update push_subscriptions set last_ok_at = ${now}
        where id in (select value from json_each(${JSON.stringify(ids("sent"))}))`,
    },
    { idempotent: true },
  );
  await retryLater(env, job, ids("failed"));
}

async function retryLater(env: Env, job: PushJob, only: number[]): Promise<void> {
  const attempt = (job.attempt ?? 0) + 1;
  if (only.length === 0 || attempt >= MAX_ATTEMPTS) return;
  await env.PUSHES.send({ ...job, only, attempt }, { delaySeconds: FIRST_RETRY_S * 4 ** (attempt - 1) });
}

type Result = "sent" | "ended" | "failed" | "rejected";

async function sendTo(
  env: Env,
  { endpoint, p256dh, auth }: SubscriptionRow,
  { tag, kind }: PushJob,
  text: string,
  now: number,
): Promise<Result> {
  // Checked again: the list of services may have changed since.
  if (!isPushEndpoint(endpoint, pushStandIn(env))) return "ended";
  try {
    const { status } = await fetch(endpoint, {
      method: "POST",
      body: await encryptPush(text, { p256dh, auth }),
      headers: {
        Authorization: await vapidHeader(env, endpoint, now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        TTL: String(TTL_S),
        Urgency: kind === "chat" ? "high" : "normal",
        // A newer message replaces one that waits. At most 32 characters (RFC 8030, section 5.4).
        Topic: Buffer.from(tag).toString("base64url").slice(0, 32),
      },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status >= 200 && status < 300) return "sent";
    if (status === 404 || status === 410) return "ended";
    return status === 429 || status >= 500 ? "failed" : "rejected";
  } catch {
    return "failed";
  }
}
