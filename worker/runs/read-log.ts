import { fieldError } from "#domain/errors.ts";
import { sizeProblem } from "#domain/file-size.ts";
import { physicsFor } from "#domain/sim/index.ts";
import { countTicks, RUN_LIMITS, RunLogError } from "#domain/sim/run-log.ts";

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
