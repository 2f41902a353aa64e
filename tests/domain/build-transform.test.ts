import fc from "fast-check";
import {
  addVectors,
  axisRotation,
  centerOf,
  directionOf,
  eulerOf,
  type Matrix,
  matrixOf,
  multiply,
  partBounds,
  partsBounds,
  subtractVectors,
  transform,
  wrapDegrees,
} from "#domain/build/bounds.ts";
import { limitFields } from "#domain/build/limit-fields.ts";
import {
  type AxisIndex,
  isSized,
  mirrorFields,
  motionFields,
  moveFields,
  resizeFields,
  rotateFields,
  scaleFields,
} from "#domain/build/move-fields.ts";
import { type BlockPart, type PlacedPart, withFields } from "#domain/build/part.ts";
import { nearestWithin, sidesOf, snapSide, snapTo, snapToSides, snapVector } from "#domain/build/snap.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { angles, blockPart, blocks, placed, points } from "#tests/support/block-part.ts";
import { forAll } from "#tests/support/for-all.ts";

const axes = fc.constantFrom<AxisIndex>(0, 1, 2);

function expectNear(actual: readonly number[], expected: readonly number[], tolerance = 1e-6): void {
  for (const [i, value] of expected.entries())
    expect(Math.abs((actual[i] ?? Number.NaN) - value)).toBeLessThanOrEqual(tolerance);
}

/** Everything about a part that can be seen, as numbers that don't depend on how a rotation is written. */
function looks(part: PlacedPart): number[] {
  const list: number[] = [...part.position];
  if (isSized(part)) list.push(...part.size);
  if (part.kind === "block") list.push(...matrixOf(part.rotation), ...(part.motion?.by ?? []));
  if (part.kind === "checkpoint" || part.kind === "spawn") list.push(...directionOf(part.yaw ?? 0));
  return list;
}

const change = <T extends PlacedPart>(part: T, fields: Record<string, unknown>): T =>
  withFields(part, fields) as T;

describe("Euler angles of a matrix", () => {
  it("give the same matrix again, also where two rotations are around the same axis, and once rounded", () => {
    forAll(angles, (rotation) => {
      const matrix = matrixOf(rotation);
      expectNear(matrixOf(eulerOf(matrix)), matrix, 1e-5);
      const { fields } = limitFields({ rotation: eulerOf(matrix) });
      expectNear(matrixOf((fields.rotation ?? undefined) as Vec3 | undefined), matrix, 1e-4);
    });
  });

  it("stay readable after a quarter of a turn around Y", () => {
    const { fields } = limitFields({ rotation: eulerOf(axisRotation(1, 90)) });
    expect(fields.rotation).toEqual([0, 90, 0]);
  });
});

it("Moving a part there and back leaves it where it was", () => {
  forAll(placed, points, (part, by) => {
    const there = change(part, moveFields(part, by));
    const back = change(there, moveFields(there, subtractVectors([0, 0, 0], by)));
    expectNear(looks(back), looks(part));
  });
});

describe("Rotating a part", () => {
  const isTurnable = (part: PlacedPart) => part.kind === "block" || part.kind === "star";

  it("and back leaves it as it was", () => {
    const degrees = fc.integer({ min: -179, max: 179 });
    forAll(placed.filter(isTurnable), points, axes, degrees, (part, pivot, axis, by) => {
      const there = change(part, rotateFields(part, pivot, axisRotation(axis, by)));
      const back = change(there, rotateFields(there, pivot, axisRotation(axis, -by)));
      expectNear(looks(back), looks(part), 1e-4);
    });
  });

  it("keeps its distance from the pivot", () => {
    forAll(placed, points, axes, fc.integer({ min: -720, max: 720 }), (part, pivot, axis, degrees) => {
      const { position } = rotateFields(part, pivot, axisRotation(axis, degrees)) as { position: Vec3 };
      const before = Math.hypot(...subtractVectors(part.position, pivot));
      expect(Math.hypot(...subtractVectors(position, pivot))).toBeCloseTo(before, 6);
    });
  });

  it("adds to the yaw of a checkpoint around Y and keeps it around other axes within a quarter", () => {
    const part: PlacedPart = { kind: "checkpoint", position: [0, 0, 0], yaw: 30 };
    expect(limitFields(rotateFields(part, [0, 0, 0], axisRotation(1, 45))).fields.yaw).toBe(75);
    expect(limitFields(rotateFields({ ...part, yaw: 0 }, [0, 0, 0], axisRotation(0, 45))).fields.yaw).toBe(
      null,
    );
  });

  it("swaps the sides of a hazard with a quarter of a turn, but not with an eighth", () => {
    const part: PlacedPart = { kind: "hazard", hazard: "lava", position: [0, 0, 0], size: [1, 2, 3] };
    expect(rotateFields(part, [0, 0, 0], axisRotation(1, 90)).size).toEqual([3, 2, 1]);
    expect(rotateFields(part, [0, 0, 0], axisRotation(0, -90)).size).toEqual([1, 3, 2]);
    expect(rotateFields(part, [0, 0, 0], axisRotation(1, 45)).size).toEqual([1, 2, 3]);
  });

  it("turns the motion of a block along", () => {
    const part = blockPart({ motion: { by: [0, 0, 8], seconds: 3 } });
    expect(limitFields(rotateFields(part, [0, 0, 0], axisRotation(1, 90))).fields.motion).toEqual({
      by: [8, 0, 0],
      seconds: 3,
    });
  });
});

