import fc from "fast-check";
import { livePath } from "#domain/live/frames.ts";
import { isCut, MAX_SPREAD_MS, reconnectDelay, reconnectSpread, returnTime } from "#domain/live/reconnect.ts";
import { forAll } from "#tests/support/for-all.ts";
import { ReturnQueue } from "#worker/live/return-queue.ts";

/** The number of events in the busiest second. */
function busiestSecond(times: readonly number[]): number {
  const seconds = new Map<number, number>();
  for (const time of times) {
    const second = Math.floor(time / 1_000);
    seconds.set(second, (seconds.get(second) ?? 0) + 1);
  }
  return Math.max(0, ...seconds.values());
}

/** Evenly distributed numbers from 0 to 1 in a shuffled order: what chance gives on average. */
const even = (count: number) => Array.from({ length: count }, (_, i) => ((i * 7_919) % count) / count);

describe("the delay of a reconnect (PROTOCOL.md, rule 17)", () => {
  test("has a spread that grows with the number of people online, from nearly none on a small site up to its limit", () => {
    expect(reconnectSpread(0)).toBe(0);
    expect(reconnectSpread(50)).toBeLessThan(1_000);
    forAll(fc.nat(1_000_000), fc.nat(1_000_000), (a, b) => {
      const [few, many] = [Math.min(a, b), Math.max(a, b)];
      expect(reconnectSpread(few)).toBeLessThanOrEqual(reconnectSpread(many));
      expect(reconnectSpread(many)).toBeLessThanOrEqual(MAX_SPREAD_MS);
    });
    expect(reconnectSpread(-1)).toBe(0);
  });

  test("is within the spread at first, and never longer than the time that a user stays online", () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    forAll(fc.nat(MAX_SPREAD_MS), chance, fc.nat(30), (spread, random, attempt) => {
      const first = reconnectDelay(0, spread, random);
      expect(first).toBeGreaterThanOrEqual(500);
      expect(first).toBeLessThanOrEqual(500 + Math.max(1_500, spread));
      const later = reconnectDelay(attempt + 1, spread, random);
      expect(later).toBeGreaterThanOrEqual(spread);
      expect(later).toBeLessThanOrEqual(Math.max(20_000, spread));
      expect(returnTime(spread)).toBeGreaterThan(later + 5_000);
    });
  });

  test("lets at most 100 pages return per second, however long the site was down", () => {
    const online = 2_000;
    const spread = reconnectSpread(online);
    forAll(50, fc.nat(120_000), (downMs) => {
      const returns = even(online).map((random) => {
        let at = reconnectDelay(0, spread, random);
        for (let attempt = 1; at < downMs; attempt++) at += reconnectDelay(attempt, spread, random);
        return at;
      });
      expect(busiestSecond(returns)).toBeLessThanOrEqual(100);
      expect(Math.max(...returns)).toBeLessThanOrEqual(downMs + spread + 20_500);
    });
  });
});

test("isCut recognizes lost connections and restarts, but no page that was left", () => {
  expect([1006, 1011, 1012, 1013].map(isCut)).toEqual([true, true, true, true]);
  expect([1000, 1001, 1005, 4301, 4401, 4413].map(isCut)).toEqual(Array(6).fill(false));
});

test("livePath has the mark only after the first socket, and a turn only with a mark", () => {
  expect(livePath(null, "no turn")).toBe("/api/live");
  expect(livePath("a b.1", "at once")).toBe("/api/live?after=a%20b.1");
  expect(livePath("ab.1", "no turn")).toBe("/api/live?after=ab.1&queue=1");
  expect(livePath("ab.1", "turn")).toBe("/api/live?after=ab.1&queue=2");
});

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
