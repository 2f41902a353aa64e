import { starterWorld } from "#domain/build/starts/world-starts.ts";
import { type CourseWorld, makeCourse } from "#domain/sim/v1/course.ts";
import type { CourseBlock, Vec3 } from "#domain/sim/v1/solid.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import { type FindRunOptions, findRun } from "#scripts/seed/content/bot/find-run.ts";
import { varyRun } from "#scripts/seed/content/bot/vary-run.ts";
import { THEMES } from "#scripts/seed/content/worlds/themes.ts";
import { simFloor, simWorld } from "#tests/support/sim-worlds.ts";

/** Finds a run and verifies it as the site does. */
function clearTicks(world: CourseWorld, options?: FindRunOptions): number | null {
  const run = findRun(makeCourse(world), options);
  if (!run) return null;
  const verdict = verifyRun(makeCourse(world), run.startTick, run.log);
  expect(verdict).toMatchObject({ ok: true, ticks: run.ticks });
  return run.ticks;
}

const to = (
  goal: Vec3,
  blocks: readonly Partial<CourseBlock>[],
  more: Partial<CourseWorld> = {},
): CourseWorld => simWorld(blocks, { goal: { position: goal }, ...more });
const start = simFloor(0, 12);
const ground = { position: [0, -1, 0], size: [100, 2, 100] } as const;

const LIFT: Partial<CourseBlock>[] = [
  start,
  { position: [10, -1, 0], size: [6, 2, 6], motion: { by: [0, 20, 0], seconds: 3 } },
  simFloor(22, 12, 20),
];

const WORLDS: [name: string, world: CourseWorld][] = [
  ["a gap of 12", to([26, 0, 0], [start, simFloor(24, 12)])],
  ["a ledge of 6", to([12, 6, 0], [start, simFloor(12, 8, 6)])],
  [
    "a wall with a door",
    to(
      [25, 0, 0],
      [ground, { position: [15, 10, 16], size: [2, 20, 28] }, { position: [15, 10, -16], size: [2, 20, 28] }],
    ),
  ],
  ["a wall to walk around", to([25, 0, 0], [ground, { position: [15, 10, 0], size: [2, 20, 40] }])],
  ["a beam", to([54, 0, 0], [start, { position: [26, -0.5, 0], size: [40, 1, 0.6] }, simFloor(52, 12)])],
  [
    "a wedge",
    to(
      [20, 10, -13],
      [
        ground,
        { shape: "wedge", position: [20, 5, 0], size: [8, 10, 14] },
        { position: [20, 5, -12], size: [8, 10, 10] },
      ],
    ),
  ],
  [
    "a turned ramp",
    to(
      [34, 8.5, 0],
      [ground, { position: [14, 3.6, 0], size: [26, 1, 8], rotation: [0, 0, 20] }, simFloor(32, 12, 8)],
    ),
  ],
  ["a cone", to([20, 10, 0], [ground, { shape: "cone", position: [20, 5, 0], size: [30, 10, 30] }])],
  ["a pyramid", to([20, 8, 0], [ground, { shape: "pyramid", position: [20, 4, 0], size: [20, 8, 20] }])],
  ["a sphere", to([20, 9, 0], [ground, { shape: "sphere", position: [20, 2, 0], size: [14, 14, 14] }])],
  [
    "a bouncing block",
    to([26, 15, 0], [start, simFloor(11, 4, 0, { effect: "bounce" }), simFloor(24, 12, 15)]),
  ],
  [
    "a boosting block before a gap of 18",
    to([50, 0, 0], [simFloor(0, 40, 0, { effect: "boost" }), simFloor(48, 20)]),
  ],
  [
    "crumbling blocks",
    to(
      [62, 0, 0],
      [start, ...[14, 24, 34, 44].map((x) => simFloor(x, 4, 0, { effect: "crumble" })), simFloor(60, 16)],
    ),
  ],
  [
    "ice",
    to(
      [60, 3, 0],
      [simFloor(0, 40, 0, { material: "ice" }), simFloor(40, 20, 0, { material: "ice" }), simFloor(60, 4, 3)],
    ),
  ],
  [
    "water",
    to(
      [44, 1, 0],
      [start, { position: [21, -5, 0], size: [30, 8, 8], material: "water" }, simFloor(42, 12, 1)],
    ),
  ],
  ["lava", to([28, 0, 0], [start, simFloor(11, 10, 0, { material: "lava" }), simFloor(26, 20)])],
  [
    "hazards",
    to([50, 0, 0], [start, simFloor(30, 60)], {
      hazards: [15, 25, 35].map((x) => ({ position: [x, 0.5, 0], size: [3, 1, 20] })),
    }),
  ],
  [
    "a block that moves across a gap",
    to(
      [54, 0, 0],
      [
        start,
        { position: [10, -1, 0], size: [6, 2, 6], motion: { by: [30, 0, 0], seconds: 3 } },
        simFloor(52, 12),
      ],
    ),
  ],
  ["a lift", to([24, 20, 0], LIFT)],
  [
    "a crusher",
    to(
      [40, 0, 0],
      [
        simFloor(20, 60),
        { position: [20, 12, 0], size: [6, 6, 20], motion: { by: [0, -8.9, 0], seconds: 1.5 } },
      ],
    ),
  ],
  [
    "a star before a drop without a way back",
    to([38, -12, 0], [start, simFloor(18, 12, -8), simFloor(36, 12, -12)], {
      stars: [{ position: [18, -5, 0] }, { position: [4, 2, 0] }],
    }),
  ],
];

