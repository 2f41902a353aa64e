import fc from "fast-check";
import type { AchievementSet } from "#domain/achievements/api.ts";
import { achievementProgress, percent, setProgress } from "#domain/achievements/progress.ts";
import { spiritLevel, spiritProgress, spiritStart, spiritTier } from "#domain/users/spirit.ts";
import { forAll } from "#tests/support/for-all.ts";

const GOT = { created_at: "", created_at_formatted: "" };

/** A set with these targets, of which the user has obtained the first `obtained`. */
const setWith = (user_progress: number, values: readonly number[], obtained: number): AchievementSet => ({
  id: 1,
  name: "Explorer",
  description: "",
  image_url: "",
  default_achievement_description: "",
  user_progress,
  achievements: values.map((value, i) => ({
    id: i,
    name: `No. ${i}`,
    description: "",
    image_url: "",
    value,
    reward: null,
    user_achievement: i < obtained ? GOT : null,
  })),
});

test.each([
  [0, false, 0, 0],
  [12, false, 12, 0.24],
  [50, false, 50, 1],
  [80, false, 50, 1],
  [80, true, 50, 1],
  [3, true, 50, 1],
])(
  "the progress of an achievement with a count of %i of 50 (obtained: %s) is %i",
  (count, isTheirs, current, share) => {
    const progress = { user_progress: count };
    expect(achievementProgress(progress, { value: 50, user_achievement: isTheirs ? GOT : null })).toEqual({
      current,
      total: 50,
      share,
    });
  },
);

describe("the progress of a set", () => {
  const TARGETS = [1, 10, 50, 250];

  test.each([
    [0, 0, 0, "No. 0"],
    [1, 1, 0.25, "No. 1"],
    [10, 2, 0.5, "No. 2"],
    [30, 2, 0.625, "No. 2"],
    [249, 3, 0.99875, "No. 3"],
  ])("with a count of %i and %i of 4 obtained is %f, and %s is next", (count, obtained, share, next) => {
    const progress = setProgress(setWith(count, TARGETS, obtained));
    expect(progress).toMatchObject({ obtained, total: 4, share, next: { name: next } });
  });

  test("is complete once every achievement is obtained, and lies between the share of those and of one more", () => {
    expect(setProgress(setWith(0, TARGETS, 4))).toEqual({ obtained: 4, total: 4, next: null, share: 1 });
    forAll(fc.integer({ min: -5, max: 2_000 }), fc.nat(4), (count, obtained) => {
      const { share } = setProgress(setWith(count, TARGETS, obtained));
      expect(share).toBeGreaterThanOrEqual(obtained / 4);
      expect(share).toBeLessThanOrEqual(Math.min(1, (obtained + 1) / 4));
    });
  });
});

test("a percentage is 100 only when nothing is missing, and exact hundredths stay exact", () => {
  expect(percent(0.99999)).toBe(99);
  expect(percent(1)).toBe(100);
  for (let n = 0; n <= 100; n++) expect(percent(n / 100)).toBe(n);
});

test.each([
  [0, 1],
  [99, 1],
  [100, 2],
  [300, 3],
  [4_500, 10],
])("%i XP is spirit level %i", (xp, level) => expect(spiritLevel(xp)).toBe(level));

const xp = fc.oneof(fc.nat(100_000), fc.integer({ min: 0, max: 1_000_000_000_000 }));

test("each spirit level begins exactly at its start, and XP lies between that and the start of the next", () => {
  forAll(xp, (amount) => {
    const level = spiritLevel(amount);
    expect(spiritStart(level)).toBeLessThanOrEqual(amount);
    expect(spiritStart(level + 1)).toBeGreaterThan(amount);
  });
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
