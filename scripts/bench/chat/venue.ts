import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { fillPath } from "#domain/api/route.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { LIVE_PATH } from "#domain/live/frames.ts";
import { root } from "../../bootstrap.mjs";
import { localSecrets } from "../../site/secrets.ts";
import type { Site, SiteOptions } from "../../site/site.ts";
import { startBare } from "../bare.ts";
import { emptyScratch, startQuietly } from "../worlds.ts";
import { addCrowd, type Guest } from "./crowd.ts";
import { withProcess } from "./processes.ts";
import { wrapper } from "./wrappers.ts";

/** A program through which people write to each other. */
export interface Venue {
  url: string;
  /** The process that does the work. */
  pid: number;
  guests: readonly Guest[];
  socketPath: string;
  /** What a page asks at first, where that takes the database: it stands in the same process here. */
  sessionPath?: string;
  /** Where a message to somebody is posted, and what. */
  message(to: number, body: string, client_id: string): { path: string; input: object };
  stop(): Promise<void>;
}

export interface SiteVenue extends Venue {
  site: Site;
  state: string;
}

/** The site with as many members, each signed in; on an empty state unless another is told. */
export async function openSite(
  count: number,
  options: Partial<SiteOptions> = {},
  state = emptyScratch(),
): Promise<SiteVenue> {
  const site = await withProcess(() => startQuietly(state, options));
  const run = async (sql: string, ...params: (string | number)[]) => {
    const statement = site.d1.prepare(sql).bind(...params);
    return (await statement.all()).results;
  };
  const secret = localSecrets(state).SESSION_SECRET;
  const guests = await addCrowd({ url: site.url, secret, run }, count);
  return siteVenue(site, state, guests);
}

/** The same site in a new process: on the same address, as everybody's cookies are for it. */
export async function reopenSite(before: SiteVenue, options: Partial<SiteOptions> = {}): Promise<SiteVenue> {
  await before.stop();
  const port = Number(new URL(before.url).port);
  const site = await withProcess(() => startQuietly(before.state, { port, ...options }));
  return siteVenue(site, before.state, before.guests);
}

const siteVenue = (site: Site & { pid: number }, state: string, guests: readonly Guest[]): SiteVenue => ({
  url: site.url,
  pid: site.pid,
  site,
  state,
  guests,
  socketPath: LIVE_PATH,
  sessionPath: sessionRoute.path,
  message: (userId, body, client_id) => ({
    path: fillPath(sendMessageRoute.path, { userId }),
    input: { body, client_id },
  }),
  stop: () => site.stop(),
});

/** The bare program: who somebody is, is what they say. `forgetful`: nothing is kept of what people are told. */
export async function openBare(count: number, forgetful = false): Promise<Venue> {
  const objects = { PAIR: "Pair", HUB: "Hub", CROWD: "Crowd" };
  const bindings = forgetful ? { HUBS_KEEP: "nothing" } : {};
  const { url, pid, stop } = await withProcess(() =>
    startBare("chat", { state: emptyScratch(), objects, bindings }),
  );
  return {
    url,
    pid,
    guests: plainGuests(count),
    socketPath: "/live",
    message: (id, body) => ({ path: `/send/${id}`, input: { body } }),
    stop,
  };
}

/** The bare program as one object that keeps everything and has all the sockets. */
export const inOneObject = (bare: Venue): Venue => ({
  ...bare,
  socketPath: "/crowd",
  message: (_, body) => ({ path: "/crowd", input: { body } }),
});

/** The site, whose hubs are told straight away what is posted: no conversation stands before them. */
export async function openTold(count: number): Promise<Venue> {
  const site = await openSite(count, { wrapper: wrapper("told") });
  return {
    ...site,
    message: (user_id, body) => ({
      path: `/bench/tell/${user_id}`,
      input: { event: "NewMessage", user_id, message: { id: "1_2_3", body, sender_id: 1 }, unread: 1 },
    }),
  };
}

/** A WebSocket server in Node with nothing behind it: its address. */
export async function openRelay(): Promise<{ url: string; stop(): Promise<unknown> }> {
  const relay = new Worker(join(root, "tests/bench/limits/relay.ts"));
  const [url] = (await once(relay, "message")) as [string];
  return { url, stop: () => relay.terminate() };
}

const plainGuests = (count: number): Guest[] =>
  Array.from({ length: count }, (_, i) => {
    const headers = { Cookie: String(i + 1) };
    return { id: i + 1, name: `guest_${i + 1}`, headers, writeHeaders: headers };
  });
