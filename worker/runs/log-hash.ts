import { fieldError } from "#domain/errors.ts";
import { sizeProblem } from "#domain/file-size.ts";
import { isRecognizable } from "#domain/runs/rules.ts";
import { physicsFor } from "#domain/sim/index.ts";
import { canonicalLog, countTicks, RUN_LIMITS, RunLogError, readStretches } from "#domain/sim/run-log.ts";
import { shortHash } from "./world-content.ts";

/** Names a log by its call and content, so a retry stores the same file. The call makes it impossible to guess. */
export async function logName(call: string, log: Uint8Array): Promise<string> {
  const prefix = new TextEncoder().encode(`${call}:`);
  const digest = Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.concat([prefix, log])));
  const hex = digest.toString("hex");
  // A UUID of version 8: its content is up to us.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Reads an uploaded log. Throws a 422 if it's too large to be a run. */
export async function readLog(file: File): Promise<Uint8Array> {
  if (file.size > RUN_LIMITS.bytes)
    throw fieldError("log", sizeProblem("The recording", file.size, RUN_LIMITS.bytes));
  return new Uint8Array(await file.arrayBuffer());
}

/** Returns a log's length in ticks. Throws a 422 if it's malformed or empty. */
export function countLogTicks(log: Uint8Array): number {
  try {
    const ticks = countTicks(log);
    if (ticks > 0) return ticks;
  } catch (error) {
    if (!(error instanceof RunLogError)) throw error;
  }
  throw fieldError("log", "This recording can't be read, or it's longer than an hour.");
}

/** Throws a 422 if runs of this version of the simulation can't be checked. */
export function requirePhysics(physics: number): void {
  if (!physicsFor(physics))
    throw fieldError("physics", "This run was recorded with another version of the game. Reload the page.");
}

/** Returns the hash that identifies a run's inputs, up to a number of ticks; null if they're too simple to identify anyone. */
export async function logHash(log: Uint8Array, ticks: number): Promise<string | null> {
  const canonical = canonicalLog(log, ticks);
  let stretches = 0;
  for (const _ of readStretches(canonical)) stretches++;
  return isRecognizable(stretches) ? shortHash(canonical) : null;
}
