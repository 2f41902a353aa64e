import { ACTS, type Act, type Bill, measureActs } from "../cost/acts.ts";
import { type Month, monthOf } from "../cost/model.ts";
import { dollars, LOGS, PRICES, type Resource } from "../cost/prices.ts";
import { type Report, show } from "../report.ts";
import type { Area } from "../run.ts";

const SCALES = [1_000, 100_000, 1_000_000];
const DEAREST = 12;

/** What each thing that people do makes Cloudflare count, and what a month of many people doing them would cost. */
export const measureCost: Area = async (report) => {
  const bills = await measureActs();
  const { message, alone, connect, leave } = bills;
  const note = ({ counts }: Bill) => ({ notes: [namesOf(counts)] });
  report.most("a message: D1 rows written", Math.max(message.d1RowsWritten, alone.d1RowsWritten), 0);
  report.most("a message: D1 rounds", Math.max(message.d1Rounds, alone.d1Rounds), 1);
  report.most("a message in a conversation: calls of objects", callsOf(message), 3, note(message));
  report.most("a message after a pause: calls of objects", callsOf(alone), 3, note(alone));
  report.most("somebody comes online: D1 rows written", connect.d1RowsWritten, 2, note(connect));
  report.most("somebody goes offline: D1 rows written", leave.d1RowsWritten, 2, note(leave));
  for (const [act, bill] of Object.entries(bills) as [Act, Bill][])
    report.told(ACTS[act], bill.objectRequests, { unit: "object requests", notes: [inWords(bill)] });
  for (const online of SCALES) tellMonth(report, monthOf(online, bills));
};

/** Calls from outside, without the alarms that look after them. */
const callsOf = ({ counts }: Bill): number =>
  Object.entries(counts).reduce((sum, [name, count]) => (/^[A-Z_]+\./.test(name) ? sum + count : sum), 0);

const namesOf = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([name]) => name.includes("."))
    .map(([name, count]) => `${name} ${show(count)}`)
    .join(", ");

const inWords = (bill: Bill): string =>
  `objects ${show(bill.objectRowsRead)} rows read, ${show(bill.objectRowsWritten)} written; ` +
  `D1 ${show(bill.d1Rounds)} rounds, ${show(bill.d1RowsRead)} rows read, ${show(bill.d1RowsWritten)} written`;

function tellMonth(report: Report, { online, shards, items, amounts, dollars: all }: Month): void {
  const resources = (Object.keys(PRICES) as Resource[])
    .map((resource) => ({ resource, cost: dollars(resource, amounts[resource]) }))
    .sort((a, b) => b.cost - a.cost);
  report.told(`${show(online)} people online for a month`, all, {
    unit: "dollars",
    notes: [
      `${show((all / online) * 1000)} dollars per thousand; ${shards} Presence objects`,
      "",
      ...items
        .slice(0, DEAREST)
        .map(({ what, times, dollars: cost }) => `${money(cost)}  ${what}, ${millions(times)} times`),
      "",
      ...resources.map(
        ({ resource, cost }) => `${money(cost)}  ${millions(amounts[resource])} ${PRICES[resource].unit}`,
      ),
      "",
      `${money(((amounts.requests - LOGS.included) / 1e6) * LOGS.perMillion)}  more with a line of log for each request`,
    ],
  });
}

const money = (amount: number): string => `$ ${show(Math.max(0, Math.round(amount)))}`.padStart(12);
const millions = (count: number): string =>
  count >= 1e9
    ? `${show(Math.round(count / 1e7) / 100)} billion`
    : `${show(Math.round(count / 1e4) / 100)} million`;
