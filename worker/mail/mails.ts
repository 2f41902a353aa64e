import { type Statement, statement } from "#db/database.ts";
import { SITE } from "#domain/site.ts";
import { MAX_ATTEMPTS, type Mail } from "./send.ts";

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
