import { setTimeout as sleep } from "node:timers/promises";
import { codeAt, STEP_SECONDS, stepAt } from "#worker/security/totp.ts";

const STEP_MS = STEP_SECONDS * 1000;
const TRIES = 5;

/**
 * Gets through the second step of signing in with the secret of an authenticator app. No code is taken twice, so where others
 * sign in to the same account at the same time it goes on to the next code, which is taken early, and then waits for the one
 * after that. `send` answers whether a code was taken.
 */
export async function passSecondStep(
  secret: string,
  send: (code: string) => Promise<boolean>,
): Promise<void> {
  let step = stepAt(Date.now());
  for (let tried = 0; tried < TRIES; tried++, step++) {
    // A code counts from one step before its own.
    const from = (step - 1) * STEP_MS;
    if (from > Date.now()) await sleep(from - Date.now());
    if (await send(codeAt(secret, step * STEP_MS))) return;
  }
  throw new Error("No code of the second factor was taken.");
}
