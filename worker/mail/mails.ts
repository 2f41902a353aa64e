import { SITE } from "#domain/site.ts";
import type { Mail } from "./send.ts";

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
