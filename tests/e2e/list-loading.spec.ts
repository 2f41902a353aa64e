import type { Page } from "@playwright/test";
import { expect, test, uniqueWord } from "./test.ts";

/** Skeletons are hidden from screen readers; their container says that it's loading. */
const loading = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** Holds back an endpoint's responses until the returned function is called. */
async function holdBack(page: Page, url: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  return resolve;
}

const NOTHING = uniqueWord("zz");

for (const list of [
  {
    path: "/levels",
    search: "Search levels",
    api: /\/api\/levels\?/,
    count: /^Fetched [\d,]+ results?$/,
    loading: "Loading levels",
  },
  {
    path: "/shop",
    search: "Search the shop",
    api: /\/api\/shop\?/,
    count: /^[\d,]+ items?$/,
    loading: "Loading items",
  },
  {
    path: "/users/bobby/inventory",
    search: "Search these items",
    api: /\/api\/inventory\/bobby\?/,
    count: /^[\d,]+ items?$/,
    loading: "Loading items",
  },
] as const)
  test(`${list.path} shows skeletons and no old number while a new search runs, also after an empty result`, async ({
    page,
  }) => {
    await page.goto(list.path);
    const count = page.getByText(list.count);
    const box = page.getByRole("searchbox", { name: list.search });
    await expect(count).toBeVisible();
    let release = await holdBack(page, list.api);
    await box.fill(NOTHING);
    await expect(loading(page, list.loading)).toBeVisible();
    await expect(count).toHaveCount(0);
    release();
    await expect(count).toHaveText(/\b0 /);
    await expect(loading(page, list.loading)).toHaveCount(0);
    await page.unroute(list.api);
    release = await holdBack(page, list.api);
    await box.fill("a");
    await expect(loading(page, list.loading)).toBeVisible();
    await expect(count).toHaveCount(0);
    await expect(page.getByText(/^No (?:results|items found)$/)).toHaveCount(0);
    release();
    await expect(count).toBeVisible();
  });

test("the level browser shows 20 skeletons while a search runs", async ({ page }) => {
  await page.goto("/levels");
  await expect(page.getByText(/^Fetched /)).toBeVisible();
  const release = await holdBack(page, /\/api\/levels\?/);
  await page.getByRole("searchbox", { name: "Search levels" }).fill(NOTHING);
  const region = page.locator("[aria-busy=true]").filter({ has: loading(page, "Loading levels") });
  await expect(region.locator("> :not(p) > *")).toHaveCount(20);
  release();
  await expect(page.getByText("Fetched 0 results")).toBeVisible();
});

test('ratings show neither an old total nor "No results" while another search runs', async ({ page }) => {
  await page.goto("/ratings?username=nobodyatall");
  const total = page.getByText(/total results$/);
  await expect(total).toHaveText("0 total results");
  const release = await holdBack(page, /\/api\/ratings\?/);
  await page.getByLabel("Username", { exact: true }).fill("bobby");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("No results", { exact: true })).toHaveCount(0);
  await expect(total).toHaveCount(0);
  release();
  await expect(total).not.toHaveText(/^0 /);
});

test("the next page of the same search keeps the rows and their number", async ({ page }) => {
  await page.goto("/levels?search=a");
  const count = page.getByText(/^Fetched /);
  const before = await count.textContent();
  const release = await holdBack(page, /\/api\/levels\?/);
  await page.getByRole("link", { name: "Page 2", exact: true }).click();
  await expect(page.locator("main [aria-busy=true]").first()).toBeVisible();
  await expect(count).toHaveText(before ?? "");
  await expect(page.getByRole("main").getByRole("heading", { level: 3 })).toHaveCount(20);
  release();
});

test.describe("the count of blocked users", () => {
  test("stays that of all of them during a search", async ({ page, signUp, api }) => {
    await signUp();
    for (const name of ["bobby", "goldie"]) await api.post(`/api/block/${name}/toggle`);
    await page.goto("/blocks");
    const heading = page.getByRole("heading", { name: /^Blocked users/ });
    await expect(heading).toHaveText(/2$/);
    await page.getByRole("searchbox").fill("bob");
    await expect(page.getByRole("main").getByRole("link", { name: "goldie" })).toHaveCount(0);
    await expect(heading).toHaveText(/2$/);
  });
});
