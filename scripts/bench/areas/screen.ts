import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Browser, Page } from "@playwright/test";
import { root } from "../../bootstrap.mjs";
import { openBrowser } from "../browser.ts";
import { median } from "../race.ts";
import type { Area } from "../run.ts";
import { scratchWorld, startQuietly } from "../worlds.ts";

/** A middling phone on a slow mobile network, as Lighthouse has it. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const CPU_SLOWDOWN = 4;
const KBIT = 1024 / 8;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600 * KBIT,
  uploadThroughput: 750 * KBIT,
};
/** How long a page is watched after its last request. */
const SETTLED = 1_000;

const ADDRESSES = [
  "/",
  "/levels",
  "/levels/1",
  "/shop",
  "/items/1",
  "/users",
  "/users/bobby",
  "/users/bobby/levels",
  "/users/bobby/inventory",
  "/users/bobby/achievements",
  "/ratings",
];

interface Seen {
  /** Milliseconds to the largest contentful paint. */
  paint: number;
  /** Milliseconds that long tasks took beyond fifty each. */
  blocked: number;
  /** Cumulative layout shift. */
  shift: number;
  /** What the largest paint was of. */
  largest: string;
  /** The long tasks: when each began, and its length. */
  tasks: string[];
}

/** What a visitor's phone sees of a page's first screen. */
export const measureScreen: Area = async (report, { small }) => {
  const site = await startQuietly(await scratchWorld());
  const edge = new Worker(join(root, "tests/bench/limits/edge.ts"), { workerData: site.url });
  const [url] = (await once(edge, "message")) as [string];
  const browser = await openBrowser();
  console.log("  (text gzipped on its way, as Cloudflare's edge does; HTTP/1.1, six connections)");
  try {
    report.told("a loop of a hundred million steps on that phone", await timeLoop(browser), { unit: "ms" });
    for (const address of ADDRESSES) {
      // The first time fills the site's own memory, as any visitor before this one would have.
      await look(browser, url + address);
      const seen: Seen[] = [];
      for (let i = 0; i < (small ? 1 : 3); i++) seen.push(await look(browser, url + address));
      const middle = (what: "paint" | "blocked" | "shift") => median(seen.map((one) => one[what]));
      report.most(`${address}: largest contentful paint`, middle("paint") / 1000, 1.5, {
        unit: "s",
        notes: [...new Set(seen.map(({ largest }) => largest))],
      });
      report.most(`${address}: total blocking time`, middle("blocked"), 100, {
        unit: "ms",
        notes: [`long tasks: ${seen.at(-1)?.tasks.join(", ") || "none"}`],
      });
      report.most(`${address}: layout shift`, middle("shift"), 0.02);
    }
  } finally {
    await Promise.all([browser.close(), edge.terminate(), site.stop()]);
  }
};

/** How fast this machine plays the phone just now: the other figures are worth what this one is. */
async function timeLoop(browser: Browser): Promise<number> {
  return onPhone(browser, (page) =>
    page.evaluate(() => {
      const started = performance.now();
      let sum = 0;
      for (let i = 0; i < 1e8; i++) sum = (sum + i) | 0;
      return performance.now() - started + (sum & 0);
    }),
  );
}

const look = (browser: Browser, address: string): Promise<Seen> =>
  onPhone(browser, async (page) => {
    const failed: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    await page.addInitScript(watch);
    await page.goto(address, { waitUntil: "networkidle" });
    await page.waitForTimeout(SETTLED);
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
    // A page that is not all there is quick and proves nothing.
    if (failed.length || !seen.paint) throw new Error(`${address} painted nothing: ${failed.join(", ")}`);
    return seen;
  });

async function onPhone<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", NETWORK);
    await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    return await use(page);
  } finally {
    await context.close();
  }
}

interface Entry extends PerformanceEntry {
  value?: number;
  hadRecentInput?: boolean;
  url?: string;
  element?: { tagName: string; textContent: string | null } | null;
}

/** Runs in the page before anything else does. */
function watch(): void {
  const seen: Seen = { paint: 0, blocked: 0, shift: 0, largest: "", tasks: [] };
  (globalThis as unknown as { seen: Seen }).seen = seen;
  const observe = (type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true });
  observe("largest-contentful-paint", ({ startTime, url, element }) => {
    seen.paint = startTime;
    seen.largest = url || `${element?.tagName}: ${element?.textContent?.slice(0, 60)}`;
  });
  observe("longtask", ({ startTime, duration }) => {
    seen.blocked += duration - 50;
    seen.tasks.push(`${Math.round(duration)} ms at ${Math.round(startTime)}`);
  });
  observe("layout-shift", ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
}
