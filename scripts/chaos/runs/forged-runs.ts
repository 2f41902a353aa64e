import { encodeInput } from "#domain/sim/input.ts";
import { packInputs, RUN_LIMITS, readInputs } from "#domain/sim/run-log.ts";
import { between } from "../check.ts";
import type { LiveRun } from "./corridor-run.ts";

type Log = Uint8Array<ArrayBuffer>;

/** Fields of a run's form that a hostile player changes. */
interface HostileFields {
  log: Log;
  startTick?: number;
  physics?: number;
  revision?: number;
}

/** Runs that the site has to check like any other; the simulation decides about them. */
export const FORGED_RUNS: Record<string, (run: LiveRun) => HostileFields> = {
  /** Ends before the clear. */
  cut: ({ log }) => ({ log: packInputs([...readInputs(log)].slice(0, -Math.round(between(1, 60)))) }),
  /** Goes on after the clear. */
  longer: ({ log }) => ({ log: packInputs([...readInputs(log), ...rest()]) }),
  /** One input of the recording is another one. */
  changed: ({ log }) => ({ log: withOneChange(log) }),
  /** Claims another time of the world's clock, so moving blocks are elsewhere. */
  shifted: ({ log, startTick }) => ({ log, startTick: startTick + Math.round(between(1, 500)) }),
  /** Nothing but walking ahead. */
  blind: () => ({ log: packInputs(Array.from({ length: 600 }, () => encodeInput(0, 15, false))) }),
};

/** Runs that the site has to reject at once, with the status. */
export const REJECTED_RUNS: Record<string, (run: LiveRun) => HostileFields & { status: number }> = {
  "empty log": () => ({ log: new Uint8Array(), status: 422 }),
  "half a log": ({ log }) => ({ log: log.slice(0, 2), status: 422 }),
  noise: () => ({ log: crypto.getRandomValues(new Uint8Array(3_000)), status: 422 }),
  "over an hour": () => ({ log: packInputs(hourAndOneTick()), status: 422 }),
  "too many bytes": () => ({ log: new Uint8Array(RUN_LIMITS.bytes + 1).fill(1), status: 422 }),
  "other physics": ({ log }) => ({ log, physics: 2, status: 422 }),
  "other revision": ({ log }) => ({ log, revision: 99, status: 422 }),
};

const rest = (): number[] => Array.from({ length: Math.round(between(1, 300)) }, () => 0);

function withOneChange(log: Log): Log {
  const inputs = [...readInputs(log)];
  const at = Math.floor(between(0, inputs.length));
  inputs[at] = encodeInput(Math.floor(between(0, 256)), 15, true);
  return packInputs(inputs);
}

function* hourAndOneTick(): Generator<number> {
  for (let i = 0; i <= RUN_LIMITS.ticks; i++) yield encodeInput(i >> 10, 15, false);
}
