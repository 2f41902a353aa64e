import { holdsJump } from "./input.ts";
import { RUN_LIMITS, RunLogError, readStretches, runMs } from "./run-log.ts";
import type { Course } from "./v1/course.ts";
import { Runner } from "./v1/runner.ts";

/** Signs of inputs written by a program. For staff; they decide nothing. */
export interface InputStatistics {
  /** Changes of input per minute. */
  changesPerMinute: number;
  jumps: number;
  /** Jumps that were held for one tick. */
  shortestJumps: number;
}

export type RunProblem = "malformed" | "too_long" | "too_costly" | "not_cleared";

export type Verdict =
  | {
      ok: true;
      ticks: number;
      ms: number;
      deaths: number;
      /** Half-spaces looked at. */
      work: number;
      statistics: InputStatistics;
    }
  | { ok: false; reason: RunProblem };

/**
 * Simulates a run again from its log. Nothing that a client says about time, stars or places is believed. Ends at the first
 * tick that is over a limit, so hostile logs are cheap.
 */
export function verifyRun(course: Course, startTick: number, log: Uint8Array): Verdict {
  if (log.length > RUN_LIMITS.bytes) return { ok: false, reason: "too_long" };
  try {
    return simulate(course, startTick, log);
  } catch (error) {
    if (error instanceof RunLogError) return { ok: false, reason: "malformed" };
    throw error;
  }
}

/** A run's first ticks may be more expensive than its average. */
const WARM_UP_TICKS = 60;

function simulate(course: Course, startTick: number, log: Uint8Array): Verdict {
  const runner = new Runner(course, startTick);
  if (runner.tickWork > RUN_LIMITS.workInTick) return { ok: false, reason: "too_costly" };
  for (const { input, ticks } of readStretches(log)) {
    for (let i = 0; i < ticks; i++) {
      runner.step(input);
      if (isTooCostly(runner)) return { ok: false, reason: "too_costly" };
      if (runner.clearedAt === 0) continue;
      return {
        ok: true,
        ticks: runner.clearedAt,
        ms: runMs(runner.clearedAt),
        deaths: runner.deaths,
        work: runner.work,
        statistics: inputStatistics(log, runner.clearedAt),
      };
    }
  }
  return { ok: false, reason: "not_cleared" };
}

/** How a log's inputs were made, up to a number of ticks. */
export function inputStatistics(log: Uint8Array, ticks: number): InputStatistics {
  let changes = 0;
  let jumps = 0;
  let shortestJumps = 0;
  let held = 0;
  let total = 0;
  for (const stretch of readStretches(log)) {
    if (total >= ticks) break;
    total += stretch.ticks;
    changes++;
    if (holdsJump(stretch.input)) held += stretch.ticks;
    else if (held > 0) {
      jumps++;
      if (held === 1) shortestJumps++;
      held = 0;
    }
  }
  return { changesPerMinute: Math.round(changes / (ticks / 3600)), jumps, shortestJumps };
}

/** Whether a run is over the limits of work. Players are warned by the same rule while they play. */
export const isTooCostly = ({ tickWork, work, ticks }: Runner): boolean =>
  tickWork > RUN_LIMITS.workInTick || work > RUN_LIMITS.workOnAverage * (ticks + WARM_UP_TICKS);
