import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { HERO } from "#domain/home/hero.ts";
import { SITE_THEMES } from "#domain/site.ts";
import { apiCalls } from "./api-calls.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const KB = 1024;

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

/** Loads a page until its network is quiet; returns its API calls. */
async function apiCallsOf(page: Page, path: string): Promise<readonly string[]> {
  await skipLaterWork(page);
  const calls = apiCalls(page);
  await page.goto(path, { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  return calls;
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

    test("every page has its data in the HTML", NIGHTLY, async ({ page }) => {
      for (const path of paths) expect.soft(await apiCallsOf(page, path), `API calls of ${path}`).toEqual([]);
    });

    test("a profile fetches nothing but its comments, once", NIGHTLY, async ({ page }) => {
      const requested = await apiCallsOf(page, "/users/goldie");
      expect(requested.filter((one) => !one.startsWith("/api/comments/user/"))).toEqual([]);
      expect(requested.length).toBeLessThanOrEqual(1);
    });
  });
}

test("a browser whose session has ended gets a complete page for a visitor", async ({
  page,
  signUp,
  api,
}) => {
  await signUp();
  const [session] = (await page.context().cookies()).filter(({ name }) => name === "bopolis_session");
  await api.post("/api/auth/logout");
  if (session) await page.context().addCookies([session]);
  expect(await apiCallsOf(page, "/levels")).toEqual([]);
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
});

test("the home page's first picture and text are in the HTML, without any script", async ({
  browser,
  request,
}) => {
  const html = await (await request.get("/")).text();
  for (const text of [HERO.title, HERO.signUp, HERO.browse]) expect(html).toContain(text);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: HERO.title })).toBeVisible();
  await page.getByRole("link", { name: HERO.signUp }).click();
  await expect(page).toHaveURL("/register");
  await context.close();
});

for (const width of [1280, 390])
  test.describe(`in a window of ${width} px`, () => {
    // From the start: a window that changes its size moves everything.
    test.use({ viewport: { width, height: 800 } });

    test("the hero does not move when the page's own code takes over", async ({ page }) => {
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
      expect(shift).toBeLessThanOrEqual(0.02);
    });
  });

test("a visitor's first screen needs at most 130 KB of script in 6 requests, 20 KB of style and 60 KB of fonts", async ({
  page,
}) => {
  await skipLaterWork(page);
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  await page.goto("/", { waitUntil: "networkidle" });
  const sizesOf = async (type: string, isZipped = true) =>
    Promise.all(
      responses
        .filter((response) => response.request().resourceType() === type)
        .map(async (response) => {
          const body = await response.body();
          return (isZipped ? gzipSync(body).length : body.length) / KB;
        }),
    );
  const sum = (sizes: number[]) => sizes.reduce((a, b) => a + b, 0);
  const scripts = await sizesOf("script");
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.length).toBeLessThanOrEqual(6);
  expect(sum(scripts)).toBeLessThanOrEqual(130);
  expect(sum(await sizesOf("stylesheet"))).toBeLessThanOrEqual(20);
  expect(sum(await sizesOf("font", false))).toBeLessThanOrEqual(60);
});

test.describe("the theme", () => {
  /** Records the theme from before the first paint. */
  const recordThemes = (page: Page) =>
    page.addInitScript(() => {
      const seen: (string | undefined)[] = [];
      Object.assign(window, { seen });
      const record = () => document.documentElement && seen.push(document.documentElement.dataset.theme);
      new MutationObserver(record).observe(document, { subtree: true, attributeFilter: ["data-theme"] });
      requestAnimationFrame(record);
    });
  const recordedThemes = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen);

  for (const { name } of SITE_THEMES) {
    test(`${name} is in the HTML and stays the same while the page starts`, async ({
      page,
      context,
      origin,
    }) => {
      await context.addCookies([{ name: "bopolis_theme", value: name, url: origin }]);
      await recordThemes(page);
      const response = await page.goto("/levels");
      expect(await response?.text()).toContain(`data-theme="${name}"`);
      await expect(page.getByRole("heading", { level: 1, name: "Levels" })).toBeVisible();
      expect(new Set(await recordedThemes(page))).toEqual(new Set([name]));
      const bar = await page.locator('meta[name="theme-color"]').getAttribute("content");
      const background = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue("--bg").trim(),
      );
      expect(bar).toBe(background.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3"));
    });
  }

  test(
    "of a member comes from the account, even on a new device",
    NIGHTLY,
    async ({ page, signUp, api, openBrowser }) => {
      const account = await signUp();
      await api.post("/api/auth/update", { theme_id: 3 });
      const response = await page.goto("/");
      expect(await response?.text()).toContain('data-theme="grape"');

      const device = await openBrowser();
      await device.goto("/login");
      await device.getByLabel("Username or email").fill(account.username);
      await device.getByLabel("Password", { exact: true }).fill(account.password);
      await device.getByRole("button", { name: "Sign in" }).click();
      await expect(device.locator('html[data-theme="grape"]')).toBeAttached();
    },
  );

  test("is Night if the cookie is invalid", async ({ request }) => {
    const html = await (await request.get("/", { headers: { Cookie: 'bopolis_theme="><script>' } })).text();
    expect(html).toContain('data-theme="night"');
  });
});

test("a shared link unfurls with title, text and picture", async ({ page, otherUser, request }) => {
  const content = (property: string) =>
    page.locator(`meta[property="${property}"], meta[name="${property}"]`).getAttribute("content");
  const maker = await otherUser();
  const title = `Tom & "Jerry" <3 ${uniqueWord()}`;
  const { url } = await maker.makeLevel({ title, description: "A chase.\n\nBring cheese." });
  await page.goto(url);
  await expect(page).toHaveTitle(`${title} · Bopolis`);
  expect(await content("og:title")).toBe(`${title} by ${maker.account.username}`);
  expect(await content("og:description")).toBe("A chase. Bring cheese.");
  expect(await content("description")).toBe("A chase. Bring cheese.");
  expect(await content("og:type")).toBe("article");
  expect(await content("twitter:card")).toBe("summary_large_image");
  expect(await content("og:url")).toBe(page.url());

  for (const [path, heading] of [
    ["/levels/1", null],
    ["/users/goldie", "goldie"],
    ["/items/1", "Traffic Cone"],
    ["/levels", "Levels · Bopolis"],
    ["/", null],
  ] as const) {
    await page.goto(path);
    if (heading) expect(await content("og:title")).toBe(heading);
    expect(await content("og:description")).toBeTruthy();
    const picture = await request.get((await content("og:image")) ?? "");
    expect(picture.ok(), path).toBe(true);
    expect(picture.headers()["content-type"]).toMatch(/^image\//);
  }
});

test("an unknown URL is a 404 with a page that leads on", async ({ page, complaints }) => {
  complaints.expect(/^404 GET /);
  for (const path of ["/nowhere", "/levels/0", "/levels/abc", "/users/no%20name", "/reset-password/short"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  }
  await page.goto("/nowhere");
  await page.getByRole("link", { name: "Find a level" }).click();
  await expect(page).toHaveURL("/levels");
});
