import * as fc from "fast-check";
import { castSphere } from "#domain/sim/cast-sphere.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import type { CourseBlock, Vec3 } from "#domain/sim/v1/solid.ts";
import { depthInside } from "#domain/sim/world-hints.ts";
import { forAll } from "#tests/support/for-all.ts";

const courseOf = (...blocks: CourseBlock[]) =>
  makeCourse({ spawn: { position: [0, 0, 0] }, stars: [], checkpoints: [], hazards: [], blocks });
const WALL: CourseBlock = { shape: "box", position: [10, 0, 0], size: [2, 20, 20] };

describe("A camera's sphere", () => {
  it("stops at a wall", () => {
    expect(castSphere(courseOf(WALL), 0, [0, 0, 0], [20, 0, 0], 0.5)).toBeCloseTo(8.5 / 20, 9);
  });

  it("passes where there is none", () => {
    expect(castSphere(courseOf(WALL), 0, [0, 30, 0], [20, 30, 0], 0.5)).toBe(1);
    expect(castSphere(courseOf(WALL), 0, [0, 0, 0], [-20, 0, 0], 0.5)).toBe(1);
  });

  it("follows a moving wall and passes through water and scenery", () => {
    const moving: CourseBlock = { ...WALL, motion: { by: [10, 0, 0], seconds: 1 } };
    expect(castSphere(courseOf(moving), 60, [0, 0, 0], [20, 0, 0], 0.5)).toBeCloseTo(18.5 / 20, 9);
    expect(castSphere(courseOf({ ...WALL, material: "water" }), 0, [0, 0, 0], [20, 0, 0], 0.5)).toBe(1);
    expect(castSphere(courseOf({ ...WALL, effect: "ghost" }), 0, [0, 0, 0], [20, 0, 0], 0.5)).toBe(1);
  });

  it("ignores a block that it starts in", () => {
    expect(castSphere(courseOf(WALL), 0, [10, 0, 0], [30, 0, 0], 0.5)).toBe(1);
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

describe("The depth inside blocks", () => {
  it("is the distance to the nearest side of the block around the point", () => {
    expect(depthInside(courseOf(WALL), [10, 0, 0])).toBe(1);
    expect(depthInside(courseOf(WALL), [10.75, 0, 0])).toBe(0.25);
    expect(depthInside(courseOf(WALL), [12, 0, 0])).toBe(0);
  });

  it("is 0 in water and in blocks that move away", () => {
    expect(depthInside(courseOf({ ...WALL, material: "water" }), [10, 0, 0])).toBe(0);
    expect(depthInside(courseOf({ ...WALL, motion: { by: [0, 40, 0], seconds: 2 } }), [10, 0, 0])).toBe(0);
  });
});