describe("The path-finding bot", () => {
  it.each(WORLDS)("gets past %s", (_, world) => {
    expect(clearTicks(world, { maxTicks: 3_600, budget: 500_000 })).toBeGreaterThan(0);
  });

  // Every start is cleared in world-starts.test.ts, and every demo level is cleared in the nightly tests.
  it.each(["castle", "station"] as const)("clears a demo world of the theme '%s'", (theme) => {
    expect(clearTicks(THEMES[theme]({ seed: 5, difficulty: 9 }))).toBeGreaterThan(0);
  });

  it("finds no run where there is none, after bounded work", () => {
    expect(findRun(makeCourse(to([100, 0, 0], [start, simFloor(100, 12)])), { budget: 100_000 })).toBeNull();
    expect(findRun(makeCourse(to([26, 0, 0], [start, simFloor(24, 12)])), { maxTicks: 20 })).toBeNull();
  });

  it("makes the same run for the same seed, and others for other seeds", () => {
    const course = makeCourse(starterWorld());
    const log = (seed: number) => String(findRun(course, { seed })?.log);
    expect(log(1)).toBe(log(1));
    expect(new Set([0, 1, 2, 3].map(log)).size).toBe(4);
  });
});

describe("Variations of a run", () => {
  const course = makeCourse(starterWorld());

  it("clear the course, each in its own way", () => {
    const run = findRun(course, { isResting: true, startTick: 90 });
    expect(run).not.toBeNull();
    const logs = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const varied = run && varyRun(course, run, seed);
      expect(varied && verifyRun(course, varied.startTick, varied.log)).toMatchObject({
        ok: true,
        ticks: varied?.ticks,
      });
      expect(varied?.ticks).toBeGreaterThan(run?.ticks ?? 0);
      logs.add(String(varied?.log));
    }
    expect(logs.size).toBe(40);
  });

  it("keep moving blocks where the run met them", () => {
    const lift = makeCourse(
      simWorld(LIFT, { stars: [{ position: [-4, 2, 0] }], goal: { position: [24, 20, 0] } }),
    );
    const run = findRun(lift, { isResting: true });
    const varied = run && varyRun(lift, run, 1);
    expect(varied && verifyRun(lift, 0, varied.log)).toMatchObject({ ok: true });
    const longer = (varied?.ticks ?? 0) - (run?.ticks ?? 0);
    expect([longer > 0, longer % 360]).toEqual([true, 0]);
  });

  it("don't exist for a run that never rests", () => {
    const run = findRun(makeCourse(to([26, 0, 0], [start, simFloor(24, 12)])));
    expect(run && varyRun(makeCourse(to([26, 0, 0], [start, simFloor(24, 12)])), run, 1)).toBeNull();
  });
});