describe("Mirroring a part", () => {
  it("twice leaves it as it was", () => {
    forAll(placed, points, fc.constantFrom<0 | 2>(0, 2), (part, at, axis) => {
      const once = change(part, mirrorFields(part, axis, at));
      expectNear(looks(change(once, mirrorFields(once, axis, at))), looks(part), 1e-4);
    });
  });

  /** The corners of a wedge's slope and floor around its center. */
  const corners = ({ position, size, rotation }: BlockPart): Vec3[] =>
    (
      [
        [-0.5, 0.5, -0.5],
        [0.5, 0.5, -0.5],
        [-0.5, -0.5, 0.5],
        [0.5, -0.5, 0.5],
        [-0.5, -0.5, -0.5],
        [0.5, -0.5, -0.5],
      ] as Vec3[]
    ).map(([x, y, z]) =>
      addVectors(position, transform(matrixOf(rotation), [x * size[0], y * size[1], z * size[2]])),
    );

  it("puts every corner of a wedge where its mirror image is", () => {
    const wedges = blocks.map((block): BlockPart => ({ ...block, shape: "wedge" }));
    forAll(wedges, points, fc.constantFrom<0 | 2>(0, 2), (wedge, at, axis) => {
      const mirrored = corners(change(wedge, mirrorFields(wedge, axis, at)));
      for (const corner of corners(wedge)) {
        const image: Vec3 = [...corner];
        image[axis] = 2 * at[axis] - image[axis];
        const nearest = Math.min(...mirrored.map((one) => Math.hypot(...subtractVectors(one, image))));
        expect(nearest).toBeLessThan(1e-3);
      }
    });
  });

  it("leaves an upright box without a rotation, and turns the motion and the view around", () => {
    expect(limitFields(mirrorFields(blockPart(), 2, [0, 0, 0])).fields.rotation).toBe(null);
    const block = blockPart({ motion: { by: [5, 1, 2], seconds: 2 } });
    expect(mirrorFields(block, 0, [0, 0, 0]).motion).toEqual({ by: [-5, 1, 2], seconds: 2 });
    const spot: PlacedPart = { kind: "spawn", position: [0, 0, 0], yaw: 30 };
    expect(limitFields(mirrorFields(spot, 0, [0, 0, 0])).fields.yaw).toBe(-30);
    expect(limitFields(mirrorFields(spot, 2, [0, 0, 0])).fields.yaw).toBe(150);
  });
});

describe("Resizing a part", () => {
  const lengths = fc.double({ min: 0.05, max: 400, noNaN: true });

  it("keeps the opposite side where it is", () => {
    const sides = fc.constantFrom<1 | -1>(1, -1);
    forAll(blocks, axes, sides, lengths, fc.boolean(), (block, axis, side, length, isEven) => {
      const opposite = ({ position, size, rotation }: BlockPart): Vec3 => {
        const local: Vec3 = [0, 0, 0];
        local[axis] = (-side * size[axis]) / 2;
        return addVectors(position, transform(matrixOf(rotation), local));
      };
      const after = change(block, resizeFields(block, { axis, side, length, isEven }));
      expect(after.size[axis]).toBeCloseTo(length, 9);
      expectNear(opposite(after), opposite(block));
    });
  });

  it("keeps the proportions if it is even", () => {
    const even = { axis: 1, side: 1, length: 4, isEven: true } as const;
    const { size } = resizeFields(blockPart({ size: [1, 2, 4] }), even);
    expect(size).toEqual([2, 4, 8]);
  });
});

describe("Scaling parts", () => {
  it("scales the box around them and keeps its anchor", () => {
    const parts = [blockPart(), blockPart({ position: [10, 2, -6], size: [2, 6, 2] })];
    const before = partsBounds(parts);
    const after = partsBounds(
      parts.map((part) => change(part, scaleFields(part, before?.low ?? [0, 0, 0], [2, 1, 0.5]))),
    );
    expect(after).toEqual({ low: before?.low, high: [-2 + 13 * 2, 5, -7 + 9 * 0.5] });
  });

  it("by the same factor everywhere makes a rotated block grow evenly", () => {
    forAll(blocks, points, fc.double({ min: 0.1, max: 10, noNaN: true }), (block, anchor, factor) => {
      const after = change(block, scaleFields(block, anchor, [factor, factor, factor]));
      expectNear(
        after.size,
        block.size.map((length) => length * factor),
        1e-6,
      );
    });
  });
});

