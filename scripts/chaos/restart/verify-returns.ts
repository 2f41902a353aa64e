import { setTimeout as pause } from "node:timers/promises";
import { fillPath } from "#domain/api/route.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { type LiveEvent, parseLiveEvent } from "#domain/live/events.ts";
import { CLOSE_CODES, livePath, type Queueing } from "#domain/live/frames.ts";
import { reconnectDelay, reconnectSpread, returnTime } from "#domain/live/reconnect.ts";
import type { BenchReport } from "../../bench/report.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { addCrowd, type Member } from "../../client/crowd.ts";
import type { SiteSocket } from "../../client/site-socket.ts";
import { checkOf } from "../check.ts";
import { KillableSite } from "../killable-site.ts";

/** Users whose page is closed or lost during the cut, and stays away; users who write; and users that each page shows. */
const LEAVERS = 10;
const WRITERS = 120;
const WATCHED = 8;
const CONNECTS_PER_SECOND = 60;
/** Pages that are connecting at the same time before the cut, at most. */
const MAX_CONNECTING = 50;
const MAX_RETURNS_PER_SECOND = 100;
const SETTLE_MS = 120_000;
/** Time between two messages of all users. */
const ACTION_MS = 60;

/** Adds an endpoint to the built site that cuts the sockets of users from the server's side, like a server that restarts. */
const WRAPPER = `export * from "./index.js";
import site from "./index.js";
export default { ...site, async fetch(request, env, ctx) {
  if (new URL(request.url).pathname !== "/chaos/cut") return site.fetch(request, env, ctx);
  const ids = await request.json();
  await Promise.all(ids.map((id) => env.USER_HUB.getByName(String(id)).disconnect(1012)));
  return new Response();
} };`;

async function waitFor(condition: () => boolean | Promise<boolean>, timeout = SETTLE_MS): Promise<void> {
  const started = performance.now();
  while (!(await condition()) && performance.now() - started < timeout) await pause(100);
}

/**
 * Cuts the sockets of many pages at once, first from the server's side and then by killing the site, while users write.
 * Pages must return at no more than 100 per second, without a lost event, and no one who returns can be shown as offline.
 */
export async function verifyReturns(report: BenchReport, count: number): Promise<void> {
  const site = await KillableSite.start(emptyScratchFolder(), {}, WRAPPER);
  const users = await addCrowd(site, count);
  const pages = users.map((user, i) => {
    const watched = Array.from({ length: WATCHED }, (_, n) => users[(i + 1 + n * 37) % count]?.id ?? 0);
    return new ReturningPage(user, watched);
  });
  const openPages = () => pages.filter(({ isOpen }) => isOpen).length;
  const running: Promise<void>[] = [];
  // No faster than the machine can.
  for (const page of pages) {
    await waitFor(() => running.length - openPages() < MAX_CONNECTING);
    running.push(page.run());
    await pause(1_000 / CONNECTS_PER_SECOND);
  }
  const counted = async (): Promise<number[]> => {
    const [row] = await site.rows<{ counter: number; rows: number }>(
      "select (select value from counters where name = 'online') as counter, (select count(*) from presence) as rows",
    );
    return [row?.counter ?? 0, row?.rows ?? 0];
  };
  const settle = (expected: number, timeout?: number) =>
    waitFor(async () => (await counted()).every((one) => one === expected), timeout);
  await settle(count);
  if (openPages() < count) throw new Error(`Only ${openPages()} of ${count} pages could connect.`);
  for (const page of pages) page.seenOffline.length = 0;

  const traffic = new Traffic(pages.slice(LEAVERS, LEAVERS + WRITERS));
  const writing = traffic.run();
  const stayers = pages.slice(LEAVERS);
  let lowest = count;
  const watching = setInterval(() => {
    // A site that is down has no count.
    counted().then(
      (counts) => {
        lowest = Math.min(lowest, ...counts);
      },
      () => {},
    );
  }, 250);
  await verifyCut(report, "cut by the server", stayers, async () => {
    const body = JSON.stringify(users.map(({ id }) => id));
    await fetch(`${site.url}/chaos/cut`, { method: "POST", body });
  });
  await settle(count);
  await verifyCut(report, "site killed", stayers, async () => {
    for (const [i, page] of pages.slice(0, LEAVERS).entries()) page.leave(i % 2 === 0);
    await site.killAndRestart();
  });
  clearInterval(watching);
  report.atLeast("lowest number of people online in the database", lowest, count - LEAVERS);
  traffic.isOver = true;
  await writing;
  await site.runSchedule();
  const check = checkOf(report);
  const { messages } = traffic;
  const lost = () => messages.filter(({ id, page }) => !page.messages.has(id)).map(({ id }) => id);
  await waitFor(() => lost().length === 0, 30_000);
  report.atLeast("messages acknowledged", messages.length / 2, 100);
  check("lost messages", lost(), messages.length);
  const errors = pages.flatMap((page) => page.errors);
  check("gaps, repetitions and resyncs in the sequences of pages", errors, count);
  const away = new Set(users.slice(0, LEAVERS).map(({ id }) => id));
  const flaps = stayers.flatMap((page) => page.seenOffline.filter((user) => !away.has(user)));
  check("people who returned and were shown as offline", flaps.map(String), count);
  await settle(count - LEAVERS, returnTime(reconnectSpread(count)) + SETTLE_MS);
  const wrong = (await counted()).filter((one) => one !== count - LEAVERS);
  check("counts of people online that include who stayed away", wrong.map(String), 2);
  for (const page of stayers) page.leave();
  await Promise.all(running);
  await site.stop();
}

