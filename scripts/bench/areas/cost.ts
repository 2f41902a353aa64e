import { estimateMonth, type MonthEstimate } from "../cost/month-estimate.ts";
import { dollars, LOGS, PRICES, type Resource } from "../cost/prices.ts";
import { measureRoomActions, ROOM_ACTIONS, type RoomAction } from "../cost/room-actions.ts";
import { estimateRoomMonth } from "../cost/room-month.ts";
import { type Bill, measureActions, USER_ACTIONS, type UserAction } from "../cost/user-actions.ts";
import { type BenchReport, formatFigure } from "../report.ts";
import type { BenchArea } from "../run.ts";

const USERS_ONLINE = [1_000, 100_000, 1_000_000];
/** Players in rooms, and how many share one on average: the more play, the fuller rooms are. */
const PLAYING = [
  { playing: 1_000, perRoom: 4 },
  { playing: 100_000, perRoom: 12 },
  { playing: 1_000_000, perRoom: 20 },
];
const TOP_ITEMS = 12;
/** Object requests for a minute of a player's messages: 15 a second and some pings. */
const MESSAGE_REQUESTS = 46;

/** Measures what Cloudflare bills for each user action, and estimates the cost of a month. */
export const measureCost: BenchArea = async (report) => {
  const bills = await measureActions();
  const { message, afterPause, connect, leave, poll } = bills;
  const note = ({ counts }: Bill) => ({ notes: [namesOf(counts)] });
  report.atMost("message: D1 rows written", Math.max(message.d1RowsWritten, afterPause.d1RowsWritten), 0);
  report.atMost("a message: D1 round trips", Math.max(message.d1RoundTrips, afterPause.d1RoundTrips), 1);
  report.atMost("a message in a conversation: object requests", callsOf(message), 3, note(message));
  report.atMost("a message after a pause: object requests", callsOf(afterPause), 3, note(afterPause));
  report.atMost("a user comes online: D1 rows written", connect.d1RowsWritten, 2, note(connect));
  report.atMost("a user goes offline: D1 rows written", leave.d1RowsWritten, 2, note(leave));
  // The board's own, every few seconds.
  report.atMost("a poll: D1 round trips", poll.d1RoundTrips, 0.05, note(poll));
  for (const [action, bill] of Object.entries(bills) as [UserAction, Bill][])
    report.info(USER_ACTIONS[action], bill.objectRequests, {
      unit: "Durable Object requests",
      notes: [describeBill(bill)],
    });
  for (const online of USERS_ONLINE) reportMonth(report, estimateMonth(online, bills));
  await measureRooms(report);
};

async function measureRooms(report: BenchReport): Promise<void> {
  const rooms = await measureRoomActions();
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
