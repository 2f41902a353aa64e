import { seedBulk } from "../../seed/bulk.ts";
import {
  type DatabaseLoad,
  databaseBytes,
  databaseLoads,
  daysUntilFull,
  type GrownWorld,
  growthPerDay,
} from "../database-bytes.ts";
import { openSite } from "../open-site.ts";
import { PLAYER_DAY } from "../player-day.ts";
import { type BenchReport, formatFigure } from "../report.ts";
import type { BenchArea } from "../run.ts";
import { growthOf, mapTables, readFill, readTableSizes } from "../table-sizes.ts";
import { scratchWorld } from "../worlds.ts";
import { doWriteActions } from "../write-actions.ts";

const KB = 1_000;
const GB = 1e9;
/** The limit of one D1 database. */
const LIMIT_BYTES = 10 * GB;
const DAILY_PLAYERS = [10_000, 100_000];
const MAX_GROWTH_KB = 0.6;
const SIZES = {
  small: { users: 30, accounts: 30, levels: 8, each: 4, looks: 4 },
  full: { users: 100, accounts: 120, levels: 12, each: 6, looks: 8 },
};
/** Rows that are too expensive to make one by one. */
const BULK = { levels: 4_000, cases: 2_000, audit_log: 5_000 };

/** Measures what a player's day writes, and when each database is full. */
export const measureScale: BenchArea = async (report, { size }) => {
  const world = await growWorld(SIZES[size]);
  for (const [name, load] of Object.entries(databaseLoads(world, PLAYER_DAY)))
    reportDatabase(report, name, load);
};

/** Lets users of a demo world do everything of a day many times, and reads what the databases gained. */
async function growWorld(size: (typeof SIZES)["full"]): Promise<GrownWorld> {
  const state = await scratchWorld();
  const before = readTableSizes(state);
  seedBulk(state, BULK);
  const site = await openSite(size.users, { wrap: "meter", state });
  const rows: Partial<GrownWorld["rows"]> = {};
  let last = readTableSizes(state);
  await doWriteActions(site, size, (action, times) => {
    const now = readTableSizes(state);
    rows[action] = mapTables(growthOf(last, now), (table) => table.rows / times);
    last = now;
  }).finally(site.stop);
  const fill = readFill(state);
  // With the free space of pages, few rows are measured as exactly as many.
  const growth = mapTables(growthOf(before, readTableSizes(state)), ({ rows: count, bytes }, database) => ({
    rows: count,
    bytes: bytes / (fill[database] ?? 1),
  }));
  return { growth, rows: rows as GrownWorld["rows"], users: size.users };
}

const figure = (value: number): string => formatFigure(Math.round(value * 100) / 100).padStart(8);

function reportDatabase(report: BenchReport, name: string, database: DatabaseLoad): void {
  const growth = growthPerDay(database) / KB;
  const notes = database.loads
    .toSorted((a, b) => b.staying * b.bytesPerRow - a.staying * a.bytesPerRow)
    .map(({ table, rows, staying, bytesPerRow, retentionDays }) => {
      const lifetime =
        retentionDays === null ? "for good" : `${retentionDays} days, ${figure(staying).trim()} for good`;
      return `${table.padEnd(22)} ${figure(rows)} rows of ${figure(bytesPerRow)} bytes, ${lifetime}`;
    });
  const options = { unit: "KB per player-day", notes };
  if (name === "DB") report.atMost(`${name} grows for good by`, growth, MAX_GROWTH_KB, options);
  else report.info(`${name} grows for good by`, growth, options);
  report.info(`${name}: a registered account`, database.bytesPerAccount / KB, { unit: "KB" });
  for (const players of DAILY_PLAYERS) {
    const after = (days: number) =>
      `${formatFigure(databaseBytes(database, players, days, PLAYER_DAY) / GB)} GB after ${days} days`;
    const days = daysUntilFull(database, players, LIMIT_BYTES, PLAYER_DAY);
    report.info(`${name} is full with ${formatFigure(players)} daily players after`, days, {
      unit: "days",
      notes: [
        `grows by ${formatFigure((players * growth * KB) / 1e6)} MB a day; ${after(60)}, ${after(365)}`,
      ],
    });
  }
}
