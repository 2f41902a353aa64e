import { isRecognizable } from "#domain/runs/rules.ts";
import { canonicalLog, readStretches } from "#domain/sim/run-log.ts";
import { shortHash } from "./world-content.ts";

/** Returns the hash that identifies a run's inputs, up to a number of ticks; null if they're too simple to identify anyone. */
export async function logHash(log: Uint8Array, ticks: number): Promise<string | null> {
  const canonical = canonicalLog(log, ticks);
  let stretches = 0;
  for (const _ of readStretches(canonical)) stretches++;
  return isRecognizable(stretches) ? shortHash(canonical) : null;
}
