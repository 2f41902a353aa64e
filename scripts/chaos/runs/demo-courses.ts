import { type Course, makeCourse } from "#domain/sim/v1/course.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import { varyRun } from "../../seed/content/bot/vary-run.ts";
import { type SeedLevel, seedLevels } from "../../seed/content/levels.ts";
import { DEMO_LEVELS, readRecordedRuns } from "../../seed/recorded-runs.ts";
import type { LiveRun } from "./corridor-run.ts";

/** A demo level that a bot has cleared. */
export interface DemoCourse {
  world: SeedLevel["world"];
  course: Course;
  /** Plays it: the bot's way, with other rests for each seed. */
  play: (seed: number) => LiveRun;
}

const TRIES = 8;

/** A demo level of each theme, with the bot's recorded runs. */
export function demoCourses(): DemoCourse[] {
  const levels = new Map(seedLevels(DEMO_LEVELS).map((level) => [level.title, level]));
  return readRecordedRuns().flatMap(({ level, runs }) => {
    const world = levels.get(level)?.world;
    if (!world) return [];
    const course = makeCourse(world);
    return [{ world, course, play: (seed: number) => demoRun(course, runs, seed) }];
  });
}

type RecordedRun = Parameters<typeof varyRun>[1];

/** A variation of a recorded run, or the run itself if it has none. */
function demoRun(course: Course, runs: readonly RecordedRun[], seed: number): LiveRun {
  const base = runs[seed % runs.length] as RecordedRun;
  let run: RecordedRun | null = null;
  for (let i = 0; i < TRIES && !run; i++)
    run = varyRun(course, runs[(seed + i) % runs.length] ?? base, seed * TRIES + i);
  const { log, startTick } = run ?? base;
  const verdict = verifyRun(course, startTick, log);
  if (!verdict.ok) throw new Error(`A recorded run is refused: ${verdict.reason}`);
  const { ticks, ms, deaths } = verdict;
  return { log: new Uint8Array(log), startTick, ticks, ms, deaths };
}
