import { once } from "node:events";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type Browser, chromium, type Page } from "@playwright/test";
import { SiteClient } from "../../client/site-client.ts";
import { root } from "../../run-script.mjs";
import { findChromium } from "../../test/chromium.ts";
import { startBaseline } from "../baseline.ts";
import { costOf, signInDemo } from "../open-site.ts";
import { median, race } from "../race.ts";
import { type BenchReport, formatFigure } from "../report.ts";
import type { BenchArea } from "../run.ts";
import { emptyScratchFolder, scratchWorld, startQuietSite } from "../worlds.ts";

/** Lighthouse's mid-range phone on a slow mobile network. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const CPU_SLOWDOWN = 4;
const KBIT = 1024 / 8;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600 * KBIT,
  uploadThroughput: 750 * KBIT,
};
/** How long to watch a page after its last request. */
const SETTLED_MS = 1_000;
const MAX_PLAY_REQUESTS = 6;

const PATHS = [
  ...["/", "/levels", "/levels/1", "/shop", "/items/1", "/users", "/users/bobby", "/users/bobby/levels"],
  ...["/users/bobby/inventory", "/users/bobby/achievements", "/ratings"],
];

interface ScreenMetrics {
  /** Milliseconds to the largest contentful paint, and its element. */
  paint: number;
  largest: string;
  /** Total blocking time: the milliseconds of long tasks beyond 50 each. */
  blocked: number;
  /** Cumulative layout shift. */
  shift: number;
}

/** Measures how fast pages and lists are served, what pressing Play requests, and each first screen on a visitor's phone. */
export const measureScreen: BenchArea = async (report, { small }) => {
  await raceServing(report, small);
  await using site = await startQuietSite(await scratchWorld());
  await using edge = new Worker(join(root, "tests/bench/limits/edge.ts"), { workerData: site.url });
  const [url] = (await once(edge, "message")) as [string];
  await using browser = await chromium.launch({
    executablePath: findChromium(),
    // Software WebGL for machines without a graphics card.
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
  await checkPlay(report, browser, site.url, "visitor");
  const member = await signInDemo(site.url, "bobby");
  await checkPlay(report, browser, site.url, "member", member.readHeaders.Cookie);
  for (const path of PATHS) {
    // The first load warms the site's caches.
    await measurePage(browser, url + path);
    const seen: ScreenMetrics[] = [];
    for (let i = 0; i < (small ? 1 : 3); i++) seen.push(await measurePage(browser, url + path));
    const medianOf = (what: "paint" | "blocked" | "shift") => median(seen.map((one) => one[what]));
    const notes = [...new Set(seen.map(({ largest }) => largest))];
    report.atMost(`${path}: largest contentful paint`, medianOf("paint") / 1000, 1.5, { unit: "s", notes });
    report.atMost(`${path}: total blocking time`, medianOf("blocked"), 100, { unit: "ms" });
    report.atMost(`${path}: layout shift`, medianOf("shift"), 0.02);
  }
};

/** Compares the level list and first screens with bare programs, with sixteen parallel connections. */
async function raceServing(report: BenchReport, small: boolean): Promise<void> {
  const state = await scratchWorld();
  const copies = [emptyScratchFolder(), emptyScratchFolder()] as const;
  for (const copy of copies) cpSync(state, copy, { recursive: true });
  const TEMPLATE = readFileSync(join(root, "dist/client/web/index.html"), "utf8");
  await using site = await startQuietSite(state);
  await using hello = await startBaseline("hello");
  await using select = await startBaseline("select", { state: copies[0] });
  await using html = await startBaseline("select", { state: copies[1], bindings: { TEMPLATE } });
  const { url } = site;
  const cookie = (await signInDemo(url, "bobby")).readHeaders.Cookie;
  const visitor = new SiteClient(url);
  await visitor.get("/api/levels");
  report.atMost(
    "visitor's cached list: D1 round trips",
    costOf(await visitor.expect("/api/levels")).roundTrips,
    0,
  );
  const rates = await race(
    {
      hello: { url: hello.url, path: "/" },
      cached: { url, path: "/api/levels" },
      select: { url: select.url, path: "/" },
      uncached: { url, path: "/api/levels?n={n}" },
      signedIn: { url, path: "/api/levels", cookie },
      html: { url: html.url, path: "/" },
      front: { url, path: "/" },
      levels: { url, path: "/levels" },
    },
    { rounds: small ? 5 : 21, milliseconds: 200 },
  );
  const line = (label: string, ours: keyof typeof rates, bare: keyof typeof rates, limit: number) =>
    report.atLeast(label, rates[ours] / rates[bare], limit, {
      unit: `× bare ${bare}`,
      notes: [
        `${formatFigure(Math.round(rates[ours]))} of ${formatFigure(Math.round(rates[bare]))} per second`,
      ],
    });
  line("level list of a visitor, cached", "cached", "hello", 0.7);
  line("level list of a visitor, not cached", "uncached", "select", 0.8);
  line("level list of a member", "signedIn", "select", 0.6);
  line("visitor's HTML at /", "front", "html", 0.8);
  line("visitor's HTML at /levels", "levels", "html", 0.8);
}

/** Counts the requests from pressing Play to playing, none of which may depend on another's response. */
async function checkPlay(report: BenchReport, browser: Browser, url: string, who: string, cookie?: string) {
  const requests = await pressedPlay(browser, `${url}/levels/1`, cookie);
  const notes = requests.map(({ path }) => path);
  // The player's code is preloaded while Play is in sight, except where data is saved.
  report.atMost(`${who}: requests from pressing Play to playing`, requests.length, MAX_PLAY_REQUESTS, {
    notes,
  });
  const dependent = requests.filter(({ isDependent }) => isDependent).map(({ path }) => path);
  report.atMost(`${who}: of these, after another's response`, dependent.length, 0, { notes: dependent });
}

async function measurePage(browser: Browser, path: string): Promise<ScreenMetrics> {
  await using context = await browser.newContext(PHONE);
  const page: Page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", NETWORK);
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  const failed: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  await page.addInitScript(observePage);
  await page.goto(path, { waitUntil: "networkidle" });
  await page.waitForTimeout(SETTLED_MS);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: ScreenMetrics }).seen);
  // An incomplete page loads fast and proves nothing.
  if (failed.length || !seen.paint) throw new Error(`${path} didn't load completely: ${failed.join(", ")}`);
  return seen;
}

