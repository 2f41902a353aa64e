import fc from "fast-check";
import { spiritLevel, spiritProgress, spiritStart, spiritTier } from "#domain/users/spirit.ts";
import { forAll } from "#tests/support/for-all.ts";

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
])("%i XP is spirit level %i", (xp, level) => expect(spiritLevel(xp)).toBe(level));

const xp = fc.oneof(fc.nat(100_000), fc.integer({ min: 0, max: 1_000_000_000_000 }));

test("XP lies between the start of its spirit level and that of the next", () => {
  forAll(xp, (amount) => {
    const level = spiritLevel(amount);
    expect(spiritStart(level)).toBeLessThanOrEqual(amount);
    expect(spiritStart(level + 1)).toBeGreaterThan(amount);
  });
});

test("each spirit level begins exactly at its start", () => {
  for (let level = 2; level < 200_000; level += level < 3_000 ? 1 : 997) {
    expect(spiritLevel(spiritStart(level))).toBe(level);
    expect(spiritLevel(spiritStart(level) - 1)).toBe(level - 1);
  }
});

test.each([
  [0, { level: 1, gained: 0, needed: 100, missing: 100, share: 0 }],
  [150, { level: 2, gained: 50, needed: 200, missing: 150, share: 0.25 }],
  [4_500, { level: 10, gained: 0, needed: 1_000, missing: 1_000, share: 0 }],
])("%i XP has the progress %o", (amount, progress) => expect(spiritProgress(amount)).toEqual(progress));

test("the gained and the missing XP add up to the needed XP", () => {
  forAll(xp, (amount) => {
    const { level, gained, needed, missing, share } = spiritProgress(amount);
    expect(gained + missing).toBe(needed);
    expect(missing).toBeGreaterThan(0);
    expect(share).toBeLessThan(1);
    expect(spiritLevel(amount + missing)).toBe(level + 1);
  });
});

test.each([
  [1, 0],
  [9, 0],
  [10, 10],
  [19, 10],
  [42, 40],
  [99, 90],
  [100, 0],
  [123, 20],
])("spirit level %i has the picture of %i: ten times its tens digit", (level, tier) => {
  expect(spiritTier(level)).toBe(tier);
});
