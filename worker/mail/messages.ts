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

It works for three days. If you did not sign up for ${SITE.name}, ignore this message.
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
