import { type Statement, sql, statement } from "#db/database.ts";
import { MAX_ATTEMPTS } from "./send.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Links in mails work for a week at most. */
const MAIL_LIFETIME_MS = 30 * DAY_MS;
/** No one waits for a mail after a year, and without a mail service it would never be sent. */
const WAITING_LIFETIME_MS = 365 * DAY_MS;

/** Deletes mails a month after they were sent or given up, and those that have waited for a year. */
export const deleteOldMails = (now: number): Statement[] => [
  statement(sql`delete from mails where sent_at is not null and created_at < ${now - MAIL_LIFETIME_MS}`),
  statement(sql`delete from mails where sent_at is null and (attempts >= ${MAX_ATTEMPTS} or created_at < ${now - WAITING_LIFETIME_MS})
    and created_at < ${now - MAIL_LIFETIME_MS}`),
];
