import { onlineOf, playingOf } from "../cost/actions-per-hour.ts";
import { type Bills, estimateMonth, type MonthEstimate } from "../cost/month-estimate.ts";
import {
  dollars,
  LOGS,
  monthlyDollars,
  PRICES,
  type Resource,
  type ResourceAmounts,
} from "../cost/prices.ts";
import { measureRoomActions, ROOM_ACTIONS, type RoomAction, type RoomBills } from "../cost/room-actions.ts";
import { estimateRoomMonth } from "../cost/room-month.ts";
import { type Bill, measureLiveActions, USER_ACTIONS, type UserAction } from "../cost/user-actions.ts";
import { measureWritesOf, WRITE_ACTIONS, type WriteAction } from "../day/write-actions.ts";
import { type BenchReport, formatFigure } from "../report.ts";
import type { BenchArea } from "../run.ts";

const USERS_ONLINE = [1_000, 100_000, 1_000_000];
/** Players in rooms, and how many share one on average: the more play, the fuller rooms are. */
const PLAYING = [
  { playing: 1_000, perRoom: 4 },
  { playing: 100_000, perRoom: 12 },
  { playing: 1_000_000, perRoom: 20 },
];
/** Players of a day, and how many of them share a room on average. */
const DAILY = [
  { players: 1_000, perRoom: 3 },
  { players: 100_000, perRoom: 6 },
  { players: 1_000_000, perRoom: 10 },
];
/** Enough for the mean of each write. */
const WRITES = { users: 12, accounts: 8, levels: 4, each: 3, looks: 4 };
const TOP_ITEMS = 12;
/** Object requests for a minute of a player's messages: 15 a second and some pings. */
const MESSAGE_REQUESTS = 46;

/** Measures what Cloudflare bills for each user action, and estimates the cost of a month. */
export const measureCost: BenchArea = async (report) => {
  const live = await measureLiveActions();
  const { message, afterPause, connect, leave, poll } = live;
  const note = ({ counts }: Bill) => ({ notes: [namesOf(counts)] });
  report.atMost("message: D1 rows written", Math.max(message.d1RowsWritten, afterPause.d1RowsWritten), 0);
  report.atMost("a message: D1 round trips", Math.max(message.d1RoundTrips, afterPause.d1RoundTrips), 1);
  report.atMost("a message in a conversation: object requests", callsOf(message), 3, note(message));
  report.atMost("a message after a pause: object requests", callsOf(afterPause), 3, note(afterPause));
  report.atMost("a user comes online: D1 rows written", connect.d1RowsWritten, 2, note(connect));
  report.atMost("a user goes offline: D1 rows written", leave.d1RowsWritten, 2, note(leave));
  // The board's own, every few seconds.
  report.atMost("a poll: D1 round trips", poll.d1RoundTrips, 0.05, note(poll));
  for (const [action, bill] of Object.entries(live) as [UserAction, Bill][])
    report.info(USER_ACTIONS[action], bill.objectRequests, {
      unit: "Durable Object requests",
      notes: [describeBill(bill)],
    });
  const writes = await measureWritesOf(WRITES);
  for (const [action, bill] of Object.entries(writes) as [WriteAction, Bill][])
    report.info(WRITE_ACTIONS[action], bill.d1RoundTrips, {
      unit: "D1 round trips",
      notes: [describeBill(bill), describeFiles(bill)],
    });
  const bills = { ...live, ...writes };
  for (const online of USERS_ONLINE) reportMonth(report, estimateMonth(online, bills));
  const rooms = await measureRoomActions();
  reportRooms(report, rooms);
  for (const { players, perRoom } of DAILY) reportPlayers(report, players, perRoom, bills, rooms);
};

