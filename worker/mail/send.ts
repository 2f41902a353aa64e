import { sql } from "drizzle-orm";
import { Database, type Query, select } from "#db/client.ts";
import type { Env } from "../env.ts";

const MOST_ATTEMPTS = 10;
const AT_ONCE = 50;

export interface Mail {
  recipient: string;
  subject: string;
  body: string;
}

/** The statement that puts a message in the outbox: in the same batch as what it tells of, so neither is without the other. */
export function queueMail({ recipient, subject, body }: Mail, now: number): Query {
  return select(
    sql`insert into mails (recipient, subject, body, created_at) values (${recipient}, ${subject}, ${body}, ${now})`,
  );
}

interface Unsent extends Mail {
  id: number;
  attempts: number;
}

/**
 * Sends what waits in the outbox. Without a mail binding (a fresh machine) messages stay there to be read at /dev/outbox.
 * A message is marked after it was taken, so a crash in between sends it again rather than never.
 */
export async function sendMails(env: Env, now: number): Promise<void> {
  const { MAIL, MAIL_FROM } = env;
  if (!MAIL || !MAIL_FROM) return;
  const db = new Database(env.DB);
  const unsent = await db.all(
    select<Unsent>(sql`select id, recipient, subject, body, attempts from mails
      where sent_at is null and attempts < ${MOST_ATTEMPTS} order by created_at limit ${AT_ONCE}`),
  );
  for (const mail of unsent) {
    try {
      await MAIL.send({ from: MAIL_FROM, to: mail.recipient, subject: mail.subject, text: mail.body });
      await db.all(select(sql`update mails set sent_at = ${now} where id = ${mail.id}`));
    } catch (error) {
      console.error(
        JSON.stringify({ level: "error", event: "mail failed", mail: mail.id, error: String(error) }),
      );
      await db.all(select(sql`update mails set attempts = attempts + 1 where id = ${mail.id}`));
    }
  }
}
