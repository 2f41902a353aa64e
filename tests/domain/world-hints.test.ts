import fc from "fast-check";
import { castSphere } from "#domain/sim/cast-sphere.ts";
import { type CourseWorld, makeCourse } from "#domain/sim/v1/course.ts";
import type { CourseBlock, Vec3 } from "#domain/sim/v1/solid.ts";
import { depthInside, worldHints } from "#domain/sim/world-hints.ts";
import { THEMES } from "#scripts/seed/content/worlds/themes.ts";
import { forAll } from "#tests/support/for-all.ts";

const FLOOR: CourseBlock = { shape: "box", position: [0, -1, 0], size: [40, 2, 40] };
const worldOf = (more: Partial<CourseWorld>): CourseWorld => ({
  spawn: { position: [0, 0, 0] },
  goal: { position: [10, 0, 0] },
  stars: [],
  checkpoints: [],
  hazards: [],
  blocks: [FLOOR],
  ...more,
});
const kinds = (world: CourseWorld) => worldHints(world).map(({ kind }) => kind);

describe("The hints for a world's creator", () => {
  it("are empty for an ordinary world", () => {
    expect(
      worldHints(worldOf({ stars: [{ position: [5, 2, 0] }], checkpoints: [{ position: [3, 0, 3] }] })),
    ).toEqual([]);
  });

  it("name a spawn and a checkpoint inside blocks, and how far they are lifted", () => {
    const block: CourseBlock = { shape: "box", position: [0, 1, 0], size: [4, 2, 4] };
    const hints = worldHints(worldOf({ blocks: [FLOOR, block], checkpoints: [{ position: [0, 0.5, 0] }] }));
    expect(hints.map(({ text }) => text)).toEqual([
      "The spawn is inside a block, so players start 2 units higher. Move it or the block.",
      "Checkpoint 1 is inside a block, so players start 1.5 units higher. Move it or the block.",
    ]);
    expect(hints[1]?.position).toEqual([0, 0.5, 0]);
  });

  it("name a star that no one can reach, a goal below the height at which players die, and too many blocks in one place", () => {
    expect(kinds(worldOf({ stars: [{ position: [0, -1, 0] }] }))).toEqual([]);
    const mountain: CourseBlock = { shape: "box", position: [15, 10, 0], size: [10, 20, 10] };
    expect(kinds(worldOf({ blocks: [FLOOR, mountain], stars: [{ position: [15, 10, 0] }] }))).toEqual([
      "out_of_reach",
    ]);
    expect(kinds(worldOf({ goal: { position: [0, -60, 0] } }))).toEqual(["below_fall_line"]);
    const blocks = Array.from({ length: 500 }, (): CourseBlock => ({ ...FLOOR, rotation: [0, 1, 0] }));
    expect(kinds(worldOf({ blocks }))).toContain("too_costly");
  });

  it.each(Object.entries(THEMES).map(([name, build]) => ({ name, build })))(
    "are empty for the demo worlds of the theme $name",
    ({ build }) => {
      for (const seed of [1, 2, 3, 4]) expect(worldHints(build({ seed, difficulty: 2 * seed }))).toEqual([]);
    },
  );
});

const courseOf = (...blocks: CourseBlock[]) =>
  makeCourse({ spawn: { position: [0, 0, 0] }, stars: [], checkpoints: [], hazards: [], blocks });
const WALL: CourseBlock = { shape: "box", position: [10, 0, 0], size: [2, 20, 20] };

describe("A camera's sphere", () => {
  it("stops at a wall, also a moving one, and passes water, scenery and a block that it starts in", () => {
    expect(castSphere(courseOf(WALL), 0, [0, 0, 0], [20, 0, 0], 0.5)).toBeCloseTo(8.5 / 20, 9);
    expect(castSphere(courseOf(WALL), 0, [0, 30, 0], [20, 30, 0], 0.5)).toBe(1);
    expect(castSphere(courseOf(WALL), 0, [0, 0, 0], [-20, 0, 0], 0.5)).toBe(1);
    expect(castSphere(courseOf(WALL), 0, [10, 0, 0], [30, 0, 0], 0.5)).toBe(1);
    const moving: CourseBlock = { ...WALL, motion: { by: [10, 0, 0], seconds: 1 } };
    expect(castSphere(courseOf(moving), 60, [0, 0, 0], [20, 0, 0], 0.5)).toBeCloseTo(18.5 / 20, 9);
    expect(castSphere(courseOf({ ...WALL, material: "water" }), 0, [0, 0, 0], [20, 0, 0], 0.5)).toBe(1);
    expect(castSphere(courseOf({ ...WALL, effect: "ghost" }), 0, [0, 0, 0], [20, 0, 0], 0.5)).toBe(1);
  });

  it("never ends inside a block", () => {
    const angle = fc.integer({ min: -180, max: 180 });
    const target = fc
      .tuple(angle, angle, angle)
      .map((angles) => angles.map((one) => one / 3) as unknown as Vec3);
    forAll(fc.tuple(angle, angle, angle), target, (rotation, to) => {
      const course = courseOf({ shape: "box", position: [20, 0, 0], size: [10, 4, 6], rotation });
      const share = castSphere(course, 0, [0, 0, 0], to, 0.3);
      const end = to.map((one) => one * share) as unknown as Vec3;
      expect(depthInside(course, end)).toBeLessThan(1e-9);
    });
  });
});

it("The depth inside blocks is the distance to the nearest side, and 0 in water and in blocks that move away", () => {
  expect(depthInside(courseOf(WALL), [10, 0, 0])).toBe(1);
  expect(depthInside(courseOf(WALL), [10.75, 0, 0])).toBe(0.25);
  expect(depthInside(courseOf(WALL), [12, 0, 0])).toBe(0);
  expect(depthInside(courseOf({ ...WALL, material: "water" }), [10, 0, 0])).toBe(0);
  expect(depthInside(courseOf({ ...WALL, motion: { by: [0, 40, 0], seconds: 2 } }), [10, 0, 0])).toBe(0);
});
