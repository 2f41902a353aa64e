import { type Columns, Database, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { withTimeLimit } from "#db/time-limit.ts";
import { logError } from "../http/log.ts";
import type { MailRetry } from "./mail-retry.ts";

export const MAX_ATTEMPTS = 12;
const BATCH_SIZE = 50;
/** How long a sender has exclusive hold of a message, in milliseconds. */
const CLAIM_MS = 5 * 60 * 1000;
/** A mail service that takes longer has refused the mail. */
const SEND_LIMIT_MS = 15 * 1000;
/** After so many failures in a row the service is away, and the other mails wait without using up a try. */
const MAX_FAILURES = 2;
/** The first tries follow soon, so a short outage is over for everyone within a minute. */
const SOON_ATTEMPTS = 3;
const RETRY_SOON_MS = 45 * 1000;
const RETRY_LATER_MS = 5 * 60 * 1000;

/** How long a failed mail waits for its next try, in milliseconds, by its `attempts`. */
export const retryDelay = sql.raw(
  `case when attempts <= ${SOON_ATTEMPTS} then ${RETRY_SOON_MS} else ${RETRY_LATER_MS} end`,
);

export type Mail = Columns<"mails", "recipient" | "subject" | "body">;

/**
 * Returns the statement that queues a mail, for the batch with the event itself, so both are written or
 * neither. `when` is a condition.
 */
export function queueMail({ recipient, subject, body }: Mail, now: number, when: SQL = sql`true`): Statement {
  return statement`insert into mails (recipient, subject, body, created_at)
    select ${recipient}, ${subject}, ${body}, ${now} where ${when}`;
}

type Unsent = Mail & Columns<"mails", "id">;

/**
 * Sends queued mails. Without a mail binding (on a fresh machine), they stay readable at /dev/outbox. A mail
 * is marked as sent afterwards, so a crash in between sends it twice rather than never. Failed mails are tried again.
 */
export async function sendMails(env: Env, now: number): Promise<void> {
  const { MAIL, MAIL_FROM } = env;
  if (!MAIL || !MAIL_FROM) return;
  const db = new Database(env.DB);
  // Claimed in the same statement, so concurrent senders never take the same mails.
  const unsent = await db.all(
    statement<Unsent>`update mails set attempts = attempts + 1, claimed_until = ${now + CLAIM_MS} where id in (
      select id from mails where sent_at is null and attempts < ${MAX_ATTEMPTS} and claimed_until <= ${now}
      order by created_at limit ${BATCH_SIZE}) returning id, recipient, subject, body`,
  );
  const failed: number[] = [];
  let failures = 0;
  while (unsent.length > 0 && failures < MAX_FAILURES) {
    const mail = unsent.shift() as Unsent;
    try {
      const { recipient: to, subject, body: text } = mail;
      await withTimeLimit(SEND_LIMIT_MS, MAIL.send({ from: MAIL_FROM, to, subject, text }));
      failures = 0;
      await db.all(statement`update mails set sent_at = ${now} where id = ${mail.id}`, {
        idempotent: true,
      });
    } catch (error) {
      logError("mail failed", { mail: mail.id }, error);
      failed.push(mail.id);
      failures++;
    }
  }
  if (failed.length > 0) await retryLater(env, db, { failed, untried: unsent.map(({ id }) => id), now });
}

interface Unfinished {
  failed: number[];
  untried: number[];
  now: number;
}

/** Frees the mails and starts the next try when they are due. If that fails, the schedule tries again after their claim. */
async function retryLater(env: Env, db: Database, { failed, untried, now }: Unfinished): Promise<void> {
  try {
    await db.batch({
      failed: statement`update mails set claimed_until = ${now} + ${retryDelay}
        where id in (select value from json_each(${JSON.stringify(failed)}))`,
      untried: statement`update mails set claimed_until = 0, attempts = attempts - 1
        where id in (select value from json_each(${JSON.stringify(untried)}))`,
    });
    const message: MailRetry = { retry_mails: true };
    await env.PUSHES.send(message, { delaySeconds: RETRY_SOON_MS / 1000 });
  } catch (error) {
    logError("mails not freed", { failed: failed.length }, error);
  }
}
