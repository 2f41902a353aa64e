import { type Course, makeCourse } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import type { CourseBlock } from "#domain/sim/v1/solid.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import { CourseRuns } from "#scripts/client/course-runs.ts";
import { beginRun, type MakeMoves, repeatRun, wander } from "#scripts/client/moves.ts";
import { findRun } from "#scripts/seed/content/bot/find-run.ts";
import { seededRandom } from "#scripts/seed/content/random.ts";
import { simFloor, simWorld } from "#tests/support/sim-worlds.ts";

const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);
const LIFT: Partial<CourseBlock>[] = [
  simFloor(0, 12),
  { position: [10, -1, 0], size: [6, 2, 6], motion: { by: [0, 20, 0], seconds: 3 } },
  simFloor(22, 12, 20),
];
const lift = makeCourse(simWorld(LIFT, { goal: { position: [24, 20, 0] } }));
const LIFT_TICKS = 360;
const plate = makeCourse(simWorld([simFloor(0, 40)], { goal: { position: [12, 0, 9] } }));

function findRuns(course: Course): CourseRuns {
  const run = findRun(course, { seed: 1, budget: 400_000, isResting: true });
  return new CourseRuns(course, run ? [run] : []);
}

describe("the runs of a course", () => {
  const runs = findRuns(lift);

  test("begin at any time, when the moving blocks are where they were", () => {
    for (const seed of SEEDS) {
      const now = seed * 1_234_567;
      const run = runs.next(now, seed);
      expect(run && run.startTick - now).toBeGreaterThanOrEqual(0);
      expect(run && run.startTick - now).toBeLessThan(LIFT_TICKS);
      expect(run && verifyRun(lift, run.startTick, run.log)).toMatchObject({ ok: true, ticks: run?.ticks });
    }
  });

  test("are all different", () => {
    const found = findRuns(plate);
    const logs = SEEDS.map((seed) => found.next(0, seed)?.log.toString());
    expect(logs).not.toContain(undefined);
    expect(new Set(logs).size).toBe(SEEDS.length);
  });

  test("can be known ones, of which only those count that clear this course", () => {
    const run = findRuns(plate).next(0, 1);
    expect(new CourseRuns(plate, run ? [run] : []).next(0, 1)).not.toBe(null);
    expect(new CourseRuns(lift, run ? [run] : []).next(0, 1)).toBe(null);
    expect(new CourseRuns(lift, []).next(0, 1)).toBe(null);
  });
});

/** Plays some ticks. Returns the runner, and the share of ticks with input. */
function play(makeMoves: MakeMoves, ticks: number) {
  const runner = new Runner(plate, 500);
  const moves = makeMoves(runner);
  let moved = 0;
  for (let i = 0; i < ticks; i++) {
    const input = moves.next().value ?? 0;
    if (input !== 0) moved++;
    runner.step(input);
  }
  return { runner, moved: moved / ticks };
}

describe("a bot's moves", () => {
  test("a wandering bot walks around for minutes and rarely falls off, the same way for the same seed", () => {
    for (const seed of SEEDS) {
      const { runner, moved } = play(wander(seededRandom(seed)), 3_600);
      expect(runner.deaths).toBeLessThan(8);
      expect(moved).toBeGreaterThan(0.3);
    }
    const { runner } = play(wander(seededRandom(7)), 900);
    const { runner: again } = play(wander(seededRandom(7)), 900);
    expect(again.save()).toEqual(runner.save());
  });

  test("a begun run follows the run, then its own way", () => {
    const run = findRuns(plate).next(0, 3);
    if (!run) throw new Error("There's no run.");
    expect(play(repeatRun(run.log), run.ticks).runner.clearedAt).toBe(run.ticks);
    const begun = play(beginRun(run.log, 30, seededRandom(1)), 30).runner;
    expect(begun.save()).toEqual(play(repeatRun(run.log), 30).runner.save());
    expect(play(beginRun(run.log, 30, seededRandom(1)), 900).runner.ticks).toBe(900);
  });
});
