import { deviceName } from "#domain/auth/device-name.ts";
import { SITE } from "#domain/site.ts";
import { formatTime } from "#domain/time.ts";
import type { Mail } from "../mail/send.ts";
import type { SessionDevice } from "./commands.ts";

export interface Recipient {
  username: string;
  email: string;
}

/** A mail about a security change, with instructions in case it wasn't the owner. */
function securityMail({ username, email }: Recipient, origin: string, subject: string, text: string): Mail {
  return {
    recipient: email,
    subject: `${subject} on ${SITE.name}`,
    body: `Hi ${username},

${text}

If this was you, you don't need to do anything. If not, choose a new password now, which signs out every browser:

${origin}/forgot-password

Your account's settings: ${origin}/settings/account
`,
  };
}

export const newDeviceMail = (
  to: Recipient,
  origin: string,
  { device, place }: SessionDevice,
  now: number,
): Mail =>
  securityMail(
    to,
    origin,
    "A new browser signed in to your account",
    `Someone signed in to your account with a new browser:

${deviceName(device)}
${place || "Unknown location"}
${formatTime(now)} UTC`,
  );

export const passwordMail = (to: Recipient, origin: string): Mail =>
  securityMail(to, origin, "Your password was changed", "Your account's password was changed.");

export const twoFactorMail = (to: Recipient, origin: string, on: boolean): Mail =>
  securityMail(
    to,
    origin,
    `Two-factor authentication is ${on ? "on" : "off"}`,
    `Two-factor authentication was turned ${on ? "on" : "off"} for your account.`,
  );

export const recoveryMail = (to: Recipient, origin: string, what: "used" | "made"): Mail =>
  what === "used"
    ? securityMail(
        to,
        origin,
        "A recovery code was used",
        "Someone signed in to your account with one of its recovery codes. It can't be used again.",
      )
    : securityMail(
        to,
        origin,
        "You have new recovery codes",
        "New recovery codes were created for your account. The old ones no longer work.",
      );
