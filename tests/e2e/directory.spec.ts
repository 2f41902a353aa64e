import type { Locator, Page } from "@playwright/test";
import { expect, NIGHTLY, test } from "./test.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** People who are here come first, besides the page of 24. */
const expectOnePage = (cards: Locator) =>
  expect.poll(async () => Math.abs((await cards.count()) - 32)).toBeLessThanOrEqual(8);

/** A sign-up between two pages shifts them, and one card is on both. */
const expectTwoPages = (cards: Locator) => expect.poll(() => cards.count()).toBeGreaterThan(40);

test("the directory has its search, filter and pages in the URL, and Back returns to the same position", async ({
  page,
}) => {
  const cards = page.getByRole("heading", { level: 3 });
  const more = button(page, "Show More");
  await page.goto("/users");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Users");
  await expectOnePage(cards);
  const first = await cards.first().textContent();
  await more.click();
  await expect(page).toHaveURL("/users?pages=2");
  await expectTwoPages(cards);
  await expect(cards.first()).toHaveText(first ?? "");
  await page.reload();
  await expectTwoPages(cards);
  const last = cards.nth(40).getByRole("link");
  const name = await last.textContent();
  await last.click();
  await expect(page).toHaveURL(`/users/${name}`);
  await page.goBack();
  await expect(page).toHaveURL("/users?pages=2");
  await expect(last).toBeInViewport();

  await page.getByRole("searchbox", { name: "Search users" }).fill("goldie");
  await expect(page).toHaveURL("/users?search=goldie");
  await expect(cards.first()).toHaveText("goldie");
  await page.getByRole("searchbox", { name: "Search users" }).fill("qqqqzzzz");
  await expect(page.getByText("No results found")).toBeVisible();
  await button(page, "Show everyone").click();
  await expectOnePage(cards);

  // Members of other tests play at the same time.
  await page.route(
    ({ pathname, searchParams }) => pathname === "/api/users" && searchParams.get("filter") === "playing",
    async (route) => {
      const empty = new URL(route.request().url());
      empty.searchParams.set("search", "qqqqzzzz");
      await route.fulfill({ response: await route.fetch({ url: empty.href }) });
    },
  );
  await page.getByRole("button", { name: /In-game/ }).click();
  await expect(page).toHaveURL("/users?filter=playing");
  await expect(page.getByText("No users found")).toBeVisible();
  await page.getByRole("button", { name: /Online/ }).click();
  await expect(page).toHaveURL("/users?filter=online");
  await expect(page.getByRole("button", { name: /Online/ })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: /Online/ }).click();
  await expect(page).toHaveURL("/users");
  await page.goBack();
  await expect(page).toHaveURL("/users?filter=online");
});

test("the directory refreshes its counts while the page is visible", async ({ page }) => {
  await page.route("**/api/presence/counts", (route) =>
    route.fulfill({ json: { counts: { playing: 7, online: 1_234, users: 56_789 } } }),
  );
  await page.goto("/users");
  await expect(page.getByRole("button", { name: "7 In-game" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^1\.2K \(1,234\) Online$/ })).toBeVisible();
  await expect(page.getByText("56.8K")).toBeVisible();
});

test(
  "a page that fails to load is reported, and the next click loads it",
  NIGHTLY,
  async ({ page, complaints }) => {
    const cards = page.getByRole("heading", { level: 3 });
    await page.goto("/users");
    complaints.expect(/^403 GET .*\/api\/users\?page=2$/);
    await page.route("**/api/users?page=2", (route) =>
      route.fulfill({ status: 403, json: { message: "A moment, please." } }),
    );
    await button(page, "Show More").click();
    await expect(page.getByRole("alert")).toContainText("A moment, please.");
    await expectOnePage(cards);
    await page.unroute("**/api/users?page=2");
    await button(page, "Show More").click();
    await expectTwoPages(cards);
    await expect(page.getByRole("alert")).toHaveCount(0);
  },
);

test(
  "a user who is playing is shown in green with the level, and no longer as online",
  NIGHTLY,
  async ({ page }) => {
    await page.route("**/api/users?*search=goldie*", async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as { data: object[] };
      const player = { level: { id: 1, title_tooltip: "Sky Maze" } };
      const data = list.data.map((user, i) => (i === 0 ? { ...user, online: true, player } : user));
      await route.fulfill({ response, json: { ...list, data } });
    });
    await page.goto("/users");
    await page.getByRole("searchbox", { name: "Search users" }).fill("goldie");
    const sign = page.getByRole("img", { name: "Playing Sky Maze" });
    await expect(sign).toBeVisible();
    await expect(page.getByRole("link", { name: "Sky Maze" })).toHaveAttribute("href", "/levels/1");
    await sign.hover();
    await expect(page.getByText("Playing Sky Maze", { exact: true }).last()).toBeVisible();
  },
);
