import type { Browser, BrowserContext, Page } from "@playwright/test";

/** A request between the press and the level being playable. */
export interface PlayRequest {
  path: string;
  /** Whether it began only after the response to another one. */
  isDependent: boolean;
}

export interface PressedPlay {
  /** As for most users: the player's code was preloaded while Play was in sight. */
  requests: readonly PlayRequest[];
  /** With nothing preloaded, as in a browser that saves data. */
  withoutPreloading: readonly PlayRequest[];
}

/** Files of what a bopi wears, pictures, and what pages of levels poll: none of them holds back the player. */
const BESIDE = /^\/assets\/|^\/static\/|^\/api\/playing$/;

/** Without new requests for this long, no further ones come before a response. */
const QUIET_MS = 1_500;
/** After this, a level's page has loaded what it needs later, such as the polling of player counts. */
const SETTLED_MS = 6_000;
const READY = "canvas[data-phase=ready]";

/** Runs in the page first: notes the moment at which the level takes input. */
const WATCH_READY = `
  globalThis.playTimes = { pressed: 0, released: Infinity, ready: 0 };
  performance.setResourceTimingBufferSize(2000);
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target.dataset.phase === "ready")) playTimes.ready ||= performance.now();
  }).observe(document, { subtree: true, attributeFilter: ["data-phase"] });
`;

/** Makes the browser save data, so that pages preload nothing. */
export const SAVE_DATA = `Object.defineProperty(navigator, "connection", { value: { saveData: true } })`;

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

async function inContext<T>(
  browser: Browser,
  cookie: string,
  use: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(cookie ? { extraHTTPHeaders: { Cookie: cookie } } : {});
  await context.addInitScript(WATCH_READY);
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

/**
 * Presses Play on a level's page and lists the requests until the level takes input. All responses are held
 * back until no further request comes; what comes later depends on a response.
 */
export async function pressedPlay(browser: Browser, url: string, cookie = ""): Promise<PressedPlay> {
  const requests = await inContext(browser, cookie, (context) => heldRequests(context, url));
  const withoutPreloading = await inContext(browser, cookie, async (context) => {
    await context.addInitScript(SAVE_DATA);
    return heldRequests(context, url);
  });
  return { requests, withoutPreloading };
}

async function openLevel(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(SETTLED_MS);
  return page;
}

async function pressPlay(page: Page): Promise<void> {
  const play = page.getByRole("main").getByRole("link", { name: /^Play / });
  await page.evaluate("playTimes.pressed = performance.now()");
  await play.first().click();
}

async function heldRequests(context: BrowserContext, url: string): Promise<PlayRequest[]> {
  const page = await openLevel(context, url);
  const held = Promise.withResolvers<void>();
  let count = 0;
  await page.route("**/*", async (route) => {
    count++;
    await held.promise;
    await route.continue().catch(() => {});
  });
  await pressPlay(page);
  for (let before = -1; before !== count; ) {
    before = count;
    await page.waitForTimeout(QUIET_MS);
  }
  await page.evaluate("playTimes.released = performance.now()");
  held.resolve();
  return requestsUntilReady(page);
}
