import { SITE } from "#domain/site.ts";
import type { Mail } from "./send.ts";

/** The mails the site writes. Addresses are absolute: a mail is read far from the site. */
export function verificationMail(recipient: string, username: string, origin: string, token: string): Mail {
  return {
    recipient,
    subject: `Confirm your e-mail address for ${SITE.name}`,
    body: `Hi ${username},

open this link to confirm that this address is yours:

${origin}/email/verify/${token}

It works for three days. If you have no account at ${SITE.name}, ignore this message.
`,
  };
}

export function resetMail(recipient: string, username: string, origin: string, token: string): Mail {
  return {
    recipient,
    subject: `Choose a new password for ${SITE.name}`,
    body: `Hi ${username},

somebody, hopefully you, asked for a new password. Choose it here within an hour:

${origin}/reset-password/${token}

If it was not you, ignore this message: your password stays as it is.
`,
  };
}

/** Tells an address that it is the account's no more, with the link that takes that back. */
export function emailChangedMail(recipient: string, username: string, origin: string, token: string): Mail {
  return {
    recipient,
    subject: `Your ${SITE.name} account has another e-mail address`,
    body: `Hi ${username},

your account has another e-mail address now, and this one is no longer its own.

If it was not you, take it back within seven days:

${origin}/email/revert/${token}

That also signs out every browser and lets you choose a new password.
`,
  };
}

/** The user needs it to sign in: their old username no longer works there. */
export function renamedMail(
  recipient: string,
  { former, username, reason }: { former: string; username: string; reason: string },
  origin: string,
): Mail {
  return {
    recipient,
    subject: `Your ${SITE.name} username has changed`,
    body: `Hi ${username},

our staff changed your username from ${former} to ${username}. Sign in with the new one from now on.

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

the copy of your data that you asked for is ready. Fetch it from your settings within seven days:

${origin}/settings/account

If it was not you, choose another password there.
`,
  };
}

export function accountDeletedMail(recipient: string, username: string): Mail {
  return {
    recipient,
    subject: `Your ${SITE.name} account is deleted`,
    body: `Hi ${username},

your account is deleted, as you asked for with your password. This is the last message to this address.

Thank you for having been here.
`,
  };
}
