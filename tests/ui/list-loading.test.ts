import { blockListRoute } from "#domain/blocks/api.ts";
import { inventoryRoute } from "#domain/inventory/api.ts";
import { levelListRoute } from "#domain/levels/api.ts";
import { ratingSearchRoute } from "#domain/ratings/api.ts";
import { pageOf } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

const EMPTY = pageOf([]);

// The shop's own tests are in shop.test.ts.
for (const { path, search, route, loading, found } of [
  {
    path: "/levels",
    search: "Search levels",
    route: levelListRoute,
    loading: "Loading levels",
    found: pageOf([{ id: 1 }], { total: 5 }),
  },
  {
    path: "/users/bobby/inventory",
    search: "Search these items",
    route: inventoryRoute,
    loading: "Loading items",
    found: pageOf([{ id: 1, item: { id: 1, type: { id: 1 } } }], { total: 5 }),
  },
] as const)
  test(`${path} shows placeholders and no old number during a new search`, async ({ page, site }) => {
    const count = page.getByText(/^(Fetched )?\d+ (results?|items?)$/);
    const status = page.getByRole("status").filter({ hasText: loading });
    const none = page.getByText(/^No (?:results|items found)$/);
    const skeletons = page.locator("main [aria-busy=true] > :not(p) > *");
    site.respond(route as typeof levelListRoute, found as never);
    await page.goto(path);
    for (const [typed, response, result] of [
      ["nothing", EMPTY, /\b0 /],
      ["a", found, /\b5 /],
    ] as const) {
      await expect(count).toBeVisible();
      const held = site.hold(route as typeof levelListRoute, response as never);
      await page.getByRole("searchbox", { name: search }).fill(typed);
      await expect(status).toBeVisible();
      if (path === "/levels") await expect(skeletons).toHaveCount(20);
      await expect(count).toHaveCount(0);
      await expect(none).toHaveCount(0);
      held.release();
      await expect(count).toHaveText(result);
      await expect(status).toHaveCount(0);
    }
  });

test('ratings show no old total and no "No results" while a search runs', async ({ page, site }) => {
  site.respond(ratingSearchRoute, EMPTY);
  await page.goto("/ratings?username=nobodyatall");
  const total = page.getByText(/total results$/);
  await expect(total).toHaveText("0 total results");
  const held = site.hold(ratingSearchRoute, pageOf([], { total: 3 }));
  await page.getByLabel("Username", { exact: true }).fill("bobby");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("No results", { exact: true })).toHaveCount(0);
  await expect(total).toHaveCount(0);
  held.release();
  await expect(total).toHaveText("3 total results");
});

test("the next page of the same search still shows the rows and their number", async ({ page, site }) => {
  const meta = { current_page: 1, last_page: 2, total: 25 };
  site.respond(levelListRoute, { data: [{ id: 1, title: "First" }], meta });
  await page.goto("/levels?search=a");
  const count = page.getByText(/^Fetched /);
  await expect(count).toHaveText("Fetched 25 results");
  const held = site.hold(levelListRoute, { data: [{ id: 2, title: "Next" }], meta });
  await page.getByRole("link", { name: "Page 2", exact: true }).click();
  await expect(page.locator("main [aria-busy=true]").first()).toBeVisible();
  await expect(count).toHaveText("Fetched 25 results");
  await expect(page.getByRole("main").getByRole("heading", { level: 3 })).toHaveText(["First"]);
  held.release();
  await expect(page.getByRole("main").getByRole("heading", { level: 3 })).toHaveText(["Next"]);
});

test("the count of blocked users stays that of all of them during a search", async ({ page, site }) => {
  const users = ["bobby", "goldie"].map((username, id) => ({ id, username }));
  site.signIn();
  site.respond(blockListRoute, ({ input: { search } }) => {
    return pageOf(users.filter(({ username }) => username.includes(search)));
  });
  await page.goto("/blocks");
  const heading = page.getByRole("heading", { name: /^Blocked users/ });
  await expect(heading).toHaveText(/2$/);
  await page.getByRole("searchbox").fill("bob");
  await expect(page.getByRole("main").getByRole("link", { name: "goldie" })).toHaveCount(0);
  await expect(heading).toHaveText(/2$/);
});
