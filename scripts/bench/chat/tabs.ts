import { median } from "../race.ts";
import { type BenchReport, formatFigure } from "../report.ts";
import { measureThroughput, openListener, openWriter } from "./chat-group.ts";
import { type ChatServer, inOneObject, openNotifySite } from "./chat-server.ts";
import type { ChatServers } from "./delivery.ts";

const TABS = 50;
const WRITERS = 16;

/** Checks how many frames per second reach a user with fifty open tabs when sixteen people write to them. */
export async function checkTabs(
  report: BenchReport,
  { site, baseline }: ChatServers,
  small: boolean,
): Promise<void> {
  const notifySite = await openNotifySite(1 + WRITERS);
  try {
    await race(report, [notifySite, inOneObject(baseline), site, baseline], small);
  } finally {
    await notifySite.stop();
  }
}

async function race(report: BenchReport, servers: readonly ChatServer[], small: boolean): Promise<void> {
  const tabGroups = await Promise.all(servers.map(openTabs));
  const rates: number[][] = tabGroups.map(() => []);
  for (let round = -1; round < (small ? 3 : 7); round++)
    for (const [i, tabs] of tabGroups.entries()) {
      const rate = await measureThroughput(tabs.activeWriters, 1_500);
      // The first round is a warm-up.
      if (round >= 0) rates[i]?.push(rate * TABS);
    }
  const [hub = 0, one = 0, whole = 0, three = 0] = rates.map(median);
  const options = (ours: number, limit: number, unit: string) => ({
    unit,
    notes: [`${formatFigure(Math.round(ours))} of ${formatFigure(Math.round(limit))} per second`],
  });
  const fifty = "50 tabs of one user, deliveries per second";
  report.atLeast(
    `${fifty}: notified by their hub`,
    hub / one,
    0.8,
    options(hub, one, "× one baseline object"),
  );
  report.info(`${fifty}: messages`, whole / three, options(whole, three, "× baseline"));
  report.info(`${fifty}: messages`, whole / one, options(whole, one, "× one baseline object"));
  for (const { close } of tabGroups) close();
}

async function openTabs(server: ChatServer) {
  const [reader, ...others] = server.users;
  if (!reader) throw new Error("There are no users.");
  const listeners = await Promise.all(Array.from({ length: TABS }, () => openListener(server, reader)));
  const writers = await Promise.all(others.slice(0, WRITERS).map((user) => openWriter(server, user)));
  return {
    activeWriters: writers.map((writer) => ({ writer, listeners })),
    close() {
      for (const { socket } of listeners) socket.close();
      for (const writer of writers) writer.close();
    },
  };
}
