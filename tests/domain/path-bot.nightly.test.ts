import { makeCourse } from "#domain/sim/v1/course.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import { findRun } from "#scripts/seed/content/bot/find-run.ts";
import { seedLevels } from "#scripts/seed/content/levels.ts";
import { DEMO_LEVELS } from "#scripts/seed/recorded-runs.ts";

const levels = seedLevels(DEMO_LEVELS)
  .map(({ title, world, visibility }) => ({ title, world, visibility }))
  .filter(({ visibility }) => visibility === "public");

it.each(levels)(
  "The bot clears the demo level '$title' with every star",
  ({ world }) => {
    const course = makeCourse(world);
    const run = findRun(course);
    expect(run && verifyRun(course, run.startTick, run.log)).toMatchObject({ ok: true, ticks: run?.ticks });
  },
  300_000,
);
