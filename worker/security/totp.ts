import { createHmac, randomBytes } from "node:crypto";
import { base32 } from "@otplib/plugin-base32-scure";
import { generateSync, verifySync } from "@otplib/totp";
import { renderSVG } from "uqr";
import { type SQL, statement } from "#db/database.ts";
import {
  plainRecoveryCode,
  RECOVERY_BYTES,
  RECOVERY_CODES,
  recoveryCode,
} from "#domain/security/recovery-code.ts";
import { seal, unseal } from "../http/seal.ts";
import { constantTimeEqual, sign } from "../http/session.ts";

type SealEnv = Pick<Env, "SEAL_SECRET">;

/** Encrypts the secret of a user's authenticator app for the database. */
export const sealSecret = (env: SealEnv, userId: number, secret: string): Promise<string> =>
  seal(env, `two-factor:${userId}`, secret);

/** Decrypts the secret. Null if it was sealed with another SEAL_SECRET. */
export const openSecret = (env: SealEnv, userId: number, sealed: string): Promise<string | null> =>
  unseal(env, `two-factor:${userId}`, sealed);

/** Decrypts the secret. Throws if SEAL_SECRET was another one, as the user couldn't sign in. */
export async function readSecret(env: SealEnv, userId: number, sealed: string | null): Promise<string> {
  const secret = await openSecret(env, userId, sealed ?? "");
  if (secret === null) throw new Error(`the second factor of user ${userId} can't be decrypted`);
  return secret;
}

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

/** The time step of a valid code: the current or an adjacent one, later than `after`; else null. */
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

/** Hashes a recovery code for the database. */
export const recoveryHash = (env: Pick<Env, "SEAL_SECRET">, userId: number, code: string): string =>
  sign(env.SEAL_SECRET, `recovery:${userId}:${plainRecoveryCode(code)}`);

/** Returns new recovery codes and the statements that replace the old ones if `when` holds. */
export function newRecoveryCodes(env: Env, userId: number, when: SQL) {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(RECOVERY_BYTES)));
  const hashes = JSON.stringify(codes.map((code) => recoveryHash(env, userId, code)));
  const statements = [
    statement`delete from recovery_codes where user_id = ${userId} and ${when}`,
    statement`insert into recovery_codes (user_id, hash)
      select ${userId}, value from json_each(${hashes}) where ${when}`,
  ];
  return { codes, statements };
}
