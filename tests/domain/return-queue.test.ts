import fc from "fast-check";
import { forAll } from "#tests/support/for-all.ts";
import { ReturnQueue } from "#worker/live/return-queue.ts";

test("a queue of returning pages lets a few in at once and gives the others turns in order", () => {
  const queue = new ReturnQueue();
  const waits = Array.from({ length: 100 }, () => queue.takeTurn(1_000, false));
  expect(waits.filter((ms) => ms === 0)).toHaveLength(5);
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(queue.takeTurn(60_000, false)).toBe(0);
});

test("a queue of returning pages lets at most 100 return within any second", () => {
  forAll(50, fc.array(fc.nat(40), { maxLength: 400 }), (gaps) => {
    const queue = new ReturnQueue();
    let now = 0;
    const turns = gaps.map((gap) => {
      now += gap;
      return now + queue.takeTurn(now, false);
    });
    for (const from of turns)
      expect(turns.filter((turn) => turn >= from && turn < from + 1_000).length).toBeLessThanOrEqual(100);
  });
});

test("a queue of returning pages lets at most 80 in within any second, also if the turns of many have come", () => {
  const visits = fc.array(fc.tuple(fc.nat(30), fc.boolean()), { maxLength: 400 });
  forAll(50, visits, (list) => {
    const queue = new ReturnQueue();
    let now = 0;
    const admitted = list.flatMap(([gap, hasTurn]) => {
      now += gap;
      return queue.takeTurn(now, hasTurn) === 0 ? [now] : [];
    });
    for (const from of admitted)
      expect(admitted.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(80);
  });
  const queue = new ReturnQueue();
  const waits = Array.from({ length: 200 }, () => queue.takeTurn(0, true));
  expect(waits.filter((ms) => ms === 0)).toHaveLength(80);
  expect(Math.min(...waits.slice(80))).toBeGreaterThanOrEqual(1_000);
});

test("a queue of returning pages admits those whose turn has come, unless it can't follow", async () => {
  const queue = new ReturnQueue();
  for (let i = 0; i < 200; i++) queue.takeTurn(0, false);
  expect(queue.takeTurn(0, true)).toBe(0);
  const { promise, resolve } = Promise.withResolvers<void>();
  const connecting = Array.from({ length: 15 }, () => queue.connect(() => promise));
  expect(queue.takeTurn(60_000, true)).toBeGreaterThan(1_000);
  expect(queue.takeTurn(60_000, false)).toBeGreaterThan(1_000);
  resolve();
  await Promise.all(connecting);
  expect(queue.takeTurn(60_000, true)).toBe(0);
  await expect(queue.connect(() => Promise.reject(new Error("down")))).rejects.toThrow("down");
  expect(queue.takeTurn(90_000, true)).toBe(0);
});
