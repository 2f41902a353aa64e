import { unreachableTargets } from "#domain/build/unreachable-targets.ts";
import { type CourseWorld, makeCourse } from "#domain/sim/v1/course.ts";
import type { CourseBlock, Vec3 } from "#domain/sim/v1/solid.ts";
import { THEMES, type Theme } from "#scripts/seed/content/worlds/themes.ts";
import { expectCpuRatio } from "#tests/support/cpu.ts";
import { simFloor, simWorld } from "#tests/support/sim-worlds.ts";

const start = simFloor(0, 12);
const to = (goal: Vec3, blocks: readonly Partial<CourseBlock>[], more: Partial<CourseWorld> = {}) =>
  simWorld(blocks, { goal: { position: goal }, ...more });
const isInReach = (world: CourseWorld): boolean => unreachableTargets(makeCourse(world)).length === 0;

const CHECKPOINTS = [
  { position: [6, 2, 0] },
  { position: [12, 7, 0] },
  { position: [24, 12, 0] },
  { position: [90, 12, 0] },
] as const;
const POOL = { position: [21, -5, 0], size: [30, 8, 8], material: "water" } as const;
const moving = (by: Vec3) => ({ motion: { by, seconds: 4 } });

/** Worlds by a number: the first one leaves their goal within reach, the second one a little too far away. */
const PAIRS: [name: string, worldOf: (at: number) => CourseWorld, near: number, far: number][] = [
  ["a gap", (x) => to([x, 0, 0], [start, simFloor(x, 12)]), 25, 40],
  ["a ledge", (y) => to([12, y, 0], [start, simFloor(12, 8, y)]), 6, 16],
  ["a drop", (x) => to([x, -30, 0], [start, simFloor(x, 12, -30)]), 36, 80],
  [
    "a bounce",
    (y) => to([24, y, 0], [start, simFloor(11, 4, 0, { effect: "bounce" }), simFloor(24, 12, y)]),
    18,
    32,
  ],
  [
    "a boosted jump",
    (x) => to([x, 0, 0], [simFloor(0, 40, 0, { effect: "boost" }), simFloor(x, 20)]),
    52,
    80,
  ],
  [
    "a block that moves across a gap",
    (x) => to([x, 0, 0], [start, simFloor(12, 6, 0, moving([36, 0, 0])), simFloor(x, 12)]),
    60,
    90,
  ],
  [
    "a lift",
    (y) => to([24, y, 0], [start, simFloor(10, 6, 0, moving([0, 20, 0])), simFloor(22, 12, y)]),
    20,
    40,
  ],
  ["water", (x) => to([x, 1, 0], [start, POOL, simFloor(x, 12, 1)]), 42, 70],
  [
    "a ramp",
    (y) => to([20, y, 0], [start, { position: [20, 10, 0], size: [28, 20, 8], shape: "wedge" }]),
    20,
    40,
  ],
  [
    "a checkpoint in the air, to which players return",
    (from) => to([40, 12, 0], [start, simFloor(40, 12, 12)], { checkpoints: CHECKPOINTS.slice(from) }),
    0,
    3,
  ],
  [
    "a spawn that lifts players out of a block",
    (x) => to([0, 20, 0], [start, { position: [x, 10, 0], size: [4, 20, 4] }]),
    0,
    9,
  ],
];

describe("The search for what is out of reach", () => {
  it.each(PAIRS)("knows how far one gets by %s", (_, worldOf, near, far) => {
    expect([near, far].map((at) => isInReach(worldOf(at)))).toEqual([true, false]);
  });

  it("doesn't stand on lava or on blocks without collision", () => {
    for (const block of [{ material: "lava" }, { effect: "ghost" }] as const)
      expect(isInReach(to([40, 0, 0], [start, simFloor(20, 12, 0, block), simFloor(40, 12)]))).toBe(false);
    expect(isInReach(to([40, 0, 0], [start, simFloor(20, 12), simFloor(40, 12)]))).toBe(true);
  });

  it("names the stars and the goal", () => {
    const world = to([60, 0, 0], [start], {
      stars: [{ position: [3, 2, 0] }, { position: [0, 30, 0] }, { position: [5, 3, 5] }],
    });
    expect(unreachableTargets(makeCourse(world))).toEqual([
      { kind: "star", index: 1, position: [0, 30, 0] },
      { kind: "goal", index: 0, position: [60, 0, 0] },
    ]);
  });

  it.each(Object.keys(THEMES) as Theme[])("doubts nothing in the demo worlds of the theme '%s'", (theme) => {
    for (const seed of [1, 2, 3, 4, 5])
      for (const difficulty of [1, 5, 10]) expect(isInReach(THEMES[theme]({ seed, difficulty }))).toBe(true);
  });

  it("doubts nothing in a level that needs too many steps, and costs no more than one with half the blocks", () => {
    const level = (count: number) => {
      const blocks = Array.from({ length: count }, (_, i) => ({
        position: [(i % 100) * 6, 0, Math.floor(i / 100) * 6] as Vec3,
        size: [4, 1, 4] as Vec3,
      }));
      return makeCourse(to([0, 300, 0], blocks));
    };
    const [small, half, full] = [level(500), level(10_000), level(20_000)];
    expect(unreachableTargets(small)).toHaveLength(1);
    expect(unreachableTargets(full)).toEqual([]);
    expectCpuRatio(
      () => unreachableTargets(full),
      () => unreachableTargets(half),
      4,
    );
  });
});
