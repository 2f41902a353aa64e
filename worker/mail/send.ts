import { type SQL, sql } from "drizzle-orm";
import { Database, type Statement, statement } from "#db/client.ts";
import type { Env } from "../env.ts";
import { logError } from "../http/log.ts";

const MOST_ATTEMPTS = 10;
const AT_ONCE = 50;
/** Milliseconds a message is left to whoever took it. */
const CLAIM = 5 * 60 * 1000;

export interface Mail {
  recipient: string;
  subject: string;
  body: string;
}

/**
 * The statement that puts a message in the outbox: in the same batch as what it tells of, so neither is without the other.
 * `when` is a condition under which it takes effect.
 */
export function queueMail({ recipient, subject, body }: Mail, now: number, when: SQL = sql`true`): Statement {
  return statement(sql`insert into mails (recipient, subject, body, created_at)
    select ${recipient}, ${subject}, ${body}, ${now} where ${when}`);
}

interface Unsent extends Mail {
  id: number;
}

/**
 * Sends what waits in the outbox. Without a mail binding (a fresh machine) messages stay there to be read at /dev/outbox.
 * A message is marked after it was taken, so a crash in between sends it again rather than never.
 */
export async function sendMails(env: Env, now: number): Promise<void> {
  const { MAIL, MAIL_FROM } = env;
  if (!MAIL || !MAIL_FROM) return;
  const db = new Database(env.DB);
  // Taken and claimed in one statement, so that two that send at once do not take the same.
  const unsent = await db.all(
    statement<Unsent>(sql`update mails set attempts = attempts + 1, claimed_until = ${now + CLAIM} where id in (
      select id from mails where sent_at is null and attempts < ${MOST_ATTEMPTS} and claimed_until <= ${now}
      order by created_at limit ${AT_ONCE}) returning id, recipient, subject, body`),
  );
  for (const mail of unsent) {
    try {
      await MAIL.send({ from: MAIL_FROM, to: mail.recipient, subject: mail.subject, text: mail.body });
      await db.all(statement(sql`update mails set sent_at = ${now} where id = ${mail.id}`));
    } catch (error) {
      logError("mail failed", { mail: mail.id }, error);
    }
  }
}
