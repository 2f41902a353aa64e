import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PHYSICS } from "#domain/sim/index.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { root } from "../run-script.mjs";
import { type FoundRun, findRun } from "./content/bot/find-run.ts";
import { varyRun } from "./content/bot/vary-run.ts";
import { type SeedLevel, seedLevels } from "./content/levels.ts";
import { THEMES, type Theme } from "./content/worlds/themes.ts";

/** Recorded runs of demo levels by theme. */
const RUNS_FILE = join(root, "scripts/seed/content/runs.json");
/** Levels of the demo world. */
export const DEMO_LEVELS = 224;

/** Runs that clear a demo level, fastest first. */
export interface RecordedRuns {
  theme: Theme;
  /** The level's title. */
  level: string;
  physics: number;
  runs: FoundRun[];
}

/** A theme's runs as stored: logs are base64. */
interface StoredRuns extends Omit<RecordedRuns, "theme" | "runs"> {
  runs: { startTick: number; ticks: number; log: string }[];
}

export const readRecordedRuns = (): RecordedRuns[] =>
  Object.entries(JSON.parse(readFileSync(RUNS_FILE, "utf8")) as Record<Theme, StoredRuns>).map(
    ([theme, stored]) => ({
      ...stored,
      theme: theme as Theme,
      runs: stored.runs.map((run) => ({ ...run, log: new Uint8Array(Buffer.from(run.log, "base64")) })),
    }),
  );

/** Lets the bot play one level of each theme and replaces the stored runs. Throws if it can't clear one. */
export function recordRuns(): void {
  const levels = seedLevels(DEMO_LEVELS).filter(({ visibility }) => visibility === "public");
  const recorded = (Object.keys(THEMES) as Theme[]).map((theme, i) =>
    recordLevel(mostPopular(levels.filter((level) => level.theme === theme)), 61 * (i + 1)),
  );
  const stored = recorded
    .toSorted((a, b) => (a.theme < b.theme ? -1 : 1))
    .map(({ theme, runs, ...more }): [Theme, StoredRuns] => [
      theme,
      { ...more, runs: runs.map((run) => ({ ...run, log: Buffer.from(run.log).toString("base64") })) },
    ]);
  writeFileSync(RUNS_FILE, `${JSON.stringify(Object.fromEntries(stored), null, 2)}\n`);
}

/** Featured levels are the most popular ones. */
function mostPopular(levels: readonly SeedLevel[]): SeedLevel {
  const [first] = levels.toSorted((a, b) => b.popularity - a.popularity);
  if (!first) throw new Error("A theme has no public level.");
  return first;
}

/** Records 3 different runs of a level, and 2 slower ones. */
function recordLevel({ theme, title, world }: SeedLevel, startTick: number): RecordedRuns {
  const course = makeCourse(world);
  const found = [0, 1, 2].map((seed) =>
    findRun(course, { startTick: startTick + 47 * seed, seed, isResting: seed > 0 }),
  );
  const varied = found.map((run, seed) => (run && seed > 0 ? varyRun(course, run, seed) : null));
  const runs = [...found, ...varied].filter((run) => run !== null);
  const logs = new Set(runs.map(({ log }) => log.toString()));
  if (logs.size < 3)
    throw new Error(`The bot has only ${logs.size} different runs of '${title}' (${theme}).`);
  console.log(`${theme}: '${title}' in ${runs.map(({ ticks }) => (ticks / 60).toFixed(1)).join(", ")} s`);
  const different = runs.filter(({ log }) => logs.delete(log.toString()));
  return { theme, level: title, physics: PHYSICS, runs: different.sort((a, b) => a.ticks - b.ticks) };
}
