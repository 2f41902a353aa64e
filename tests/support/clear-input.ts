import { PHYSICS } from "#domain/sim/index.ts";
import type { RecordedRun } from "./runs.ts";

/** The input that sends a recorded clear of a level that is being built. */
export const clearInput = ({ log, startTick }: RecordedRun, key: string = crypto.randomUUID()) => ({
  physics: PHYSICS,
  start_tick: startTick,
  key,
  log: new File([log], "clear.log"),
});
