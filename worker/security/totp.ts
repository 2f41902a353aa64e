import { createHmac, randomBytes } from "node:crypto";
import { base32 } from "@otplib/plugin-base32-scure";
import { generateSync, verifySync } from "@otplib/totp";
import { renderSVG } from "uqr";
import { sameText } from "../http/crypto.ts";

/** Seconds that a code is shown (RFC 6238); one step earlier or later is taken, as clocks differ. */
export const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
/** White around a QR picture, in its squares, as its standard has it. */
const QUIET_ZONE = 4;

/** The runtime's own HMAC; the one that otplib brings along would be a second one. */
const crypto = {
  name: "node",
  hmac: (algorithm: string, key: Uint8Array, data: Uint8Array): Uint8Array =>
    createHmac(algorithm, key).update(data).digest(),
  randomBytes: (length: number): Uint8Array => randomBytes(length),
  constantTimeEqual: (a: string | Uint8Array, b: string | Uint8Array) => sameText(String(a), String(b)),
};
const common = { crypto, base32, period: STEP_SECONDS } as const;
const secondsOf = (now: number) => Math.floor(now / 1000);

/** A new secret for an authenticator app, in base32. */
export const newTwoFactorSecret = (): string => base32.encode(randomBytes(SECRET_BYTES));

/** The number of the time step that `now` (ms) is in. */
export const stepAt = (now: number): number => Math.floor(secondsOf(now) / STEP_SECONDS);

/** The code that an authenticator app shows at `now` (ms). */
export const codeAt = (secret: string, now: number): string =>
  generateSync({ ...common, secret, epoch: secondsOf(now) });

/** The time step whose code it is, later than `after`: the current one or one beside it; null where it is none of theirs. */
export function stepOf(secret: string, code: string, now: number, after: number): number | null {
  if (after > stepAt(now)) return null;
  const epoch = secondsOf(now);
  const found = verifySync({
    ...common,
    secret,
    token: code,
    epoch,
    epochTolerance: STEP_SECONDS,
    afterTimeStep: after,
  });
  return found.valid ? found.timeStep : null;
}

/** What an authenticator app reads, as an SVG, black on white under every theme: scanners want it so. */
export const authenticatorPicture = (uri: string): string => renderSVG(uri, { border: QUIET_ZONE, ecc: "M" });
