import { setTimeout as sleep } from "node:timers/promises";
import { STEP_SECONDS, timeStepAt, totpAt } from "#worker/security/totp.ts";

const STEP_MS = STEP_SECONDS * 1000;
const TRIES = 5;

/**
 * Passes the second step of signing in with an authenticator secret. Each code works once, so if others sign in to the same
 * account at the same time it tries the next code, which is accepted early, and then waits for the one after that. `send`
 * returns whether a code was accepted.
 */
export async function passSecondStep(
  secret: string,
  send: (code: string) => Promise<boolean>,
): Promise<void> {
  let step = timeStepAt(Date.now());
  for (let tried = 0; tried < TRIES; tried++, step++) {
    // A code is valid from one step before its own.
    const from = (step - 1) * STEP_MS;
    if (from > Date.now()) await sleep(from - Date.now());
    if (await send(totpAt(secret, step * STEP_MS))) return;
  }
  throw new Error("No two-factor code was accepted.");
}
