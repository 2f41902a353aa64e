import type { Clear } from "#domain/clears/api.ts";
import { findRival } from "#web/features/clears/find-rival.ts";
import { ordinal } from "#web/lib/ordinal.ts";

const clearIn = (time_ms: number, index: number) => ({ rank: index + 1, time_ms }) as Clear;
const TIMES = [10_000, 11_000, 12_000, 13_000, 14_000];
const clears = TIMES.map(clearIn);

describe("the rival to beat next", () => {
  test.each([
    [14_000, 5, 3],
    [20_000, null, 3],
    [12_000, 3, 2],
    [11_000, 2, 1],
  ])("of a player with %d ms in place %j is in place %d", (time_ms, rank, rival) => {
    expect(findRival(clears, { time_ms, rank })?.rank).toBe(rival);
  });

  test("isn't someone faster who is behind them because their run wasn't played in a room", () => {
    const list = [clearIn(12_000, 0), clearIn(13_000, 1), clearIn(10_000, 10), clearIn(14_000, 11)];
    expect(findRival(list, { time_ms: 13_000, rank: 2 })?.rank).toBe(1);
    expect(findRival(list, { time_ms: 12_000, rank: 1 })).toBeUndefined();
    expect(findRival(list, { time_ms: 10_000, rank: 11 })).toBeUndefined();
    expect(findRival(list, { time_ms: 14_000, rank: 12 })?.rank).toBe(11);
  });

  test("doesn't exist for the fastest player", () => {
    expect(findRival(clears, { time_ms: 10_000, rank: 1 })).toBeUndefined();
    expect(findRival([], { time_ms: 10_000, rank: 1 })).toBeUndefined();
  });

  test("is the slowest one ahead where fewer than three have cleared the level", () => {
    expect(findRival(clears.slice(0, 2), { time_ms: 20_000, rank: 3 })?.rank).toBe(2);
  });
});

test.each([
  [1, "1st"],
  [2, "2nd"],
  [3, "3rd"],
  [4, "4th"],
  [11, "11th"],
  [12, "12th"],
  [22, "22nd"],
  [113, "113th"],
  [1_001, "1,001st"],
])("the rank %d is written as %s", (rank, text) => expect(ordinal(rank)).toBe(text));
