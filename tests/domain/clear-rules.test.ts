import fc from "fast-check";
import { fastestClear, topSpeed } from "#domain/clears/rules.ts";
import type { Block } from "#domain/world/block.ts";
import { PLAYER } from "#domain/world/limits.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import { forAll } from "#tests/support/for-all.ts";

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
