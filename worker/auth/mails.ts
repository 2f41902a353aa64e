import { deviceWords } from "#domain/auth/device.ts";
import { SITE } from "#domain/site.ts";
import { formatTime } from "#domain/time.ts";
import type { Mail } from "../mail/send.ts";
import type { Device } from "./commands.ts";

/** Whom a mail goes to. */
export interface Recipient {
  username: string;
  email: string;
}

/** What the owner of an account is told of how one signs in to it, and what to do where it was not them. */
function securityMail({ username, email }: Recipient, origin: string, subject: string, text: string): Mail {
  return {
    recipient: email,
    subject: `${subject} on ${SITE.name}`,
    body: `Hi ${username},

${text}

If it was you, there is nothing to do. If not, choose a new password now, which signs out every browser:

${origin}/forgot-password

Your account's settings: ${origin}/settings/account
`,
  };
}

export const newDeviceMail = (to: Recipient, origin: string, { device, place }: Device, now: number): Mail =>
  securityMail(
    to,
    origin,
    "A new browser has signed in to your account",
    `somebody has signed in to your account in a browser that was never used for it:

${deviceWords(device)}
${place || "Place not known"}
${formatTime(now)} UTC`,
  );

export const passwordMail = (to: Recipient, origin: string): Mail =>
  securityMail(to, origin, "Your password is changed", "the password of your account has been changed.");

export const twoFactorMail = (to: Recipient, origin: string, on: boolean): Mail =>
  securityMail(
    to,
    origin,
    `Two-factor authentication is ${on ? "on" : "off"}`,
    `two-factor authentication has been turned ${on ? "on" : "off"} for your account.`,
  );

export const recoveryMail = (to: Recipient, origin: string, what: "used" | "made"): Mail =>
  what === "used"
    ? securityMail(
        to,
        origin,
        "A recovery code was used",
        "somebody has signed in to your account with one of its recovery codes. It can't be used again.",
      )
    : securityMail(
        to,
        origin,
        "You have new recovery codes",
        "new recovery codes have been made for your account. The old ones are worth nothing now.",
      );