/** Reports a month with this many players a day: what they do online, and in rooms. */
function reportPlayers(
  report: BenchReport,
  players: number,
  perRoom: number,
  bills: Bills,
  rooms: RoomBills,
): void {
  const online = estimateMonth(onlineOf(players), bills);
  const playing = estimateRoomMonth(playingOf(players), perRoom, rooms);
  const amounts = Object.fromEntries(
    (Object.keys(PRICES) as Resource[]).map((resource) => [
      resource,
      online.amounts[resource] + playing.amounts[resource],
    ]),
  ) as ResourceAmounts;
  report.info(`${formatFigure(players)} daily players for a month`, monthlyDollars(amounts), {
    unit: "dollars",
    notes: [
      `${formatFigure(Math.round(onlineOf(players)))} online, ${formatFigure(Math.round(playingOf(players)))} of them in rooms of ${perRoom}`,
      "",
      ...describeAmounts({ amounts }),
    ],
  });
}

function reportRooms(report: BenchReport, rooms: RoomBills): void {
  report.atMost("a minute in a room: object requests", rooms.messagesPerHour / 60, MESSAGE_REQUESTS);
  report.atMost("a room's report: D1 round trips", rooms.bills.beat.d1RoundTrips, 0);
  for (const [action, bill] of Object.entries(rooms.bills) as [RoomAction, Bill][])
    report.info(ROOM_ACTIONS[action], bill.objectRequests, {
      unit: "Durable Object requests",
      notes: [namesOf(bill.counts), describeBill(bill)],
    });
  for (const { playing, perRoom } of PLAYING) {
    const month = estimateRoomMonth(playing, perRoom, rooms);
    report.info(`${formatFigure(playing)} players in rooms of ${perRoom} for a month`, month.dollars, {
      unit: "dollars",
      notes: [
        `${formatFigure(100 * month.perPlayerHour)} cents per player and hour`,
        "",
        ...describeItems(month),
        "",
        ...describeAmounts(month),
      ],
    });
  }
}

/** Calls to Durable Objects, without alarms. */
const callsOf = ({ counts }: Bill): number =>
  Object.entries(counts).reduce((sum, [name, count]) => (/^[A-Z_]+\./.test(name) ? sum + count : sum), 0);

const namesOf = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([name]) => name.includes("."))
    .map(([name, count]) => `${name} ${formatFigure(count)}`)
    .join(", ");

const describeBill = (bill: Bill): string =>
  `objects ${formatFigure(bill.objectRowsRead)} rows read, ${formatFigure(bill.objectRowsWritten)} written; ` +
  `D1 ${formatFigure(bill.d1RoundTrips)} round trips, ${formatFigure(bill.d1RowsRead)} rows read, ${formatFigure(bill.d1RowsWritten)} written`;

const describeFiles = ({ filesRead, filesWritten, queueOperations }: Bill): string =>
  `R2 ${formatFigure(filesRead)} files read, ${formatFigure(filesWritten)} written; ${formatFigure(queueOperations)} queue operations`;

const describeItems = ({ items }: Pick<MonthEstimate, "items">): string[] =>
  items
    .slice(0, TOP_ITEMS)
    .map(({ label, times, dollars: cost }) => `${money(cost)}  ${label}, ${millions(times)} times`);

const describeAmounts = ({ amounts }: Pick<MonthEstimate, "amounts">): string[] =>
  (Object.keys(PRICES) as Resource[])
    .map((resource) => ({ resource, cost: dollars(resource, amounts[resource]) }))
    .sort((a, b) => b.cost - a.cost)
    .map(({ resource, cost }) => `${money(cost)}  ${millions(amounts[resource])} ${PRICES[resource].unit}`);

function reportMonth(report: BenchReport, month: MonthEstimate): void {
  const { online, shards, amounts, dollars: all } = month;
  report.info(`${formatFigure(online)} users online for a month`, all, {
    unit: "dollars",
    notes: [
      `${formatFigure((all / online) * 1000)} dollars per thousand users; ${shards} Presence objects`,
      "",
      ...describeItems(month),
      "",
      ...describeAmounts(month),
      "",
      `${money(((amounts.requests - LOGS.included) / 1e6) * LOGS.perMillion)}  more with 1 log line per request`,
    ],
  });
}

const money = (amount: number): string => `$ ${formatFigure(Math.max(0, Math.round(amount)))}`.padStart(12);
const millions = (count: number): string =>
  count >= 1e9
    ? `${formatFigure(Math.round(count / 1e7) / 100)} billion`
    : `${formatFigure(Math.round(count / 1e4) / 100)} million`;
