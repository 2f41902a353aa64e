import { fillPath } from "#domain/api/route.ts";
import { requestBuddyRoute } from "#domain/buddies/api.ts";
import { conversationListRoute, messageListRoute, readMessagesRoute } from "#domain/conversations/api.ts";
import { levelListRoute } from "#domain/levels/api.ts";
import type { UpFrame } from "#domain/live/frames.ts";
import type { Guest } from "../chat/crowd.ts";
import { Line } from "../chat/line.ts";
import { listen, Writer } from "../chat/talk.ts";
import { openSite, type Venue } from "../chat/venue.ts";
import { wrapper } from "../chat/wrappers.ts";
import { counted } from "../meter.ts";
import { scratchWorld } from "../worlds.ts";

/** What Cloudflare bills of something that somebody does, after everything that follows from it has been done. */
export interface Bill {
  requests: number;
  /** Calls of durable objects and alarms, each one; frames count a twentieth. */
  objectRequests: number;
  objectRowsRead: number;
  objectRowsWritten: number;
  d1Rounds: number;
  d1RowsRead: number;
  d1RowsWritten: number;
  /** What was counted, by name. */
  counts: Record<string, number>;
}

export const ACTS = {
  born: "somebody's very first socket",
  connect: "the first page is opened, its user comes online",
  tab: "another page of somebody online",
  first: "the first message of two people",
  message: "a message in a conversation that is going on",
  alone: "a message after a pause",
  read: "messages marked as read",
  typing: "somebody types",
  lease: "24 people are watched, the first time in ten minutes",
  watch: "24 others come on the screen",
  watched: "somebody comes online whom five watch",
  notification: "a notification (a request to be buddies)",
  conversations: "the list of conversations",
  conversation: "a conversation is opened",
  page: "a page, loaded anew by a member",
  answer: "an answer of the API, a list of levels",
  leave: "the last page is closed, its user goes offline",
} as const;

export type Act = keyof typeof ACTS;

/** Frames that come in count as so many requests. */
const FRAMES_A_REQUEST = 20;
const MESSAGES = 10;
export const WATCHED = 24;
export const WATCHERS = 5;

/** Does everything once on a site that counts, and answers what each has cost. */
export async function measureActs(): Promise<Record<Act, Bill>> {
  const site = await openSite(80, { wrapper: wrapper("meter") }, await scratchWorld());
  try {
    return await measure(site);
  } finally {
    await site.stop();
  }
}

async function measure(site: Venue): Promise<Record<Act, Bill>> {
  const bills: Partial<Record<Act, Bill>> = {};
  const bill = async (act: Act, doing: () => unknown, times = 1) => {
    await counted(site.url);
    await doing();
    bills[act] = billOf(await counted(site.url), times);
  };
  const guest = (at: number): Guest => {
    const found = site.guests[at];
    if (!found) throw new Error("Too few people.");
    return found;
  };
  const [ann, ben, eve, fay] = [guest(0), guest(1), guest(2), guest(3)];
  const get = (path: string) =>
    fetch(site.url + path, { headers: ann.headers }).then((answer) => answer.text());
  const post = async (who: Guest, path: string, input: object = {}) => {
    const line = new Line(site.url, who.writeHeaders);
    const { status, body } = await line.post(path, JSON.stringify(input));
    line.close();
    if (status >= 300) throw new Error(`${path}: ${status} ${body}`);
  };
  const writer = await Writer.at(site, ann);
  const socket = await listen(site, ann);
  const say = (frame: UpFrame) => socket.wire.send(JSON.stringify(frame));
  const others = await listen(site, ben);
  // Objects that are there for the first time make their tables.
  for (const one of site.guests.slice(10, 20)) (await listen(site, one)).wire.close();
  await listen(site, fay).then(({ wire }) => wire.close());

  await bill("born", () => listen(site, eve).then(({ wire }) => wire.close()));
  await bill("connect", () => listen(site, eve));
  await bill("tab", () => listen(site, ann).then(({ wire }) => wire.close()));
  await bill("first", () => writer.say(ben.id).answer);
  await bill(
    "message",
    async () => {
      for (let i = 0; i < MESSAGES; i++) await writer.say(ben.id).answer;
    },
    MESSAGES,
  );
  await bill("alone", () => writer.say(ben.id).answer);
  await bill("read", () => post(ben, fillPath(readMessagesRoute.path, { userId: ann.id })));
  await bill("typing", () => say({ type: "typing", user_id: ben.id }));
  const crowd = site.guests.slice(10).map(({ id }) => id);
  await bill("lease", () => say({ type: "watch", user_ids: crowd.slice(0, WATCHED) }));
  await bill("watch", () => say({ type: "watch", user_ids: crowd.slice(WATCHED, 2 * WATCHED) }));
  for (let i = 0; i < WATCHERS; i++) {
    const { wire } = await listen(site, guest(70 + i));
    wire.send(JSON.stringify({ type: "watch", user_ids: [fay.id] } satisfies UpFrame));
  }
  await bill("watched", () => listen(site, fay));
  await bill("notification", () => post(ann, fillPath(requestBuddyRoute.path, { username: ben.name })));
  await bill("conversations", () => get(conversationListRoute.path));
  await bill("conversation", () => get(fillPath(messageListRoute.path, { userId: ben.id })));
  await bill("page", () => get("/levels"));
  await bill("answer", () => get(levelListRoute.path));
  await bill("leave", () => others.wire.close());
  return bills as Record<Act, Bill>;
}

function billOf(counts: Record<string, number>, times: number): Bill {
  const sum = (fits: (name: string) => boolean) =>
    Object.entries(counts).reduce((all, [name, count]) => (fits(name) ? all + count / times : all), 0);
  const isObjects = (name: string) => !name.startsWith("D1 ");
  return {
    requests: sum((name) => name === "requests"),
    objectRequests:
      sum((name) => /^[A-Z_]+\.\w+$/.test(name) || name.endsWith(".alarm")) +
      sum((name) => name.endsWith(".webSocketMessage")) / FRAMES_A_REQUEST,
    objectRowsRead: sum((name) => isObjects(name) && name.endsWith(" rows read")),
    objectRowsWritten: sum((name) => isObjects(name) && name.endsWith(" rows written")),
    d1Rounds: sum((name) => name === "D1 rounds"),
    d1RowsRead: sum((name) => name === "D1 rows read"),
    d1RowsWritten: sum((name) => name === "D1 rows written"),
    counts: Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count / times])),
  };
}
