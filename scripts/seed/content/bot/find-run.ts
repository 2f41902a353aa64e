import { packInputs } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { PathBot, type PathBotOptions } from "./path-bot.ts";

/** A run that clears a course: its inputs as a log (domain/sim/run-log.ts), and its length. */
export interface FoundRun {
  startTick: number;
  log: Uint8Array<ArrayBuffer>;
  ticks: number;
}

export type FindRunOptions = Partial<PathBotOptions>;

/** A bot's run that collects every star and reaches the goal; null if it found none. The same options give the same run. */
export function findRun(
  course: Course,
  { startTick = 0, maxTicks = 36_000, seed = 0, budget = 3_000_000, isResting = false }: FindRunOptions = {},
): FoundRun | null {
  const bot = new PathBot(course, { startTick, maxTicks, budget, seed, isResting });
  if (!bot.play()) return null;
  return { startTick, log: packInputs(bot.inputs), ticks: bot.runner.clearedAt };
}
