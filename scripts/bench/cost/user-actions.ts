import { setTimeout as pause } from "node:timers/promises";
import { buildUrl, fillPath } from "#domain/api/route.ts";
import { requestBuddyRoute } from "#domain/buddies/api.ts";
import { conversationListRoute, messageListRoute, readMessagesRoute } from "#domain/conversations/api.ts";
import { levelListRoute } from "#domain/levels/api.ts";
import type { ClientFrame } from "#domain/live/frames.ts";
import { playingRoute } from "#domain/play/api.ts";
import { peopleCountsRoute } from "#domain/presence/api.ts";
import { openListener, openWriter } from "../chat/chat-group.ts";
import { type ChatServer, openSite } from "../chat/chat-server.ts";
import type { BenchUser } from "../chat/crowd.ts";
import { HttpConnection } from "../chat/http-connection.ts";
import { readWrapper } from "../chat/wrappers.ts";
import { readMeter } from "../meter.ts";
import { scratchWorld } from "../worlds.ts";

/** Everything that Cloudflare bills for a user action, including its consequences. */
export interface Bill {
  requests: number;
  /** Durable Object calls and alarms. A WebSocket message counts as a twentieth. */
  objectRequests: number;
  objectRowsRead: number;
  objectRowsWritten: number;
  d1RoundTrips: number;
  d1RowsRead: number;
  d1RowsWritten: number;
  /** Calls to R2. Deletions are free. */
  filesRead: number;
  filesWritten: number;
  /** Each message is written, read and deleted. */
  queueOperations: number;
  /** The raw counts by name. */
  counts: Record<string, number>;
}

export const USER_ACTIONS = {
  firstSocket: "a user's very first socket",
  connect: "the first tab opens, its user comes online",
  tab: "another tab of an online user",
  firstMessage: "the first message between two users",
  message: "a message in an ongoing conversation",
  afterPause: "a message after a pause",
  read: "messages marked as read",
  typing: "a user types",
  lease: "watching 24 users, the first time in 10 minutes",
  watch: "24 other users appear on the screen",
  watched: "a user watched by 5 others comes online",
  notification: "a notification (a buddy request)",
  conversations: "the list of conversations",
  conversation: "opening a conversation",
  page: "a page load by a member",
  api: "an API response, a list of levels",
  poll: "a page polls who plays, or who is online",
  leave: "the last tab closes, its user goes offline",
} as const;

export type UserAction = keyof typeof USER_ACTIONS;

/** Cloudflare bills this many incoming frames as one request. */
export const FRAMES_PER_REQUEST = 20;
const MESSAGES = 10;
const POLLS = 500;
/** Between two typing frames of a page. */
const TYPING_MS = 3_000;
const POLLED_LEVELS = buildUrl(playingRoute, {}, { ids: "1,2,3,4,5,6,7,8,9,10" });
export const WATCHED_USERS = 24;
export const MEASURED_WATCHERS = 5;

/** Runs each live action on a metered site. Returns the bills. */
export async function measureLiveActions(): Promise<Record<UserAction, Bill>> {
  const site = await openSite(80, { wrapper: readWrapper("meter") }, await scratchWorld());
  try {
    return await measure(site);
  } finally {
    await site.stop();
  }
}

