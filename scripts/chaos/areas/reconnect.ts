import { setTimeout as pause } from "node:timers/promises";
import { reconnectSpread, returnTime } from "#domain/live/reconnect.ts";
import { addCrowd } from "../../bench/chat/crowd.ts";
import type { BenchReport } from "../../bench/report.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { localSecrets } from "../../site/secrets.ts";
import { KillableSite } from "../killable-site.ts";
import { ReturningPage } from "../reconnect/returning-page.ts";
import { Traffic } from "../reconnect/traffic.ts";

const PAGES = 2_000;
const SMALL_PAGES = 300;
/** Users whose page is closed or lost during the cut, and stays away. */
const LEAVERS = 10;
/** Users who write to each other. */
const WRITERS = 120;
/** Users that each page shows. */
const WATCHED = 8;
const CONNECTS_PER_SECOND = 60;
/** Pages that are connecting at the same time before the cut, at most. */
const MAX_CONNECTING = 50;
const MAX_RETURNS_PER_SECOND = 100;
const SETTLE_MS = 120_000;
/** The close code of a server that restarts. */
const RESTART = 1012;

/** Adds an endpoint to the built site that cuts the sockets of users from the server's side. */
const WRAPPER = `export * from "./index.js";
import site from "./index.js";
export default { ...site, async fetch(request, env, ctx) {
  if (new URL(request.url).pathname !== "/chaos/cut") return site.fetch(request, env, ctx);
  const ids = await request.json();
  await Promise.all(ids.map((id) => env.USER_HUB.getByName(String(id)).disconnect(${RESTART})));
  return new Response();
} };`;

/**
 * Cuts the sockets of 2,000 pages at once, first from the server's side and then by killing the site, while users write.
 * Pages must return at no more than 100 per second, without a lost event, and no one who returns can be shown as offline.
 */
export const verifyReconnects: BenchArea = async (report, { small }) => {
  const count = small ? SMALL_PAGES : PAGES;
  const site = await KillableSite.start(emptyScratchFolder(), {}, WRAPPER);
  const { url, state } = site;
  const run = (sql: string, ...params: (string | number)[]) => site.rows(sql, ...params);
  const users = await addCrowd({ url, run, secret: localSecrets(state).SESSION_SECRET }, count);
  const pages = users.map((user, i) => {
    const watched = Array.from({ length: WATCHED }, (_, n) => users[(i + 1 + n * 37) % count]?.id ?? 0);
    return new ReturningPage(url, user, watched);
  });
  const running = await connectAll(pages);
  const counter = new OnlineCounter(site);
  await counter.settle(count);
  report.info("pages with an open socket", openPages(pages), {
    notes: [`spread sent to the last one: ${(pages.at(-1)?.spread ?? 0) / 1_000} s`],
  });
  for (const page of pages) page.seenOffline.length = 0;

  const traffic = new Traffic(site, pages.slice(LEAVERS, LEAVERS + WRITERS));
  traffic.start();
  const leavers = pages.slice(0, LEAVERS);
  const stayers = pages.slice(LEAVERS);

  counter.start();
  await verifyCut(report, "cut by the server", stayers, async () => {
    const ids = JSON.stringify(users.map(({ id }) => id));
    await fetch(`${url}/chaos/cut`, { method: "POST", body: ids });
  });
  counter.report(report, "cut by the server", count);

  await counter.settle(count);
  await verifyCut(report, "site killed", stayers, async () => {
    leavers.forEach((page, i) => {
      if (i % 2) page.leave();
      else page.vanish();
    });
    await site.killAndRestart();
  });
  counter.report(report, "site killed", count - LEAVERS);

  await traffic.stop();
  await site.runSchedule();
  await verifyEvents(report, traffic, stayers);
  verifyPresence(report, stayers, users.slice(0, LEAVERS));
  const seconds = await counter.settle(count - LEAVERS, returnTime(reconnectSpread(count)) + SETTLE_MS);
  report.atMost(
    "people who stayed away are offline: deviation",
    await counter.deviation(count - LEAVERS),
    0,
    {
      notes: [`${seconds.toFixed(0)} s later`],
    },
  );
  for (const page of stayers) page.leave();
  await Promise.all(running);
  await site.stop();
};

const openPages = (pages: readonly ReturningPage[]) => pages.filter(({ isOpen }) => isOpen).length;

/** Opens the pages one after another, no faster than the machine can. Returns the promises of their ends. */
async function connectAll(pages: readonly ReturningPage[]): Promise<Promise<void>[]> {
  const running: Promise<void>[] = [];
  for (const page of pages) {
    await waitFor(() => running.length - openPages(pages) < MAX_CONNECTING);
    running.push(page.run());
    await pause(1_000 / CONNECTS_PER_SECOND);
  }
  await waitFor(() => openPages(pages) === pages.length);
  if (openPages(pages) < pages.length)
    throw new Error(`Only ${openPages(pages)} of ${pages.length} pages could connect.`);
  return running;
}

async function waitFor(condition: () => boolean | Promise<boolean>, timeout = SETTLE_MS): Promise<number> {
  const started = performance.now();
  while (!(await condition()) && performance.now() - started < timeout) await pause(100);
  return (performance.now() - started) / 1_000;
}

