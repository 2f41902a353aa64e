import { PHYSICS } from "#domain/sim/index.ts";
import { NO_INPUT } from "#domain/sim/input.ts";
import { packInputs } from "#domain/sim/run-log.ts";

/** A recording of a single tick, as its endpoint takes it. */
export const runInput = () => ({
  revision: 1,
  physics: PHYSICS,
  start_tick: 0,
  ticks: 1,
  key: crypto.randomUUID(),
  log: new File([packInputs([NO_INPUT])], "run.log"),
});