async function measure(site: ChatServer): Promise<Record<UserAction, Bill>> {
  const bills: Partial<Record<UserAction, Bill>> = {};
  const bill = async (action: UserAction, run: () => unknown, times = 1) => {
    await readMeter(site.url);
    await run();
    bills[action] = billOf(await readMeter(site.url), times);
  };
  const userAt = (at: number): BenchUser => {
    const found = site.users[at];
    if (!found) throw new Error("There are too few users.");
    return found;
  };
  const [ann, ben, eve, fay] = [userAt(0), userAt(1), userAt(2), userAt(3)];
  const get = (path: string) =>
    fetch(site.url + path, { headers: ann.headers }).then((response) => response.text());
  const post = async (user: BenchUser, path: string, input: object = {}) => {
    const connection = new HttpConnection(site.url, user.writeHeaders);
    const { status, body } = await connection.post(path, JSON.stringify(input));
    connection.close();
    if (status >= 300) throw new Error(`${path}: ${status} ${body}`);
  };
  const listener = await openListener(site, ann);
  const writer = await openWriter(site, ann, listener);
  const sendFrame = (frame: ClientFrame) => listener.socket.send(JSON.stringify(frame));
  const otherTab = await openListener(site, ben);
  // New Durable Objects create their tables first.
  for (const one of site.users.slice(10, 20)) (await openListener(site, one)).socket.close();
  await openListener(site, fay).then(({ socket }) => socket.close());

  await bill("firstSocket", () => openListener(site, eve).then(({ socket }) => socket.close()));
  await bill("connect", () => openListener(site, eve));
  await bill("tab", () => openListener(site, ann).then(({ socket }) => socket.close()));
  await bill("firstMessage", () => writer.send(ben.id).acknowledged);
  await bill(
    "message",
    async () => {
      for (let i = 0; i < MESSAGES; i++) await writer.send(ben.id).acknowledged;
    },
    MESSAGES,
  );
  await bill("afterPause", () => writer.send(ben.id).acknowledged);
  await bill("read", () => post(ben, fillPath(readMessagesRoute.path, { userId: ann.id })));
  await bill(
    "typing",
    async () => {
      for (let i = 0; i < MESSAGES; i++) {
        sendFrame({ type: "typing", user_id: ben.id });
        await pause(TYPING_MS);
      }
    },
    MESSAGES,
  );
  const crowd = site.users.slice(10).map(({ id }) => id);
  await bill("lease", () => sendFrame({ type: "watch", user_ids: crowd.slice(0, WATCHED_USERS) }));
  await bill("watch", () =>
    sendFrame({ type: "watch", user_ids: crowd.slice(WATCHED_USERS, 2 * WATCHED_USERS) }),
  );
  for (let i = 0; i < MEASURED_WATCHERS; i++) {
    const { socket } = await openListener(site, userAt(70 + i));
    socket.send(JSON.stringify({ type: "watch", user_ids: [fay.id] } satisfies ClientFrame));
  }
  await bill("watched", () => openListener(site, fay));
  // The first one of a user creates the tables of their inbox, which writes 140 rows.
  await post(eve, fillPath(requestBuddyRoute.path, { username: ben.name }));
  await bill("notification", () => post(ann, fillPath(requestBuddyRoute.path, { username: ben.name })));
  await bill("conversations", () => get(conversationListRoute.path));
  await bill("conversation", () => get(fillPath(messageListRoute.path, { userId: ben.id })));
  await bill("page", () => get("/levels"));
  await bill("api", () => get(levelListRoute.path));
  await bill(
    "poll",
    async () => {
      for (let i = 0; i < POLLS; i++) await Promise.all([get(POLLED_LEVELS), get(peopleCountsRoute.path)]);
    },
    2 * POLLS,
  );
  await bill("leave", () => otherTab.socket.close());
  return bills as Record<UserAction, Bill>;
}

export function billOf(counts: Record<string, number>, times: number): Bill {
  const sum = (matches: (name: string) => boolean) =>
    Object.entries(counts).reduce((all, [name, count]) => (matches(name) ? all + count / times : all), 0);
  const isObjects = (name: string) => !name.startsWith("D1 ");
  return {
    requests: sum((name) => name === "requests"),
    objectRequests:
      sum((name) => /^[A-Z_]+\.\w+$/.test(name) || name.endsWith(".alarm")) +
      sum((name) => name.endsWith(".webSocketMessage")) / FRAMES_PER_REQUEST,
    objectRowsRead: sum((name) => isObjects(name) && name.endsWith(" rows read")),
    objectRowsWritten: sum((name) => isObjects(name) && name.endsWith(" rows written")),
    d1RoundTrips: sum((name) => name === "D1 round trips"),
    d1RowsRead: sum((name) => name === "D1 rows read"),
    d1RowsWritten: sum((name) => name === "D1 rows written"),
    filesRead: sum((name) => name === "files read"),
    filesWritten: sum((name) => name === "files written"),
    queueOperations: sum((name) => name === "queue operations"),
    counts: Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count / times])),
  };
}
