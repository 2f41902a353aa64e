import { type SQL, sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { Database, type Statement, statement } from "#db/database.ts";
import type { mails } from "#db/schema/index.ts";
import type { Env } from "../env.ts";
import { logError } from "../http/log.ts";

const MAX_ATTEMPTS = 10;
const BATCH_SIZE = 50;
/** How long a sender has exclusive hold of a message, in milliseconds. */
const CLAIM_MS = 5 * 60 * 1000;

export type Mail = Columns<typeof mails, "recipient" | "subject" | "body">;

/**
 * Returns the statement that queues a mail, for the batch with the event itself, so both are written or
 * neither. `when` is a condition.
 */
export function queueMail({ recipient, subject, body }: Mail, now: number, when: SQL = sql`true`): Statement {
  return statement(sql`insert into mails (recipient, subject, body, created_at)
    select ${recipient}, ${subject}, ${body}, ${now} where ${when}`);
}

type Unsent = Mail & Columns<typeof mails, "id">;

/**
 * Sends queued mails. Without a mail binding (on a fresh machine), they stay readable at /dev/outbox. A mail
 * is marked as sent afterwards, so a crash in between sends it twice rather than never.
 */
export async function sendMails(env: Env, now: number): Promise<void> {
  const { MAIL, MAIL_FROM } = env;
  if (!MAIL || !MAIL_FROM) return;
  const db = new Database(env.DB);
  // Claimed in the same statement, so concurrent senders never take the same mails.
  const unsent = await db.all(
    statement<Unsent>(sql`update mails set attempts = attempts + 1, claimed_until = ${now + CLAIM_MS} where id in (
      select id from mails where sent_at is null and attempts < ${MAX_ATTEMPTS} and claimed_until <= ${now}
      order by created_at limit ${BATCH_SIZE}) returning id, recipient, subject, body`),
  );
  for (const mail of unsent) {
    try {
      await MAIL.send({ from: MAIL_FROM, to: mail.recipient, subject: mail.subject, text: mail.body });
      await db.all(statement(sql`update mails set sent_at = ${now} where id = ${mail.id}`), {
        idempotent: true,
      });
    } catch (error) {
      logError("mail failed", { mail: mail.id }, error);
    }
  }
}