/** Cuts all sockets and reports how their pages return. */
async function verifyCut(
  report: BenchReport,
  label: string,
  pages: readonly ReturningPage[],
  cut: () => Promise<void>,
): Promise<void> {
  const at = performance.now();
  const hasReturned = (page: ReturningPage) => (page.returns.at(-1) ?? 0) > at && page.isOpen;
  const work = cut();
  await waitFor(() => pages.every(({ isOpen }) => !isOpen), 10_000);
  await work;
  await waitFor(() => pages.every(hasReturned), SETTLE_MS * 2);
  const returns = pages.flatMap((page) => page.returns.filter((time) => time > at));
  const perSecond = [...Map.groupBy(returns, (time) => Math.floor((time - at) / 1_000)).values()];
  const missing = pages.filter((page) => !hasReturned(page)).length;
  report.atMost(`${label}: pages that haven't returned, of ${pages.length}`, missing, 0);
  const busiest = Math.max(0, ...perSecond.map(({ length }) => length));
  report.atMost(`${label}: returns in the busiest second`, busiest, MAX_RETURNS_PER_SECOND);
}

/** Neighbors who write to each other, also while pages are away. */
class Traffic {
  /** Acknowledged messages, each with the page that must receive it. */
  readonly messages: { id: string; page: ReturningPage }[] = [];
  isOver = false;
  readonly #pages: readonly ReturningPage[];

  constructor(pages: readonly ReturningPage[]) {
    this.#pages = pages;
  }

  async run(): Promise<void> {
    const pending = new Set<Promise<void>>();
    for (let count = 0; !this.isOver; count++) {
      const action = this.#write(count).finally(() => pending.delete(action));
      pending.add(action);
      await pause(ACTION_MS);
    }
    await Promise.all(pending);
  }

  async #write(count: number): Promise<void> {
    const i = (count * 7) % this.#pages.length;
    const [from, to] = [this.#pages[i], this.#pages[i ^ 1]] as [ReturningPage, ReturningPage];
    const path = fillPath(sendMessageRoute.path, { userId: to.user.id });
    const input = { body: `Message ${count} of this run`, client_id: crypto.randomUUID() };
    const response = await from.user.attempt(path, input);
    if (response?.status !== 200) return;
    const { id } = JSON.parse(response.text) as { id: string };
    this.messages.push({ id, page: to }, { id, page: from });
  }
}

