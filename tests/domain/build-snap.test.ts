import * as fc from "fast-check";
import { nearestWithin, sidesOf, snapSide, snapTo, snapToSides, snapVector } from "#domain/build/snap.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { forAll } from "#tests/support/for-all.ts";
import { points } from "../support/block-part.ts";

const steps = fc.constantFrom(0.25, 0.5, 1, 2, 4, 5, 15, 45);

describe("Snapping to a step", () => {
  it("twice is the same as once", () => {
    forAll(points, steps, (point, step) => {
      const once = snapVector(point, step);
      expect(snapVector(once, step)).toEqual(once);
    });
  });

  it("moves by at most half a step", () => {
    forAll(points, steps, ([value], step) => {
      expect(Math.abs(snapTo(value, step) - value)).toBeLessThanOrEqual(step / 2 + 1e-9);
    });
  });

  it("is off with a step of 0", () => expect(snapTo(1.234, 0)).toBe(1.234));
});

describe("A snapped side", () => {
  it("is on the grid after the move, which changes by at most half a step", () => {
    forAll(points, points, steps, ([low], [by], step) => {
      const snapped = snapSide(low, by, step);
      expect(Math.abs(snapTo(low + snapped, step) - (low + snapped))).toBeLessThan(1e-9);
      expect(Math.abs(snapped - by)).toBeLessThanOrEqual(step / 2 + 1e-9);
    });
  });
});

describe("The nearest value within reach", () => {
  it("is what a search through all values finds", () => {
    const numbers = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 30 });
    forAll(
      numbers,
      fc.integer({ min: -60, max: 60 }),
      fc.integer({ min: 0, max: 9 }),
      (list, value, reach) => {
        const found = nearestWithin(
          [...list].sort((a, b) => a - b),
          value,
          reach,
        );
        const distances = list.map((one) => Math.abs(one - value)).filter((one) => one <= reach);
        expect(found === null ? null : Math.abs(found - value)).toBe(
          distances.length > 0 ? Math.min(...distances) : null,
        );
      },
    );
  });
});

describe("Snapping to sides", () => {
  const wall = { low: [10, 0, 0] as Vec3, high: [12, 4, 4] as Vec3 };
  const [x] = sidesOf([wall]);

  it("puts the nearer side of a box at another's side", () => {
    expect(snapToSides({ low: 0, high: 3.2 }, 6.5, x, 0.5)).toBeCloseTo(6.8, 9);
    expect(snapToSides({ low: 0, high: 3.2 }, 11.9, x, 0.5)).toBeCloseTo(12, 9);
  });

  it("does nothing out of reach", () => expect(snapToSides({ low: 0, high: 3.2 }, 4, x, 0.5)).toBe(null));
});
