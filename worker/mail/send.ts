import { type Columns, Database, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { withTimeLimit } from "#db/time-limit.ts";
import { SITE } from "#domain/site.ts";
import { logError } from "../http/log.ts";
import type { MailRetry } from "./mail-retry.ts";

/** The site's mails. URLs are absolute, because mails are read outside the site. */
export function verificationMail(recipient: string, username: string, origin: string, token: string): Mail {
  return {
    recipient,
    subject: `Confirm your email address for ${SITE.name}`,
    body: `Hi ${username},

Open this link to confirm that this email address is yours:

${origin}/email/verify/${token}

It works for 3 days. If you don't have an account on ${SITE.name}, ignore this email.
`,
  };
}

export function resetMail(recipient: string, username: string, origin: string, token: string): Mail {
  return {
    recipient,
    subject: `Choose a new password for ${SITE.name}`,
    body: `Hi ${username},

Someone, hopefully you, asked for a new password. Choose one here within an hour:

${origin}/reset-password/${token}

If it wasn't you, ignore this email. Your password stays the same.
`,
  };
}

/** Informs an address that it no longer belongs to the account, with a link to revert the change. */
export function emailChangedMail(recipient: string, username: string, origin: string, token: string): Mail {
  return {
    recipient,
    subject: `Your ${SITE.name} account has a new email address`,
    body: `Hi ${username},

Your account has a new email address now. It no longer uses this one.

If it wasn't you, undo the change within 7 days:

${origin}/email/revert/${token}

That also signs out every browser and lets you choose a new password.
`,
  };
}

/** The user needs this mail to sign in: their old username no longer works. */
export function renamedMail(
  recipient: string,
  { former, username, reason }: { former: string; username: string; reason: string },
  origin: string,
): Mail {
  return {
    recipient,
    subject: `Your ${SITE.name} username has changed`,
    body: `Hi ${username},

Our staff changed your username from ${former} to ${username}. Sign in with the new one from now on.

Reason: ${reason}

${origin}/users/${username}
`,
  };
}

export function exportReadyMail(recipient: string, username: string, origin: string): Mail {
  return {
    recipient,
    subject: `Your ${SITE.name} data is ready`,
    body: `Hi ${username},

The copy of your data you asked for is ready. Download it from your settings within 7 days:

${origin}/settings/account

If it wasn't you, choose a new password there.
`,
  };
}

export function accountDeletedMail(recipient: string, username: string): Mail {
  return {
    recipient,
    subject: `Your ${SITE.name} account is deleted`,
    body: `Hi ${username},

Your account was deleted, as you requested. This is the last email to this address.

Thank you for playing.
`,
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Links in mails work for a week at most. */
const MAIL_LIFETIME_MS = 30 * DAY_MS;
/** No one waits for a mail after a year, and without a mail service it would never be sent. */
const WAITING_LIFETIME_MS = 365 * DAY_MS;

/** Deletes mails a month after they were sent or given up, and those that have waited for a year. */
export const deleteOldMails = (now: number): Statement[] => [
  statement`delete from mails where sent_at is not null and created_at < ${now - MAIL_LIFETIME_MS}`,
  statement`delete from mails where sent_at is null and (attempts >= ${MAX_ATTEMPTS} or created_at < ${now - WAITING_LIFETIME_MS})
    and created_at < ${now - MAIL_LIFETIME_MS}`,
];

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

/** Queues a mail if `when`, in the batch of the event itself, so both are written or neither. */
export function queueMail({ recipient, subject, body }: Mail, now: number, when: SQL = sql`true`): Statement {
  return statement`insert into mails (recipient, subject, body, created_at)
    select ${recipient}, ${subject}, ${body}, ${now} where ${when}`;
}

type Unsent = Mail & Columns<"mails", "id">;

/** Sends queued mails; without a binding they stay at /dev/outbox. A crash sends twice rather than never. */
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

/** Frees the mails and starts the next try when they are due. If that fails, the schedule tries again after their claim. */
async function retryLater(
  env: Env,
  db: Database,
  { failed, untried, now }: { failed: number[]; untried: number[]; now: number },
): Promise<void> {
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
