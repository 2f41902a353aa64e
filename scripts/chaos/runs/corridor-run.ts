import { RunRecorder, runMs } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import { seededRandom } from "../../seed/content/random.ts";
import { CorridorPilot } from "./corridor-pilot.ts";

/** A run as its player saw it. */
export interface LiveRun {
  log: Uint8Array<ArrayBuffer>;
  startTick: number;
  ticks: number;
  ms: number;
  deaths: number;
}

const MAX_TICKS = 20_000;
const MAX_START_TICK = 100_000;

/** Plays a `corridorWorld`: another run for each seed. Without a start tick, that's random, too. */
export function corridorRun(
  course: Course,
  seed: number,
  startTick = seededRandom(seed).int(0, MAX_START_TICK),
): LiveRun {
  const pilot = new CorridorPilot(seed);
  const runner = new Runner(course, startTick);
  const recorder = new RunRecorder();
  while (runner.clearedAt === 0) {
    if (runner.ticks > MAX_TICKS) throw new Error(`Run ${seed} doesn't clear its corridor.`);
    const input = pilot.next(runner);
    recorder.push(input);
    runner.step(input);
  }
  const ticks = runner.clearedAt;
  return { log: recorder.toBytes(), startTick, ticks, ms: runMs(ticks), deaths: runner.deaths };
}
