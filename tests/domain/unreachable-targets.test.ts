import { unreachableTargets } from "#domain/build/unreachable-targets.ts";
import { type CourseWorld, makeCourse } from "#domain/sim/v1/course.ts";
import type { CourseBlock, Vec3 } from "#domain/sim/v1/solid.ts";
import { THEMES, type Theme } from "#scripts/seed/content/worlds/themes.ts";
import { expectCpuRatio } from "#tests/support/cpu.ts";
import { simFloor, simWorld } from "#tests/support/sim-worlds.ts";

const start = simFloor(0, 12);
const to = (
  goal: Vec3,
  blocks: readonly Partial<CourseBlock>[],
  more: Partial<CourseWorld> = {},
): CourseWorld => simWorld(blocks, { goal: { position: goal }, ...more });
const isInReach = (world: CourseWorld): boolean => unreachableTargets(makeCourse(world)).length === 0;

/** Goals that can be reached, and the same goals a little too far away. */
const PAIRS: [name: string, near: CourseWorld, far: CourseWorld][] = [
  ["a gap", to([26, 0, 0], [start, simFloor(25, 12)]), to([40, 0, 0], [start, simFloor(40, 12)])],
  ["a ledge", to([12, 6, 0], [start, simFloor(12, 8, 6)]), to([12, 16, 0], [start, simFloor(12, 8, 16)])],
  [
    "a drop",
    to([40, -30, 0], [start, simFloor(36, 12, -30)]),
    to([80, -30, 0], [start, simFloor(80, 12, -30)]),
  ],
  [
    "a bounce",
    to([24, 18, 0], [start, simFloor(11, 4, 0, { effect: "bounce" }), simFloor(24, 12, 18)]),
    to([24, 32, 0], [start, simFloor(11, 4, 0, { effect: "bounce" }), simFloor(24, 12, 32)]),
  ],
  [
    "a boosted jump",
    to([50, 0, 0], [simFloor(0, 40, 0, { effect: "boost" }), simFloor(52, 20)]),
    to([80, 0, 0], [simFloor(0, 40, 0, { effect: "boost" }), simFloor(80, 20)]),
  ],
  [
    "a block that moves across a gap",
    to([60, 0, 0], [start, simFloor(12, 6, 0, { motion: { by: [36, 0, 0], seconds: 4 } }), simFloor(60, 12)]),
    to([90, 0, 0], [start, simFloor(12, 6, 0, { motion: { by: [36, 0, 0], seconds: 4 } }), simFloor(90, 12)]),
  ],
  [
    "a lift",
    to(
      [24, 20, 0],
      [start, simFloor(10, 6, 0, { motion: { by: [0, 20, 0], seconds: 4 } }), simFloor(22, 12, 20)],
    ),
    to(
      [24, 40, 0],
      [start, simFloor(10, 6, 0, { motion: { by: [0, 20, 0], seconds: 4 } }), simFloor(22, 12, 40)],
    ),
  ],
  [
    "water",
    to(
      [44, 1, 0],
      [start, { position: [21, -5, 0], size: [30, 8, 8], material: "water" }, simFloor(42, 12, 1)],
    ),
    to(
      [70, 1, 0],
      [start, { position: [21, -5, 0], size: [30, 8, 8], material: "water" }, simFloor(70, 12, 1)],
    ),
  ],
  [
    "a ramp",
    to([20, 20, 0], [start, { position: [20, 10, 0], size: [28, 20, 8], shape: "wedge" }]),
    to([20, 40, 0], [start, { position: [20, 10, 0], size: [28, 20, 8], shape: "wedge" }]),
  ],
  [
    "a checkpoint in the air, to which players return",
    to([40, 12, 0], [start, simFloor(40, 12, 12)], {
      checkpoints: [{ position: [6, 2, 0] }, { position: [12, 7, 0] }, { position: [24, 12, 0] }],
    }),
    to([40, 12, 0], [start, simFloor(40, 12, 12)], { checkpoints: [{ position: [90, 12, 0] }] }),
  ],
  [
    "a spawn that lifts players out of a block",
    to([0, 20, 0], [start, { position: [0, 10, 0], size: [4, 20, 4] }]),
    to([0, 20, 0], [start, { position: [9, 10, 0], size: [4, 20, 4] }]),
  ],
];

describe("The search for what is out of reach", () => {
  it.each(PAIRS)("knows how far one gets by %s", (_, near, far) => {
    expect(isInReach(near)).toBe(true);
    expect(isInReach(far)).toBe(false);
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
