import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { fillPath } from "#domain/api/route.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { type ClientFrame, LIVE_PATH } from "#domain/live/frames.ts";
import { root } from "../../run-script.mjs";
import { localSecrets } from "../../site/secrets.ts";
import type { Site, SiteOptions } from "../../site/site.ts";
import { startBaseline } from "../baseline.ts";
import { emptyScratchFolder, startQuietSite } from "../worlds.ts";
import { addCrowd, type BenchUser } from "./crowd.ts";
import { withProcess } from "./processes.ts";
import { readWrapper } from "./wrappers.ts";

/** A running chat program. */
export interface ChatServer {
  url: string;
  /** The id of its runtime process. */
  pid: number;
  users: readonly BenchUser[];
  socketPath: string;
  /** The first request of a page, if it uses the database, which runs in the same process here. */
  sessionPath?: string;
  /** Returns the path and the body of the POST for a message. */
  message(to: number, body: string, client_id: string): { path: string; input: object };
  /** Returns the frame for a message, if pages send messages on their sockets. */
  frame?: ((to: number, body: string, client_id: string) => string) | undefined;
  stop(): Promise<void>;
}

export interface SiteServer extends ChatServer {
  site: Site;
  state: string;
}

/** Starts the site with this many signed-in members, by default on an empty state folder. */
export async function openSite(
  count: number,
  options: Partial<SiteOptions> = {},
  state = emptyScratchFolder(),
): Promise<SiteServer> {
  const site = await withProcess(() => startQuietSite(state, options));
  const run = async (sql: string, ...params: (string | number)[]) => {
    const statement = site.d1.prepare(sql).bind(...params);
    return (await statement.all()).results;
  };
  const secret = localSecrets(state).SESSION_SECRET;
  const users = await addCrowd({ url: site.url, secret, run }, count);
  return siteServer(site, state, users);
}

/** Restarts a site in a new process on the same port, so the cookies stay valid. */
export async function reopenSite(
  before: SiteServer,
  options: Partial<SiteOptions> = {},
): Promise<SiteServer> {
  await before.stop();
  const port = Number(new URL(before.url).port);
  const site = await withProcess(() => startQuietSite(before.state, { port, ...options }));
  return siteServer(site, before.state, before.users);
}

const siteServer = (
  site: Site & { pid: number },
  state: string,
  users: readonly BenchUser[],
): SiteServer => ({
  url: site.url,
  pid: site.pid,
  site,
  state,
  users,
  socketPath: LIVE_PATH,
  sessionPath: sessionRoute.path,
  message: (userId, body, client_id) => ({
    path: fillPath(sendMessageRoute.path, { userId }),
    input: { body, client_id },
  }),
  frame: (user_id, body, client_id) =>
    JSON.stringify({ type: "send", user_id, client_id, body } satisfies ClientFrame),
  stop: () => site.stop(),
});

/** The same server, whose pages send their messages over HTTP, as without an open socket. */
export const overHttp = (server: ChatServer): ChatServer => ({ ...server, frame: undefined });

/** Starts the baseline program, which trusts the user id in the cookie. With `stateless`, inboxes store nothing. */
export async function openBaseline(count: number, stateless = false): Promise<ChatServer> {
  const objects = { PAIR: "Pair", HUB: "Hub", CROWD: "Crowd" };
  const bindings = stateless ? { HUBS_STORE: "nothing" } : {};
  const { url, pid, stop } = await withProcess(() =>
    startBaseline("chat", { state: emptyScratchFolder(), objects, bindings }),
  );
  return {
    url,
    pid,
    users: plainUsers(count),
    socketPath: "/live",
    message: (id, body) => ({ path: `/send/${id}`, input: { body } }),
    stop,
  };
}

/** The baseline program with one object that stores all messages and has all sockets. */
export const inOneObject = (baseline: ChatServer): ChatServer => ({
  ...baseline,
  socketPath: "/crowd",
  message: (_, body) => ({ path: "/crowd", input: { body } }),
});

/** Starts the site with an endpoint that notifies a user's hub directly, without a conversation. */
export async function openNotifySite(count: number): Promise<ChatServer> {
  const site = await openSite(count, { wrapper: readWrapper("notify") });
  return {
    ...overHttp(site),
    message: (user_id, body) => ({
      path: `/bench/notify/${user_id}`,
      input: { event: "NewMessage", user_id, message: { id: "1_2_3", body, sender_id: 1 }, unread: 1 },
    }),
  };
}

/** Starts a WebSocket relay in Node. */
export async function openRelay(): Promise<{ url: string; stop(): Promise<unknown> }> {
  const relay = new Worker(join(root, "tests/bench/limits/relay.ts"));
  const [url] = (await once(relay, "message")) as [string];
  return { url, stop: () => relay.terminate() };
}

const plainUsers = (count: number): BenchUser[] =>
  Array.from({ length: count }, (_, i) => {
    const headers = { Cookie: String(i + 1) };
    return { id: i + 1, name: `guest_${i + 1}`, headers, writeHeaders: headers };
  });
