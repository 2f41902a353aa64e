import { describe, expect, test } from "vitest";
import { PLAYER_DAY } from "#scripts/bench/day/player-day.ts";
import type { WriteAction } from "#scripts/bench/day/write-actions.ts";
import {
  bytesAfter,
  databaseBytes,
  daysUntilFull,
  growthPerDay,
  peakPerSecond,
  type TableLoad,
} from "#scripts/bench/scale/database-bytes.ts";
import { databaseLoads } from "#scripts/bench/scale/database-loads.ts";
import type { GrownWorld, RowsPerAction } from "#scripts/bench/scale/grow-world.ts";
import { growthOf, ownerOf } from "#scripts/bench/scale/table-sizes.ts";

const load = (fields: Partial<TableLoad>): TableLoad => ({
  database: "DB",
  table: "comments",
  rows: 2,
  bytesPerRow: 100,
  retentionDays: null,
  staying: 2,
  ...fields,
});
const oneAccount = { accounts: 1 };

describe("a table", () => {
  test("that keeps everything grows every day", () => {
    expect(bytesAfter(load({}), 10)).toBe(2_000);
    expect(growthPerDay(load({}))).toBe(200);
  });

  test("that keeps rows for some days stops growing then", () => {
    const runs = load({ retentionDays: 30, staying: 0 });
    expect([10, 30, 300].map((days) => bytesAfter(runs, days))).toEqual([2_000, 6_000, 6_000]);
    expect(growthPerDay(runs)).toBe(0);
  });

  test("that keeps a part of its rows grows by that part", () => {
    const runs = load({ retentionDays: 30, staying: 0.5 });
    expect(bytesAfter(runs, 300)).toBe(0.5 * 100 * 300 + 1.5 * 100 * 30);
  });
});

describe("a database", () => {
  const database = { loads: [load({})], bytesPerAccount: 1_000 };

  test("holds accounts from the start and grows with its daily players", () => {
    expect(databaseBytes(database, 10, 0, { accounts: 5 })).toBe(50_000);
    expect(databaseBytes(database, 10, 7, { accounts: 5 })).toBe(64_000);
  });

  test("is full on the day on which it reaches the limit", () => {
    expect(daysUntilFull(database, 10, 30_000, oneAccount)).toBeCloseTo(10, 1);
    expect(daysUntilFull(database, 10, 10_000, oneAccount)).toBe(0);
  });

  test("is never full if it stops growing below the limit", () => {
    const passing = { loads: [load({ retentionDays: 5, staying: 0 })], bytesPerAccount: 0 };
    expect(daysUntilFull(passing, 10, 20_000, oneAccount)).toBe(Number.POSITIVE_INFINITY);
  });
});

test("the busiest second is the average one times the peak", () => {
  expect(peakPerSecond(86.4, 1_000, { peak: 2.5 })).toBeCloseTo(2.5);
});

describe("the sizes of tables", () => {
  test("include search tables with the table that is searched", () => {
    expect(["level_search_data", "name_search", "post_search_idx", "ratings"].map(ownerOf)).toEqual([
      "levels",
      "users",
      "replies",
      "ratings",
    ]);
  });

  test("grow by the difference of two readings, and never shrink", () => {
    const before = { DB: { users: { rows: 5, bytes: 500 }, notices: { rows: 9, bytes: 900 } } };
    const after = {
      DB: { users: { rows: 8, bytes: 900 }, notices: { rows: 1, bytes: 900 }, runs: { rows: 2, bytes: 50 } },
    };
    expect(growthOf(before, after)).toEqual({
      DB: { users: { rows: 3, bytes: 400 }, notices: { rows: 0, bytes: 0 }, runs: { rows: 2, bytes: 50 } },
    });
  });
});

describe("a player's day", () => {
  const none = Object.fromEntries(Object.keys(PLAYER_DAY.writes).map((action) => [action, {}])) as Record<
    WriteAction,
    RowsPerAction
  >;
  const world = (growth: GrownWorld["growth"]): GrownWorld => ({
    growth,
    rows: {
      ...none,
      visit: {},
      clear: Object.fromEntries(Object.keys(growth).map((binding) => [binding, { runs: 1, clears: 1 }])),
      clearAgain: Object.fromEntries(Object.keys(growth).map((binding) => [binding, { runs: 1 }])),
    },
    bills: {} as GrownWorld["bills"],
    users: 10,
    bytesPerMessage: 0,
  });
  const day = {
    ...PLAYER_DAY,
    rooms: { join: 4, clear: 2, challenge: 1, clearAgain: 1, leave: 4 },
    rows: { transactions: 4 },
  };
  const ledger = { transactions: { rows: 10, bytes: 2_000 } };
  const plays = { runs: { rows: 10, bytes: 3_000 }, clears: { rows: 10, bytes: 1_000 } };

  test("keeps the best run of each new level, and the others for a month", () => {
    const { loads } = databaseLoads(world({ DB: plays }), day).DB ?? { loads: [] };
    expect(loads).toMatchObject([
      { table: "runs", rows: 4, bytesPerRow: 300, retentionDays: 30, staying: 3 },
      { table: "clears", rows: 3, bytesPerRow: 100, retentionDays: null, staying: 3 },
    ]);
  });

  test("counts each table in the database that has its rows", () => {
    const loads = databaseLoads(world({ DB: ledger, DB_PLAY: plays }), day);
    expect(loads.DB?.loads.map(({ table }) => table)).toEqual(["transactions"]);
    expect(loads.DB_PLAY?.loads.map(({ table }) => table)).toEqual(["runs", "clears"]);
  });

  test("adds to an account what it has for good, however much it plays", () => {
    const totals = { rating_groups: { rows: 20, bytes: 4_000 } };
    const { DB } = databaseLoads(world({ DB: totals }), day);
    expect(DB?.bytesPerAccount).toBe(400);
    expect(DB?.loads).toMatchObject([{ table: "totals by account", rows: 0.02, bytesPerRow: 400 }]);
  });
});
