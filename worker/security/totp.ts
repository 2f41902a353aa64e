import { createHmac, randomBytes } from "node:crypto";
import { base32 } from "@otplib/plugin-base32-scure";
import { generateSync, verifySync } from "@otplib/totp";
import { renderSVG } from "uqr";
import { constantTimeEqual } from "../http/tokens.ts";

/** Seconds per code (RFC 6238). The previous and next codes are accepted too, because clocks differ. */
export const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
/** White border of a QR code in modules, as its standard requires. */
const QUIET_ZONE = 4;

/** The runtime's own HMAC instead of the one bundled with otplib. */
const crypto = {
  name: "node",
  hmac: (algorithm: string, key: Uint8Array, data: Uint8Array): Uint8Array =>
    createHmac(algorithm, key).update(data).digest(),
  randomBytes: (length: number): Uint8Array => randomBytes(length),
  constantTimeEqual: (a: string | Uint8Array, b: string | Uint8Array) =>
    constantTimeEqual(String(a), String(b)),
};
const common = { crypto, base32, period: STEP_SECONDS } as const;
const secondsOf = (now: number) => Math.floor(now / 1000);

/** Returns a new secret for an authenticator app, in base32. */
export const newTwoFactorSecret = (): string => base32.encode(randomBytes(SECRET_BYTES));

/** Returns the number of the time step at `now` (ms). */
export const timeStepAt = (now: number): number => Math.floor(secondsOf(now) / STEP_SECONDS);

/** Returns the code that an authenticator app shows at `now` (ms). */
export const totpAt = (secret: string, now: number): string =>
  generateSync({ ...common, secret, epoch: secondsOf(now) });

/**
 * Returns the time step of a valid code: the current step or an adjacent one, later than `after`. Null if the
 * code is invalid.
 */
export function verifyTotp(secret: string, code: string, now: number, after: number): number | null {
  if (after > timeStepAt(now)) return null;
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

/** Renders a URI for authenticator apps as an SVG, black on white in every theme, as scanners require. */
export const authenticatorQrCode = (uri: string): string => renderSVG(uri, { border: QUIET_ZONE, ecc: "M" });
