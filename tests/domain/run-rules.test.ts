import fc from "fast-check";
import { fastestClear, topSpeed } from "#domain/clears/rules.ts";
import {
  isRecognizable,
  MAX_RANK,
  medalOf,
  placeInList,
  rankBehind,
  reasonText,
  runMessage,
} from "#domain/runs/rules.ts";
import type { Block } from "#domain/world/block.ts";
import { PLAYER } from "#domain/world/limits.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import { forAll } from "#tests/support/for-all.ts";

describe("a medal", () => {
  const run = { ms: 10_000, creator_ms: null, rank: 500, is_best: true, previous_ms: null };

  test.each([
    ["the creator's time was beaten", { creator_ms: 10_001, rank: 1, previous_ms: 11_000 }, "creator"],
    ["the creator's time was only met, in the first place", { creator_ms: 10_000, rank: 1 }, "top_ten"],
    ["it took the last of the first ten places", { rank: 10, previous_ms: 11_000 }, "top_ten"],
    ["it improved the player's best time", { rank: 11, previous_ms: 11_000 }, "best"],
    ["it improved it beyond the last rank", { rank: null, previous_ms: 11_000 }, "best"],
    ["it was the first clear", { rank: 11 }, null],
    [
      "it wasn't the player's best",
      { creator_ms: 20_000, rank: 1, is_best: false, previous_ms: 9_000 },
      null,
    ],
  ] as const)("is the right one if %s", (_, fields, medal) => {
    expect(medalOf({ ...run, ...fields })).toBe(medal);
  });
});

test("a rank is exact up to the limit and null beyond it", () => {
  expect([0, 9, MAX_RANK - 1].map(rankBehind)).toEqual([1, 10, MAX_RANK]);
  for (const beyond of [MAX_RANK, MAX_RANK + 1, null]) expect(rankBehind(beyond)).toBeNull();
});

test("the place of a clear in a list follows the first ten, which stay free for live runs", () => {
  expect([1, 2, 3, 4].map((n) => placeInList(n, 2))).toEqual([1, 2, 11, 12]);
  expect([1, 10, 11, 12].map((n) => placeInList(n, 10))).toEqual([1, 10, 11, 12]);
  expect(placeInList(1, 0)).toBe(11);
});

describe("the message of a run", () => {
  const run = {
    status: "counted",
    reason: null,
    is_first: false,
    is_best: false,
    misses_top: null,
  } as const;

  test("says what became of a counted run", () => {
    const messages = [{ is_first: true, is_best: true }, { is_best: true }, {}].map((fields) =>
      runMessage({ ...run, ...fields }),
    );
    expect(messages).toEqual([
      "Level cleared! This run is confirmed.",
      "New best time! This run is confirmed.",
      "This run is confirmed.",
    ]);
    expect(runMessage({ ...run, is_best: true, misses_top: "behind" })).toBe(
      "New best time! This run counts, but not among the first ten: your connection fell behind.",
    );
    expect(runMessage({ ...run, misses_top: "alone" })).toBe(
      "This run counts, but not among the first ten: it wasn't played in a room.",
    );
  });

  test("gives the reason of a refused run, or says that staff decided", () => {
    expect(runMessage({ ...run, status: "refused", reason: "not_cleared" })).toBe(
      "This run couldn't be confirmed: its recording ends before the level is cleared.",
    );
    expect(runMessage({ ...run, status: "refused" })).toBe(
      "This run couldn't be confirmed: our team reviewed it and it doesn't count.",
    );
    expect(reasonText("copied")).toBe("someone else already set exactly this run.");
  });

  test("doesn't promise anything while the run waits or is under review", () => {
    expect(runMessage({ ...run, status: "waiting" })).toBe("Checking your run…");
    expect(runMessage({ ...run, status: "flagged" })).toContain("reviewing");
  });
});

test("inputs are recognizable from eight stretches on", () => {
  expect([isRecognizable(7), isRecognizable(8)]).toEqual([false, true]);
});

/** The distance from which a star is collected. */
const REACH = 1.5;