/** An open page of a user. Reconnects by the rules of the browser's page (PROTOCOL.md, rule 17). */
class ReturningPage {
  readonly user: Member;
  /** The messages that it has received, by id. */
  readonly messages = new Set<string>();
  /** Times at which it was connected. */
  readonly returns: number[] = [];
  /** Watched users that were shown as offline. */
  readonly seenOffline: number[] = [];
  /** Gaps and repetitions in the sequence of events, and hints to refetch everything. */
  readonly errors: string[] = [];
  isOpen = false;
  readonly #watched: readonly number[];
  /** The spread that the server sent last, in milliseconds. */
  #spread = 0;
  #socket: SiteSocket | undefined;
  #mark: string | null = null;
  #isLeft = false;

  constructor(user: Member, watched: readonly number[]) {
    this.user = user;
    this.#watched = watched;
  }

  /** Keeps a socket open until the page is left. */
  async run(): Promise<void> {
    let attempt = 0;
    let queueing: Queueing = "at once";
    while (!this.#isLeft) {
      const { wasOpen, wait } = await this.#connect(queueing);
      if (this.#isLeft) return;
      if (wasOpen) attempt = 0;
      queueing = wait === undefined ? "no turn" : "turn";
      await pause(wait ?? reconnectDelay(attempt, this.#spread, Math.random()));
      if (wait === undefined) attempt++;
    }
  }

  /** Opens a socket. Resolves once it's closed: whether it was greeted, and its turn if it was given one. */
  async #connect(queueing: Queueing): Promise<{ wasOpen: boolean; wait: number | undefined }> {
    const closed = Promise.withResolvers<void>();
    let wasOpen = false;
    let wait: number | undefined;
    this.#socket = this.user.openSocket(livePath(this.#mark, queueing), {
      onText: (text) => {
        const event = this.#receive(text);
        wasOpen ||= event?.event === "Hello";
        if (event?.event === "Closing" && event.code === CLOSE_CODES.wait) wait = event.wait_ms;
      },
      onClose: () => closed.resolve(),
    });
    await closed.promise;
    this.isOpen = false;
    return { wasOpen, wait };
  }

  #receive(text: string): LiveEvent | undefined {
    const read = parseLiveEvent(text);
    if (!read) return undefined;
    const { event, mark } = read;
    if (event.event === "Hello") this.#greet(event);
    else if (mark) this.#checkSequence(mark);
    if (mark) this.#mark = event.event === "Hello" && event.resume === "replay" ? this.#mark : mark;
    if (event.event === "NewMessage") this.messages.add(event.message.id);
    if (event.event === "PresenceChanged")
      for (const { user_id, online } of event.users) if (!online) this.seenOffline.push(user_id);
    return event;
  }

  #greet({ resume, reconnect_ms = 0 }: Extract<LiveEvent, { event: "Hello" }>): void {
    this.isOpen = true;
    this.returns.push(performance.now());
    this.#spread = reconnect_ms;
    if (this.#mark && resume !== "silence" && resume !== "replay") this.errors.push(`resume: ${resume}`);
    this.#socket?.send(JSON.stringify({ type: "watch", user_ids: this.#watched }));
  }

  /** Stored events follow each other without a gap. */
  #checkSequence(mark: string): void {
    const [epoch, seq] = mark.split(".");
    const [lastEpoch, lastSeq] = this.#mark?.split(".") ?? [];
    if (this.#mark && (epoch !== lastEpoch || Number(seq) !== Number(lastSeq) + 1))
      this.errors.push(`${this.#mark} was followed by ${mark}`);
  }

  /** Leaves the page as a user does, or stops returning, like a device that loses its power. */
  leave(isLost = false): void {
    this.#isLeft = true;
    if (!isLost) this.#socket?.close();
  }
}
