import type { Page } from "@playwright/test";
import { HERO } from "#domain/home/hero.ts";
import { SITE_THEMES } from "#domain/site.ts";
import { apiCalls } from "./api-calls.ts";
import { expect, NIGHTLY, test } from "./test.ts";

/** Leaves out the work of five seconds later: it isn't part of a first screen, however long that takes to load. */
const skipLaterWork = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ["setTimeout", "setInterval"] as const) {
      const start = window[name] as (...args: unknown[]) => number;
      Object.assign(window, {
        [name]: (task: unknown, ms = 0, ...args: unknown[]) => (ms >= 5_000 ? 0 : start(task, ms, ...args)),
      });
    }
  });

/** Loads a page until its network is quiet; returns its API calls, except for best times, which load as they come into view. */
async function apiCallsOf(page: Page, path: string): Promise<readonly string[]> {
  await skipLaterWork(page);
  const calls = apiCalls(page);
  await page.goto(path, { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  return calls.filter((call) => !/\/levels\/\d+\/clears\?/.test(call));
}

const PAGES = [
  "/",
  "/levels",
  "/levels?category=star+collection&order=oldest&page=2&showPrivateLevels=true",
  "/levels?search=tower&filter=rating",
  "/levels/1",
  "/events",
  "/forums",
  "/forums/1?page=2",
  "/ratings",
  "/ratings?username=goldie&rating=8&sort=difficulty&order=asc",
  "/users",
  "/users?filter=online&search=bo",
  "/users/goldie/buddies?search=b",
  "/users/goldie/levels",
  "/users/goldie/inventory?category=hat",
  "/items/1",
  "/gold",
];
const PAGES_OF = {
  visitor: [...PAGES, "/forums/thread/1", "/levels?filter=favorited", "/login", "/register"],
  // Pages with more data for a member.
  bobby: [
    "/",
    "/levels?search=tower&filter=rating",
    "/levels/1",
    "/items/1",
    "/forums",
    "/users/goldie/inventory?category=hat",
    "/levels?filter=playedByUser&order=played_at",
    "/level/create",
    "/users/bobby/buddies/incoming",
    "/chat",
  ],
};

for (const [who, paths] of Object.entries(PAGES_OF)) {
  test.describe(who === "visitor" ? "for a visitor" : "for a member", () => {
    test.use({ as: who === "visitor" ? null : who });

    test("every page has its data in the HTML, except a profile's comments", NIGHTLY, async ({ page }) => {
      for (const path of paths) expect.soft(await apiCallsOf(page, path), `API calls of ${path}`).toEqual([]);
      const requested = await apiCallsOf(page, "/users/goldie");
      expect(requested.filter((one) => !one.startsWith("/api/comments/user/"))).toEqual([]);
      expect(requested.length).toBeLessThanOrEqual(1);
    });
  });
}

test("the home page's first picture and text are in the HTML, without any script, and don't move when the page's own code takes over", async ({
  browser,
  request,
}) => {
  const html = await (await request.get("/")).text();
  for (const text of [HERO.title, HERO.signUp, HERO.browse]) expect(html).toContain(text);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto("/");
  await expect(plain.getByRole("heading", { level: 1, name: HERO.title })).toBeVisible();
  await plain.getByRole("link", { name: HERO.signUp }).click();
  await expect(plain).toHaveURL("/register");
  await context.close();

  for (const width of [1280, 390]) {
    // From the start: a window that changes its size moves everything.
    const sized = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await sized.newPage();
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          document.documentElement.dataset.shift = String(
            Number(document.documentElement.dataset.shift ?? 0) + entry.value,
          );
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(page.getByRole("banner")).toBeVisible();
    const shift = Number((await page.locator("html").getAttribute("data-shift")) ?? 0);
    expect(shift, `in a window of ${width} px`).toBeLessThanOrEqual(0.02);
    await sized.close();
  }
});

test("each theme is in the HTML and stays the same while the page starts", async ({
  page,
  context,
  origin,
}) => {
  /** The themes from before the first paint. */
  await page.addInitScript(() => {
    const seen: (string | undefined)[] = [];
    Object.assign(window, { seen });
    const record = () => document.documentElement && seen.push(document.documentElement.dataset.theme);
    new MutationObserver(record).observe(document, { subtree: true, attributeFilter: ["data-theme"] });
    requestAnimationFrame(record);
  });
  for (const { name } of SITE_THEMES) {
    await context.addCookies([{ name: "bopolis_theme", value: name, url: origin }]);
    const response = await page.goto("/levels");
    expect(await response?.text()).toContain(`data-theme="${name}"`);
    await expect(page.getByRole("heading", { level: 1, name: "Levels" })).toBeVisible();
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(new Set(seen)).toEqual(new Set([name]));
    const bar = await page.locator('meta[name="theme-color"]').getAttribute("content");
    const background = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--bg").trim(),
    );
    expect(bar).toBe(background.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3"));
  }
});

test(
  "the theme of a member comes from the account, even on a new device",
  NIGHTLY,
  async ({ page, signUp, api }) => {
    const account = await signUp();
    await api.post("/api/auth/update", { theme_id: 3 });
    const response = await page.goto("/");
    expect(await response?.text()).toContain('data-theme="grape"');
    await page.context().clearCookies();
    await page.goto("/login");
    await page.getByLabel("Username or email").fill(account.username);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.locator('html[data-theme="grape"]')).toBeAttached();
  },
);
