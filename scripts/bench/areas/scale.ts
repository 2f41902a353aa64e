import { DATABASES } from "#db/databases.ts";
import { measureRoomActions, ROOM_ACTIONS, type RoomBills } from "../cost/room-actions.ts";
import { type Bill, measureLiveActions, USER_ACTIONS, type UserAction } from "../cost/user-actions.ts";
import { PLAYER_DAY } from "../day/player-day.ts";
import { WRITE_ACTIONS } from "../day/write-actions.ts";
import { type BenchReport, formatFigure } from "../report.ts";
import type { BenchArea } from "../run.ts";
import {
  bytesPerDay,
  type DatabaseLoad,
  databaseBytes,
  daysUntilFull,
  growthPerDay,
  peakPerSecond,
  type TableLoad,
} from "../scale/database-bytes.ts";
import { databaseLoads } from "../scale/database-loads.ts";
import { growWorld } from "../scale/grow-world.ts";
import { partOf } from "../scale/retention-days.ts";

const KB = 1_000;
const GB = 1e9;
/** The limit of one D1 database. */
const LIMIT_BYTES = 10 * GB;
const DAILY_PLAYERS = [10_000, 100_000, 1_000_000];
const MAX_GROWTH_KB = 0.6;
const MAX_ROUND_TRIPS = { players: 100_000, perSecond: 300 };
const MAIN = "DB";

/** Measures what a player's day writes, and when each database is full. */
export const measureScale: BenchArea = async (report, { small }) => {
  const world = await growWorld(small);
  const databases = databaseLoads(world, PLAYER_DAY);
  for (const [name, load] of Object.entries(databases)) reportBytes(report, name, load);
  report.info("a chat message, in objects", world.bytesPerMessage, { unit: "bytes" });
  const { message, afterPause } = PLAYER_DAY.live;
  report.info("chats of a player-day, in objects", ((message + afterPause) * world.bytesPerMessage) / KB, {
    unit: "KB",
  });
  const trips = listRoundTrips(await measureLiveActions(), world.bills, await measureRoomActions());
  for (const { binding } of DATABASES) reportRoundTrips(report, binding, trips);
};

const sumOf = <T>(list: readonly T[], figure: (one: T) => number): number =>
  list.reduce((sum, one) => sum + figure(one), 0);

function reportBytes(report: BenchReport, name: string, database: DatabaseLoad): void {
  const { loads, bytesPerAccount } = database;
  const growth = sumOf(loads, growthPerDay) / KB;
  const notes = partLines(loads);
  const options = { unit: "KB per player-day", notes };
  if (name === MAIN) report.atMost(`${name} grows for good by`, growth, MAX_GROWTH_KB, options);
  else report.info(`${name} grows for good by`, growth, options);
  report.info(`${name}: a registered account`, bytesPerAccount / KB, {
    unit: "KB",
    notes: [`${formatFigure(PLAYER_DAY.accounts)} per daily player`],
  });
  for (const players of DAILY_PLAYERS) {
    const days = daysUntilFull(database, players, LIMIT_BYTES, PLAYER_DAY);
    const after = (time: number) =>
      `${formatFigure(databaseBytes(database, players, time, PLAYER_DAY) / GB)} GB after ${time} days`;
    report.info(`${name} is full with ${formatFigure(players)} daily players`, days, {
      unit: "days",
      notes: [
        `grows by ${formatFigure((players * growth * KB) / 1e6)} MB a day; ${after(0)}, ${after(60)}, ${after(365)}`,
      ],
    });
  }
}

/** A line for each part with its tables, the one that grows most first. */
function partLines(loads: readonly TableLoad[]): string[] {
  const groups = [...Map.groupBy(loads, ({ table }) => partOf(table))].sort(
    ([, a], [, b]) =>
      sumOf(b, growthPerDay) - sumOf(a, growthPerDay) || sumOf(b, bytesPerDay) - sumOf(a, bytesPerDay),
  );
  return groups.flatMap(([part, tables]) => [
    `${part.padEnd(24)} ${figure(sumOf(tables, bytesPerDay))} bytes a day, ${figure(sumOf(tables, growthPerDay))} for good`,
    ...tables.toSorted((a, b) => bytesPerDay(b) - bytesPerDay(a)).map(tableLine),
  ]);
}

const tableLine = ({ table, rows, bytesPerRow, retentionDays, staying }: TableLoad): string =>
  `  ${table.padEnd(22)} ${figure(rows)} rows of ${figure(bytesPerRow)} bytes, ${lifetimeOf(rows, retentionDays, staying)}`;

function lifetimeOf(rows: number, retentionDays: number | null, staying: number): string {
  if (retentionDays === null) return "for good";
  const days = retentionDays ? `${retentionDays} days` : "deleted at once";
  return staying ? `${days}, ${formatFigure((100 * staying) / rows)} % of them for good` : days;
}

const figure = (value: number): string => formatFigure(Math.round(value * 100) / 100).padStart(8);

interface ActionTrips {
  label: string;
  perDay: number;
  bill: Bill;
}

/** The actions of a player-day. */
function listRoundTrips(
  live: Record<UserAction, Bill>,
  writes: Record<keyof typeof WRITE_ACTIONS, Bill>,
  rooms: RoomBills,
): ActionTrips[] {
  const entries = <Action extends string>(
    times: Record<Action, number>,
    labels: Record<NoInfer<Action>, string>,
    bills: Record<NoInfer<Action>, Bill>,
  ) =>
    (Object.keys(times) as Action[]).map((action) => ({
      label: labels[action],
      perDay: times[action],
      bill: bills[action],
    }));
  // The board reads its numbers for all pages together.
  const { poll: _, ...perPlayer } = PLAYER_DAY.live;
  return [
    ...entries(perPlayer, USER_ACTIONS, live),
    ...entries(PLAYER_DAY.writes, WRITE_ACTIONS, writes),
    ...entries(PLAYER_DAY.rooms, ROOM_ACTIONS, rooms.bills),
  ];
}

function reportRoundTrips(report: BenchReport, name: string, actions: readonly ActionTrips[]): void {
  const tripsOf = ({ perDay, bill }: ActionTrips, kind = "") =>
    perDay * (bill.counts[`${name}${kind} round trips`] ?? 0);
  const all = sumOf(actions, (one) => tripsOf(one));
  const near = sumOf(actions, (one) => tripsOf(one, " near"));
  report.info(`${name}: round trips of a player-day`, all, {
    notes: [
      `${formatFigure(near)} of them are reads that a copy near the player can serve`,
      ...actions
        .filter((one) => tripsOf(one) > 0)
        .toSorted((a, b) => tripsOf(b) - tripsOf(a))
        .map(
          (one) =>
            `${figure(tripsOf(one))}  ${one.label}, ${formatFigure(one.perDay)} times ${formatFigure(tripsOf(one) / one.perDay)}`,
        ),
    ],
  });
  for (const players of DAILY_PLAYERS) {
    const label = `${name}'s primary at the peak of ${formatFigure(players)} daily players`;
    const perSecond = peakPerSecond(all - near, players, PLAYER_DAY);
    const options = {
      unit: "round trips a second",
      notes: [`${formatFigure(peakPerSecond(all, players, PLAYER_DAY))} without read replicas`],
    };
    if (name === MAIN && players === MAX_ROUND_TRIPS.players)
      report.atMost(label, perSecond, MAX_ROUND_TRIPS.perSecond, options);
    else report.info(label, perSecond, options);
  }
}
