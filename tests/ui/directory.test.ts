import { peopleCountsRoute } from "#domain/presence/api.ts";
import { userListRoute } from "#domain/users/api.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, type Site } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

const goldie = { id: 3, username: "goldie", url: "/users/goldie" };

/** Two pages of 24, or one user for a search that finds her. */
function respondWith(site: Site): void {
  site.respond(userListRoute, ({ input: { page, search, filter } }) => {
    const found = search || filter ? [goldie].filter(() => search === "goldie") : null;
    const everyone = Array.from({ length: 24 }, (_, at) => ({
      id: 24 * page + at,
      username: `user${24 * page + at}`,
    }));
    return {
      data: found ?? everyone,
      meta: { current_page: page, last_page: found ? 1 : 2, to: 24 * page },
      links: { next: !found && page < 2 ? "/api/users?page=2" : null },
    };
  });
}

test.beforeEach(({ site }) => {
  respondWith(site);
});

const cards = (page: Page) => page.getByRole("main").getByRole("heading", { level: 3 });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("the directory has its search, filter and pages in the URL", async ({ page }) => {
  await page.goto("/users");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Users");
  await expect(cards(page)).toHaveCount(24);
  await button(page, "Show More").click();
  await expect(page).toHaveURL("/users?pages=2");
  await expect(cards(page)).toHaveCount(48);
  await expect(cards(page).first()).toHaveText("user24");
  await page.reload();
  await expect(cards(page)).toHaveCount(48);
  const box = page.getByRole("searchbox", { name: "Search users" });
  await box.fill("goldie");
  await expect(page).toHaveURL("/users?search=goldie");
  await expect(cards(page)).toHaveText(["goldie"]);
  await box.fill("qqqqzzzz");
  await expect(page.getByText("No results found")).toBeVisible();
  await button(page, "Show everyone").click();
  await expect(cards(page)).toHaveCount(24);
  await page.getByRole("button", { name: /In-game/ }).click();
  await expect(page).toHaveURL("/users?filter=playing");
  await expect(page.getByText("No users found")).toBeVisible();
  const online = page.getByRole("button", { name: /Online/ });
  await online.click();
  await expect(page).toHaveURL("/users?filter=online");
  await expect(online).toHaveAttribute("aria-pressed", "true");
  await online.click();
  await expect(page).toHaveURL("/users");
  await page.goBack();
  await expect(page).toHaveURL("/users?filter=online");
});

test("the directory refreshes its counts while the page is visible", async ({ page, site }) => {
  site.respond(peopleCountsRoute, { counts: { playing: 7, online: 1_234, users: 56_789 } });
  await page.clock.install();
  await page.goto("/users");
  await page.clock.fastForward(6_000);
  await expect(page.getByRole("button", { name: /^7 ?In-game$/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^1\.2K \(1,234\) ?Online$/ })).toBeVisible();
  await expect(page.getByText("56.8K")).toBeVisible();
});

test("a page of users that fails to load is reported, and a click loads it", async ({ page, site }) => {
  await page.goto("/users");
  await expect(cards(page)).toHaveCount(24);
  site.respond(userListRoute, errorResponse("forbidden", { message: "A moment, please." }));
  await button(page, "Show More").click();
  await expect(page.getByRole("alert")).toContainText("A moment, please.");
  await expect(cards(page)).toHaveCount(24);
  respondWith(site);
  await button(page, "Show More").click();
  await expect(cards(page)).toHaveCount(48);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a user who is playing is shown with the level, and no longer as online", async ({ page, site }) => {
  const player = { level: { id: 1, title_tooltip: "Sky Maze" } };
  site.respond(userListRoute, { data: [{ ...goldie, online: true, player } as never] });
  await page.goto("/users");
  const sign = page.getByRole("img", { name: "Playing Sky Maze" });
  await expect(page.getByRole("link", { name: "Sky Maze" })).toLinkTo("/levels/1");
  await expect(page.getByRole("img", { name: "Online" })).toHaveCount(0);
  await sign.hover();
  await expect(page.getByText("Playing Sky Maze", { exact: true }).last()).toBeVisible();
});