/** Cuts all sockets and reports how their pages return. */
async function verifyCut(
  report: BenchReport,
  label: string,
  pages: readonly ReturningPage[],
  cut: () => Promise<void>,
): Promise<void> {
  const before = openPages(pages);
  const at = performance.now();
  const hasReturned = (page: ReturningPage) => (page.returns.at(-1) ?? 0) > at && page.isOpen;
  const work = cut();
  await waitFor(() => openPages(pages) === 0, 10_000);
  await work;
  const backUpAt = performance.now();
  await waitFor(() => pages.every(hasReturned), SETTLE_MS * 2);
  const returns = pages.flatMap((page) => page.returns.filter((time) => time > at));
  const attempts = pages.flatMap((page) => page.attempts.filter((time) => time > at));
  report.atMost(
    `${label}: pages that haven't returned, of ${before}`,
    before - pages.filter(hasReturned).length,
    0,
  );
  report.atMost(`${label}: returns in the busiest second`, busiest(returns, at), MAX_RETURNS_PER_SECOND, {
    notes: [
      `by second since the cut: ${perSecond(returns, at).join(" ")}`,
      `attempts in the busiest second: ${busiest(attempts, at)}; the site was up after ${((backUpAt - at) / 1_000).toFixed(1)} s`,
      `pages that were given a turn: ${pages.reduce((sum, { turns }) => sum + turns, 0)}`,
    ],
  });
  report.info(`${label}: seconds until all returned`, (Math.max(...returns) - at) / 1_000);
}

function perSecond(times: readonly number[], from: number): number[] {
  const seconds: number[] = [];
  for (const time of times) {
    const second = Math.floor((time - from) / 1_000);
    seconds[second] = (seconds[second] ?? 0) + 1;
  }
  return Array.from(seconds, (count) => count ?? 0);
}

const busiest = (times: readonly number[], from: number) => Math.max(0, ...perSecond(times, from));

/** Every acknowledged message and request must have reached the pages that it's for, in sequence. */
async function verifyEvents(
  report: BenchReport,
  traffic: Traffic,
  pages: readonly ReturningPage[],
): Promise<void> {
  const lostMessages = () => traffic.messages.filter(({ id, page }) => !page.messages.has(id));
  const lostRequests = () =>
    traffic.requests.filter(({ from, page }) => ![...page.notifiedOf].some((text) => text.includes(from)));
  await waitFor(() => lostMessages().length + lostRequests().length === 0, 30_000);
  report.atLeast(
    "messages and buddy requests acknowledged",
    traffic.messages.length / 2 + traffic.requests.length,
    100,
    {
      notes: [
        `${traffic.requests.length} buddy requests; ${traffic.rejected.length} rejected`,
        ...traffic.rejected.slice(0, 2),
      ],
    },
  );
  report.atMost(`lost messages, of ${traffic.messages.length} deliveries`, lostMessages().length, 0);
  report.atMost(`lost notifications, of ${traffic.requests.length}`, lostRequests().length, 0);
  const errors = pages.flatMap((page) => page.errors);
  report.atMost("gaps, repetitions and resyncs in the sequences of all pages", errors.length, 0, {
    notes: errors.slice(0, 3),
  });
}

/** No page may have been shown anyone as offline who returned. */
function verifyPresence(
  report: BenchReport,
  pages: readonly ReturningPage[],
  leavers: readonly { id: number }[],
): void {
  const away = new Set(leavers.map(({ id }) => id));
  const flaps = pages.flatMap((page) => page.seenOffline.filter(({ user }) => !away.has(user)));
  report.atMost("times that a page showed someone as offline who returned", flaps.length, 0, {
    notes: flaps.slice(0, 3).map(({ user, at }) => `user ${user} after ${(at / 1_000).toFixed(1)} s`),
  });
}

/** Watches the number of people online in the database. */
class OnlineCounter {
  readonly #site: KillableSite;
  #lowest = Number.POSITIVE_INFINITY;
  #isStarted = false;

  constructor(site: KillableSite) {
    this.#site = site;
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    void this.#watch();
  }

  async #watch(): Promise<void> {
    for (;;) {
      // A site that is down has no count.
      const counts = await this.#counts().catch(() => undefined);
      if (counts) this.#lowest = Math.min(this.#lowest, counts.counter, counts.rows);
      await pause(250);
    }
  }

  async #counts(): Promise<{ counter: number; rows: number }> {
    const [counts] = await this.#site.rows<{ counter: number; rows: number }>(
      "select (select value from counters where name = 'online') as counter, (select count(*) from presence) as rows",
    );
    return counts ?? { counter: 0, rows: 0 };
  }

  async deviation(expected: number): Promise<number> {
    const { counter, rows } = await this.#counts();
    return Math.max(Math.abs(counter - expected), Math.abs(rows - expected));
  }

  /** Waits for a number of people online. Returns the seconds it took. */
  settle(expected: number, timeout = SETTLE_MS): Promise<number> {
    return waitFor(async () => (await this.deviation(expected)) === 0, timeout);
  }

  /** Reports the lowest count since the last report. */
  report(report: BenchReport, label: string, expected: number): void {
    report.atLeast(`${label}: lowest number of people online in the database`, this.#lowest, expected);
    this.#lowest = Number.POSITIVE_INFINITY;
  }
}