const block = (also: Partial<Block> = {}): Block => ({
  shape: "box",
  position: [0, 0, 0],
  size: [4, 1, 4],
  color: "808080",
  ...also,
});

/** A world with its spawn in the middle. */
const world = (stars: Vec3[], goal?: Vec3, blocks: Block[] = [block()]): World => ({
  version: 1,
  spawn: { position: [0, 0, 0] },
  stars: stars.map((position) => ({ position })),
  checkpoints: [],
  hazards: [],
  ...(goal && { goal: { position: goal } }),
  blocks,
});

const lift = block({ motion: { by: [0, 30, 40], seconds: 5 } });
const slowLift = block({ motion: { by: [3, 0, 4], seconds: 5 } });

describe("the minimum clear time", () => {
  test.each<[string, World, number]>([
    ["is 0 when there is nothing to reach", world([]), 0],
    ["is 0 when everything is in reach of the spawn", world([[2, 0, 0]], [0, 0, 2]), 0],
    ["is the distance to the goal at walking speed", world([], [163, 0, 0]), 10_000],
    ["does not count a fall as walking", world([], [163, -500, 0]), 10_000],
    ["includes a star on the way", world([[83, 0, 0]], [166, 0, 0]), 10_000],
    ["includes a star in the other direction", world([[-83, 0, 0]], [83, 0, 0]), 10_000],
    ["is halved by a boost block", world([], [163, 0, 0], [block({ effect: "boost" })]), 5_000],
    [
      "assumes the fastest moving block at its top speed, 1.5 times the average",
      world([], [163, 0, 0], [slowLift, lift]),
      5_161,
    ],
    ["is a climb when the goal is straight above", world([], [0, 170.26, 0]), 10_000],
    ["needs no climb with a bounce block", world([], [0, 170.26, 0], [block({ effect: "bounce" })]), 0],
    [
      "combines a boost block with a moving block",
      world([], [163, 0, 0], [block({ effect: "boost" }), lift]),
      3_404,
    ],
  ])("%s", (_, level, expected) => expect(fastestClear(level)).toBe(expected));

  const position = fc.tuple(
    fc.integer({ min: -200, max: 200 }),
    fc.integer({ min: -4, max: 4 }),
    fc.integer({ min: -200, max: 200 }),
  );
  const blocks = fc.array(
    fc.constantFrom(block(), block({ effect: "boost" }), block({ effect: "bounce" }), lift, slowLift),
    { minLength: 1, maxLength: 3 },
  );
  const someWorld = fc.record({
    stars: fc.array(position, { maxLength: 5 }),
    goal: fc.option(position, { nil: undefined }),
    blocks,
  });

  /** Every order in which the stars can be collected. */
  const orders = (stars: readonly Vec3[]): Vec3[][] =>
    stars.length === 0
      ? [[]]
      : stars.flatMap((star, i) => orders(stars.toSpliced(i, 1)).map((rest) => [star, ...rest]));

  test("is never longer than the best route, found by brute force", () => {
    const leg = (a: Vec3, b: Vec3) => Math.max(0, Math.hypot(a[0] - b[0], a[2] - b[2]) - 2 * REACH);
    forAll(someWorld, ({ stars, goal, blocks: some }) => {
      const level = world(stars, goal, some);
      const routes = orders(stars).map((order) => {
        const points: Vec3[] = [[0, 0, 0], ...order, ...(goal ? [goal] : [])];
        return points.slice(1).reduce((sum, point, i) => sum + leg(points[i] as Vec3, point), 0);
      });
      const best = (Math.min(...routes) / topSpeed(level)) * 1000;
      expect(fastestClear(level)).toBeLessThanOrEqual(Math.ceil(best));
    });
  });

  test("is close to the real time if there is only one route", () => {
    // With the stars in a row the spanning tree is the route itself, so only their reach is subtracted.
    const row = Array.from({ length: 20 }, (_, i): Vec3 => [20 * (i + 1), 0, 0]);
    const walkMs = (400 / PLAYER.walkSpeed) * 1000;
    expect(fastestClear(world(row))).toBeGreaterThan(0.8 * walkMs);
    expect(fastestClear(world(row))).toBeLessThan(walkMs);
  });
});