it("The end of a motion is a vector from the block", () => {
  const block = blockPart({ position: [1, 2, 3], motion: { by: [0, 0, 0], seconds: 7 } });
  expect(motionFields(block, [4, 2, 1])).toEqual({ motion: { by: [3, 0, -2], seconds: 7 } });
});

describe("Limited fields", () => {
  it("are rounded, within limits, and stay the same when they are limited again", () => {
    const wild = fc.double({ min: -1e5, max: 1e5, noNaN: true });
    const vectors = fc.tuple(wild, wild, wild);
    forAll(vectors, vectors, angles, wild, (position, size, rotation, yaw) => {
      const once = limitFields({ position, size, rotation, yaw });
      expect(limitFields(once.fields)).toEqual({ fields: once.fields, isLimited: false });
      for (const value of once.fields.position as Vec3) expect(Math.abs(value)).toBeLessThanOrEqual(4096);
      for (const value of once.fields.size as Vec3) expect(value).toBeGreaterThanOrEqual(0.05);
    });
  });

  it("report that a number was outside, and have no rotation without an angle and no negative zero", () => {
    expect(limitFields({ position: [5000, 0, 0] })).toEqual({
      fields: { position: [4096, 0, 0] },
      isLimited: true,
    });
    expect(limitFields({ position: [4096, 0, 0] }).isLimited).toBe(false);
    const { fields } = limitFields({ rotation: [360, -0.0001, 720], position: [-0.0001, 0, -0], yaw: 360 });
    expect(fields).toMatchObject({ rotation: null, yaw: null });
    expect((fields.position as Vec3).every((value) => Object.is(value, 0))).toBe(true);
  });

  it.each([
    [190, -170],
    [-180, 180],
    [180, 180],
    [540, 180],
    [-350, 10],
  ])("wrap %d degrees to %d", (degrees, wrapped) => expect(wrapDegrees(degrees)).toBe(wrapped));
});

describe("The box around a part", () => {
  it("has a block's center, however it is rotated, stands on the ground of others, and is null around nothing", () => {
    forAll(blocks, (block) => expectNear(centerOf(partBounds(block)), block.position, 1e-9));
    expect(partBounds({ kind: "spawn", position: [1, 5, 2] }).low[1]).toBe(5);
    expect(partsBounds([])).toBe(null);
  });
});

it("A product of rotations turns as one after the other does", () => {
  forAll(angles, angles, points, (a, b, point) => {
    const [first, second]: [Matrix, Matrix] = [matrixOf(a), matrixOf(b)];
    expectNear(transform(multiply(second, first), point), transform(second, transform(first, point)), 1e-6);
  });
});

const steps = fc.constantFrom(0.25, 0.5, 1, 2, 4, 5, 15, 45);

describe("Snapping to a step", () => {
  it("moves by at most half a step, once, and is off with a step of 0", () => {
    forAll(points, steps, (point, step) => {
      const once = snapVector(point, step);
      expect(snapVector(once, step)).toEqual(once);
      for (const [axis, value] of once.entries())
        expect(Math.abs(value - (point[axis] as number))).toBeLessThanOrEqual(step / 2 + 1e-9);
    });
    expect(snapTo(1.234, 0)).toBe(1.234);
  });
});

it("A snapped side is on the grid after the move, which changes by at most half a step", () => {
  forAll(points, points, steps, ([low], [by], step) => {
    const snapped = snapSide(low, by, step);
    expect(Math.abs(snapTo(low + snapped, step) - (low + snapped))).toBeLessThan(1e-9);
    expect(Math.abs(snapped - by)).toBeLessThanOrEqual(step / 2 + 1e-9);
  });
});

it("The nearest value within reach is what a search through all values finds", () => {
  const number = fc.integer({ min: -60, max: 60 });
  forAll(fc.array(number, { maxLength: 30 }), number, fc.nat(9), (list, value, reach) => {
    const sorted = list.toSorted((a, b) => a - b);
    const found = nearestWithin(sorted, value, reach);
    const distances = list.map((one) => Math.abs(one - value)).filter((one) => one <= reach);
    expect(found === null ? null : Math.abs(found - value)).toBe(
      distances.length > 0 ? Math.min(...distances) : null,
    );
  });
});

describe("Snapping to sides", () => {
  const wall = { low: [10, 0, 0] as Vec3, high: [12, 4, 4] as Vec3 };
  const [x] = sidesOf([wall]);

  it("puts the nearer side of a box at another's side, and does nothing out of reach", () => {
    expect(snapToSides({ low: 0, high: 3.2 }, 6.5, x, 0.5)).toBeCloseTo(6.8, 9);
    expect(snapToSides({ low: 0, high: 3.2 }, 11.9, x, 0.5)).toBeCloseTo(12, 9);
    expect(snapToSides({ low: 0, high: 3.2 }, 4, x, 0.5)).toBe(null);
  });
});
