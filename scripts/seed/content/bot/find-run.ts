import { packInputs } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { PathBot } from "./path-bot.ts";

/** A run that clears a course: its inputs as a log (domain/sim/run-log.ts), and its length. */
export interface FoundRun {
  startTick: number;
  log: Uint8Array<ArrayBuffer>;
  ticks: number;
}

export interface FindRunOptions {
  startTick?: number;
  /** The longest run; 10 minutes if not given. */
  maxTicks?: number;
  /** 0 always takes the first way that works; other seeds give other runs. */
  seed?: number;
  /** The most work, in simulated ticks. */
  budget?: number;
  /** Whether the run pauses at stars, checkpoints and elsewhere, so `varyRun` can make others from it. */
  isResting?: boolean;
}

/** A bot's run that collects every star and reaches the goal; null if it found none. The same options give the same run. */
export function findRun(
  course: Course,
  { startTick = 0, maxTicks = 36_000, seed = 0, budget = 3_000_000, isResting = false }: FindRunOptions = {},
): FoundRun | null {
  const bot = new PathBot(course, { startTick, maxTicks, budget, seed, isResting });
  if (!bot.play()) return null;
  return { startTick, log: packInputs(bot.inputs), ticks: bot.runner.clearedAt };
}