interface Entry extends PerformanceEntry {
  value?: number;
  hadRecentInput?: boolean;
  url?: string;
  element?: { tagName: string; textContent: string | null } | null;
}

/** Runs in the page before any other script. */
function observePage(): void {
  const seen: ScreenMetrics = { paint: 0, blocked: 0, shift: 0, largest: "" };
  (globalThis as unknown as { seen: ScreenMetrics }).seen = seen;
  const observe = (type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true });
  observe("largest-contentful-paint", ({ startTime, url, element }) => {
    seen.paint = startTime;
    seen.largest = url || `${element?.tagName}: ${element?.textContent?.slice(0, 60)}`;
  });
  observe("longtask", ({ duration }) => {
    seen.blocked += duration - 50;
  });
  observe("layout-shift", ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
}

/** A request between the press and the level being playable. */
interface PlayRequest {
  path: string;
  /** Whether it began only after the response to another one. */
  isDependent: boolean;
}

/** Files of what a bopi wears, pictures, and what pages of levels poll: none of them holds back the player. */
const BESIDE = /^\/assets\/|^\/static\/|^\/api\/playing$/;

/** Without new requests for this long, no further ones come before a response. */
const QUIET_MS = 1_500;
/** After this, a level's page has loaded what it needs later, such as the polling of player counts. */
const LEVEL_SETTLED_MS = 6_000;
const READY = "canvas[data-phase=ready]";

/** Runs in the page first: notes the moment at which the level takes input. */
const WATCH_READY = `
  globalThis.playTimes = { pressed: 0, released: Infinity, ready: 0 };
  performance.setResourceTimingBufferSize(2000);
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target.dataset.phase === "ready")) playTimes.ready ||= performance.now();
  }).observe(document, { subtree: true, attributeFilter: ["data-phase"] });
`;

const REQUESTS = `performance
  .getEntriesByType("resource")
  .filter(({ startTime }) => startTime >= playTimes.pressed && startTime <= playTimes.ready)
  .map(({ name, startTime }) => ({
    path: new URL(name).pathname,
    isDependent: startTime > playTimes.released,
  }))`;

/** Lists what a page requested from the press, or from its start, until the level takes input. */
async function requestsUntilReady(page: Page): Promise<PlayRequest[]> {
  await page.waitForSelector(READY);
  const found = (await page.evaluate(REQUESTS)) as PlayRequest[];
  // A preload and its use are one request.
  return [...new Map(found.toReversed().map((request) => [request.path, request])).values()]
    .filter(({ path }) => !BESIDE.test(path))
    .toReversed();
}

/**
 * Presses Play on a level's page and lists the requests until the level takes input. All responses are held
 * back until no further request comes; what comes later depends on a response.
 */
async function pressedPlay(browser: Browser, url: string, cookie = ""): Promise<readonly PlayRequest[]> {
  await using context = await browser.newContext(cookie ? { extraHTTPHeaders: { Cookie: cookie } } : {});
  await context.addInitScript(WATCH_READY);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(LEVEL_SETTLED_MS);
  const held = Promise.withResolvers<void>();
  let count = 0;
  await page.route("**/*", async (route) => {
    count++;
    await held.promise;
    await route.continue().catch(() => {});
  });
  const play = page.getByRole("main").getByRole("link", { name: /^Play / });
  await page.evaluate("playTimes.pressed = performance.now()");
  await play.first().click();
  for (let before = -1; before !== count; ) {
    before = count;
    await page.waitForTimeout(QUIET_MS);
  }
  await page.evaluate("playTimes.released = performance.now()");
  held.resolve();
  // The context closes when this function ends.
  return await requestsUntilReady(page);
}
