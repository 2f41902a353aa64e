import { PHYSICS } from "#domain/sim/index.ts";
import { runMs } from "#domain/sim/run-log.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import { assignRuns } from "#scripts/seed/assign-runs.ts";
import { seedHistory } from "#scripts/seed/content/history.ts";
import { seedLevels } from "#scripts/seed/content/levels.ts";
import { seedPeople } from "#scripts/seed/content/people.ts";
import { THEMES } from "#scripts/seed/content/worlds/themes.ts";
import { DEMO_LEVELS, readRecordedRuns } from "#scripts/seed/recorded-runs.ts";

const levels = seedLevels(DEMO_LEVELS).sort((a, b) => b.createdDaysAgo - a.createdDaysAgo);
const recorded = readRecordedRuns();

describe("Recorded runs", () => {
  it("exist for each theme, made with the newest simulation", () => {
    expect(recorded.map(({ theme }) => theme)).toEqual(Object.keys(THEMES).sort());
    expect(new Set(recorded.map(({ physics }) => physics))).toEqual(new Set([PHYSICS]));
  });

  it.each(recorded)(
    "of the theme '$theme' clear their level with every star",
    ({ level: title, theme, runs }) => {
      const level = levels.find((one) => one.title === title);
      expect(level).toMatchObject({ theme, visibility: "public" });
      expect(runs.length).toBeGreaterThanOrEqual(3);
      const course = level && makeCourse(level.world);
      for (const { startTick, log, ticks } of runs)
        expect(course && verifyRun(course, startTick, log)).toMatchObject({ ok: true, ticks, deaths: 0 });
      expect(runs.map(({ ticks }) => ticks)).toEqual(runs.map(({ ticks }) => ticks).sort((a, b) => a - b));
      expect(new Set(runs.map(({ log }) => String(log))).size).toBe(runs.length);
    },
  );

  it("belong to the fastest players of their levels", () => {
    const before = seedHistory(seedPeople(), levels);
    const { history, assigned } = assignRuns(before, levels, recorded);
    expect(history.clears.length).toBe(before.clears.length);
    for (const { level: title, runs } of recorded) {
      const index = levels.findIndex((level) => level.title === title);
      const times = history.clears
        .filter(({ level }) => level === index)
        .map(({ milliseconds }) => milliseconds)
        .sort((a, b) => a - b);
      const own = assigned.filter(({ level }) => level.title === title);
      expect(own.length).toBeGreaterThanOrEqual(3);
      expect(times.slice(0, own.length)).toEqual(runs.slice(0, own.length).map(({ ticks }) => runMs(ticks)));
      expect(new Set(own.map(({ clear }) => clear.person)).size).toBe(own.length);
    }
  });
});
