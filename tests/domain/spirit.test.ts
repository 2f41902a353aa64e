import fc from "fast-check";
import { expect, test } from "vitest";
import { spiritLevel, spiritStart } from "#domain/users/spirit.ts";

test.each([
  [0, 1],
  [99, 1],
  [100, 2],
  [299, 2],
  [300, 3],
  [599, 3],
  [600, 4],
  [4_499, 9],
  [4_500, 10],
])("%i XP is spirit level %i", (xp, level) => {
  expect(spiritLevel(xp)).toBe(level);
});

const xp = fc.oneof(fc.nat(100_000), fc.integer({ min: 0, max: 1_000_000_000_000 }));

test("XP lies between the start of its spirit level and that of the next", () => {
  fc.assert(
    fc.property(xp, (amount) => {
      const level = spiritLevel(amount);
      expect(spiritStart(level)).toBeLessThanOrEqual(amount);
      expect(spiritStart(level + 1)).toBeGreaterThan(amount);
    }),
  );
});

test("each spirit level begins exactly at its start", () => {
  for (let level = 2; level < 200_000; level += level < 3_000 ? 1 : 997) {
    expect(spiritLevel(spiritStart(level))).toBe(level);
    expect(spiritLevel(spiritStart(level) - 1)).toBe(level - 1);
  }
});

test("more XP is never a lower spirit level", () => {
  fc.assert(
    fc.property(xp, xp, (a, b) => {
      expect(spiritLevel(Math.max(a, b))).toBeGreaterThanOrEqual(spiritLevel(Math.min(a, b)));
    }),
  );
});
