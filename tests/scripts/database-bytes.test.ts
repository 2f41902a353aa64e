import {
  databaseBytes,
  databaseLoads,
  daysUntilFull,
  type GrownWorld,
  growthPerDay,
  type TableLoad,
} from "#scripts/bench/database-bytes.ts";
import { PLAYER_DAY } from "#scripts/bench/player-day.ts";
import { growthOf, ownerOf } from "#scripts/bench/table-sizes.ts";

const load = (fields: Partial<TableLoad>): TableLoad => ({
  table: "comments",
  rows: 2,
  staying: 2,
  bytesPerRow: 100,
  retentionDays: null,
  ...fields,
});
const databaseOf = (fields: Partial<TableLoad>) => ({ loads: [load(fields)], bytesPerAccount: 0 });
const oneAccount = { accounts: 1 };
const bytesAfter = (fields: Partial<TableLoad>, days: number) =>
  databaseBytes(databaseOf(fields), 1, days, oneAccount);

describe("a table", () => {
  test("that keeps everything grows every day, one that keeps a part by that part, and others only for some days", () => {
    expect(bytesAfter({}, 10)).toBe(2_000);
    expect(growthPerDay(databaseOf({}))).toBe(200);
    const runs = { retentionDays: 30, staying: 0 };
    expect([10, 30, 300].map((days) => bytesAfter(runs, days))).toEqual([2_000, 6_000, 6_000]);
    expect(growthPerDay(databaseOf(runs))).toBe(0);
    expect(bytesAfter({ retentionDays: 30, staying: 0.5 }, 300)).toBe(0.5 * 100 * 300 + 1.5 * 100 * 30);
  });
});

describe("a database", () => {
  const database = { loads: [load({})], bytesPerAccount: 1_000 };

  test("holds accounts from the start and grows with its daily players", () => {
    expect(databaseBytes(database, 10, 0, { accounts: 5 })).toBe(50_000);
    expect(databaseBytes(database, 10, 7, { accounts: 5 })).toBe(64_000);
  });

  test("is full on the day on which it reaches the limit, and never if it stops growing below it", () => {
    expect(daysUntilFull(database, 10, 30_000, oneAccount)).toBeCloseTo(10, 1);
    expect(daysUntilFull(database, 10, 10_000, oneAccount)).toBe(0);
    const passing = databaseOf({ retentionDays: 5, staying: 0 });
    expect(daysUntilFull(passing, 10, 20_000, oneAccount)).toBe(Number.POSITIVE_INFINITY);
  });
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
  const world = (growth: GrownWorld["growth"]): GrownWorld => ({
    growth,
    rows: {
      ...(Object.fromEntries(
        Object.keys(PLAYER_DAY.actions).map((action) => [action, {}]),
      ) as GrownWorld["rows"]),
      clear: { DB_PLAY: { runs: 1, clears: 1 } },
      clearAgain: { DB_PLAY: { runs: 1 } },
    },
    users: 10,
  });
  const ledger = { transactions: { rows: 10, bytes: 2_000 } };
  const plays = { runs: { rows: 10, bytes: 3_000 }, clears: { rows: 10, bytes: 1_000 } };
  const day = { ...PLAYER_DAY, actions: { ...PLAYER_DAY.actions, clear: 3, clearAgain: 1 } };

  test("keeps the best run of each new level, the others for a month, and each table in its own database", () => {
    const { DB_PLAY } = databaseLoads(world({ DB_PLAY: plays }), day);
    expect(DB_PLAY?.loads).toMatchObject([
      { table: "runs", rows: 4, bytesPerRow: 300, retentionDays: 30, staying: 3 },
      { table: "clears", rows: 3, bytesPerRow: 100, retentionDays: null, staying: 3 },
    ]);
    const loads = databaseLoads(world({ DB: ledger, DB_PLAY: plays }), day);
    expect(loads.DB?.loads.map(({ table }) => table)).toEqual(["transactions"]);
    expect(loads.DB_PLAY?.loads.map(({ table }) => table)).toEqual(["runs", "clears"]);
  });

  test("folds rows of XP alone after 60 days", () => {
    const { DB } = databaseLoads(world({ DB: ledger }), day);
    expect(DB?.loads).toMatchObject([{ rows: 4.5, retentionDays: 60, staying: 2.5, bytesPerRow: 200 }]);
  });

  test("adds to an account what it has for good, however much it plays", () => {
    const { DB } = databaseLoads(world({ DB: { rating_groups: { rows: 20, bytes: 4_000 } } }), day);
    expect(DB?.bytesPerAccount).toBe(400);
    expect(DB?.loads).toMatchObject([{ table: "totals by account", rows: 0.02, bytesPerRow: 400 }]);
  });
});
