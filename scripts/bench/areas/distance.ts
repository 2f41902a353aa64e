import { openListener, openWriter } from "../chat/chat-group.ts";
import { type ChatServer, openSite } from "../chat/chat-server.ts";
import { readWrapper } from "../chat/wrappers.ts";
import { SiteClient } from "../client.ts";
import type { BenchReport } from "../report.ts";
import { measureWrites } from "../rows/writes.ts";
import type { BenchArea } from "../run.ts";
import { scratchWorld } from "../worlds.ts";

/** Round trips in milliseconds: between things in one place, to what is near the user, and to the database. */
const DISTANCES = { beside: 2, near: 8, far: 270 };
const PAGE_MS = 60;
const WRITE_MS = 1.2 * DISTANCES.far;
const MESSAGE_MS = 60;

/** Pages and lists of a member, with what they poll. */
const READS = [
  "/",
  "/levels",
  "/levels?search=tower",
  "/levels/5",
  "/shop",
  "/items/5",
  "/users",
  "/users/bobby",
  "/ratings",
  "/forums",
  "/forums/1",
  "/forums/thread/1",
  "/events",
  "/chat",
  "/avatar",
  "/transactions",
  "/transactions?order=asc",
  "/transactions?sort_by=coins",
  "/notifications",
  "/api/levels?page=2",
  "/api/shop?page=2",
  "/api/comments/level/5",
  "/api/conversations",
  "/api/notifications",
  "/api/playing?ids=1,2,3",
  "/api/presence/counts",
];

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** Measures pages, writes and messages of a member who is far from the database. */
export const measureDistance: BenchArea = async (report, { small }) => {
  const state = await scratchWorld({ users: 200 });
  const wrapper = readWrapper("distance");
  const options = {
    wrapper,
    near: { location: "weur", wrapper } as const,
    vars: { DISTANCES: JSON.stringify(DISTANCES) },
  };
  const server = await openSite(2, options, state);
  try {
    // As on a site that is older than a day: the ledger's archives have all transactions.
    await server.site.d1.prepare("update ledger_archive set held_until = 0").run();
    await server.site.runSchedule();
    const copied = server.site.d1.prepare("select bookmarks from ledger_archive");
    if ((await copied.first("bookmarks")) === null) throw new Error("The archives have no transactions.");
    const member = await SiteClient.signIn(server.url, "bobby");
    const admin = await SiteClient.signIn(server.url, "admin");
    await measureReads(report, member, small ? 5 : 15);
    await measureDistantWrites(report, member, admin, small ? 1 : 5);
    await measureMessages(report, server, small ? 20 : 100);
  } finally {
    await server.stop();
  }
};

async function measureReads(report: BenchReport, member: SiteClient, times: number): Promise<void> {
  for (const path of READS) {
    const took: number[] = [];
    // The first one fills what a page reads at most once in seconds.
    for (let n = -1; n < times; n++) {
      const { status, milliseconds } = await member.get(path);
      if (status !== 200) throw new Error(`${path}: ${status}`);
      if (n >= 0) took.push(milliseconds);
    }
    report.atMost(path, Math.round(median(took)), PAGE_MS, { unit: "ms" });
  }
}

async function measureDistantWrites(
  report: BenchReport,
  member: SiteClient,
  admin: SiteClient,
  times: number,
): Promise<void> {
  const took = new Map<string, number[]>();
  for (let n = 0; n < times; n++)
    for (const { name, milliseconds } of await measureWrites(member, admin))
      took.set(name, [...(took.get(name) ?? []), milliseconds]);
  // Without it, nothing would be far away.
  report.atLeast("the quickest write", Math.round(Math.min(...[...took.values()].flat())), DISTANCES.far, {
    unit: "ms",
  });
  for (const [name, all] of took)
    report.atMost(name, Math.round(median(all)), Math.round(WRITE_MS), { unit: "ms" });
}

/** Measures messages of two users who live in the same place. */
async function measureMessages(report: BenchReport, server: ChatServer, times: number): Promise<void> {
  const [ann, bob] = server.users;
  if (!ann || !bob) throw new Error("There are no users.");
  const [sender, recipient] = [await openListener(server, ann), await openListener(server, bob)];
  const writer = await openWriter(server, ann, sender);
  const took: number[] = [];
  // The first one waits for the database, which decides whether they can write to each other.
  for (let n = 0; n <= times; n++) {
    const started = performance.now();
    const { number, acknowledged } = writer.send(bob.id);
    await recipient.received.waitFor(number);
    took.push(performance.now() - started);
    await acknowledged;
  }
  const [first = 0, ...later] = took;
  const sorted = later.toSorted((a, b) => a - b);
  report.atMost("the first message", Math.round(first), Math.round(WRITE_MS), { unit: "ms" });
  report.atMost("a message to a neighbor, median", Math.round(median(later)), MESSAGE_MS, { unit: "ms" });
  report.atMost(
    "a message to a neighbor, 95 of 100",
    Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0),
    MESSAGE_MS,
    { unit: "ms" },
  );
  writer.close();
  recipient.socket.close();
}
