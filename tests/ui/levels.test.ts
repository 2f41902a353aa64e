import { levelListRoute } from "#domain/levels/api.ts";
import type { LevelView } from "#domain/levels/view.ts";
import type { Page } from "./support/page.ts";
import { errorResponse } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

const MAZE = { id: 1, title: "Sky Maze", url: "/levels/1" };
const PUBLIC_FILTERS = ["None", "Featured", "Highest rated", "Most difficult"];
const MEMBER_FILTERS = [
  "Favorited",
  "Cleared by you",
  "Uncleared by you",
  "Played by you",
  "Not played by you",
  "Played by buddies",
];

/** A list of levels as the site has it, of `pages` pages. */
const listOf = (pages: number) => (call: { input: Pick<LevelView, "page" | "search" | "filter"> }) => {
  const { page, search, filter } = call.input;
  const isEmpty = search === "qqqqzzzzx" || page > pages;
  const shown = filter === "featured" ? { ...MAZE, id: 90, title: "Featured Maze" } : MAZE;
  return {
    data: isEmpty ? [] : [shown],
    meta: { current_page: page, last_page: pages, total: search === "qqqqzzzzx" ? 0 : pages * 20 },
  };
};

test.beforeEach(({ site }) => {
  site.respond(levelListRoute, listOf(9));
});

const category = (page: Page) => page.getByLabel("Category");
const order = (page: Page) => page.getByLabel("Order");
const filter = (page: Page) => page.getByLabel("Filter");
const privateBox = (page: Page) => page.getByLabel("Show private levels");
const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search levels" });
const featured = (page: Page) => page.getByRole("region", { name: "Featured" });
const fetched = (page: Page) => page.getByText(/^Fetched [\d,]+ results?$/);
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name, exact: true });
const pages = (page: Page) => page.getByRole("navigation", { name: "Pages" });
const toPage = (page: Page, n: number) => pages(page).getByRole("link", { name: `Page ${n}`, exact: true });
const options = (page: Page, label: string) => page.getByLabel(label).locator("option");
const playedAt = (page: Page) => options(page, "Order").filter({ hasText: "Played at" });

describe("the level browser's URL", () => {
  test("shows what its sender saw", async ({ page, site }) => {
    await page.goto("/levels?category=star+collection&order=oldest&showPrivateLevels=true&page=2");
    await expect(category(page)).toHaveValue("star collection");
    await expect(order(page)).toHaveValue("oldest");
    await expect(toPage(page, 2)).toHaveAttribute("aria-current", "page");
    await page.goto("/levels?search=tower&filter=rating");
    await expect(searchBox(page)).toHaveValue("tower");
    await expect(filter(page)).toHaveValue("rating");
    await expect(heading(page, 'Search results for "tower"')).toBeVisible();
    await expect
      .poll(() => site.inputs(levelListRoute).at(-1))
      .toMatchObject({ search: "tower", filter: "rating" });
  });

  test("goes to page 1 for filters and searches, not for orders; Back undoes each", async ({ page }) => {
    await page.goto("/levels");
    await toPage(page, 2).click();
    await expect(page).toHaveURL("/levels?page=2");
    await order(page).selectOption("Newest");
    await expect(page).toHaveURL("/levels?order=newest&page=2");
    await category(page).selectOption("Star collection");
    await expect(page).toHaveURL("/levels?category=star+collection&order=newest");
    await expect(heading(page, "Star collection")).toBeVisible();
    await toPage(page, 2).click();
    await filter(page).selectOption("Most difficult");
    await expect(page).toHaveURL("/levels?category=star+collection&order=newest&filter=difficulty");
    await page.goBack();
    await expect(filter(page)).toHaveValue("");
    await expect(toPage(page, 2)).toHaveAttribute("aria-current", "page");
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL("/levels?order=newest&page=2");
    await expect(category(page)).toHaveValue("");
    await searchBox(page).fill("tower");
    await expect(page).toHaveURL("/levels?search=tower&order=newest");
    await page.goBack();
    await expect(searchBox(page)).toHaveValue("");
    await expect(page).toHaveURL("/levels?order=newest&page=2");
  });

  test("follows a search as it is typed in one history entry, and keeps the focus", async ({ page }) => {
    await page.goto("/levels");
    await expect(fetched(page)).toBeVisible();
    for (const [typed, all] of [
      ["to", "to"],
      ["wer", "tower"],
    ] as const) {
      await searchBox(page).pressSequentially(typed);
      await expect(heading(page, `Search results for "${all}"`)).toBeVisible();
    }
    await expect(searchBox(page)).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL("/levels");
    await searchBox(page).fill("tower");
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(page).toHaveURL("/levels");
    await expect(searchBox(page)).toBeFocused();
    await expect(featured(page)).toBeVisible();
  });
});

describe("the list of levels", () => {
  test("is below the featured ones on page 1 only, and takes none from them", async ({ page }) => {
    await page.goto("/levels");
    await expect(featured(page).getByRole("heading", { level: 3 })).toHaveText(["Featured Maze"]);
    const all = page.locator("section").filter({ has: heading(page, "All levels") });
    await expect(all.getByRole("heading", { level: 3 })).toHaveText(["Sky Maze"]);
    await page.goto("/levels?page=2");
    await expect(fetched(page)).toBeVisible();
    await expect(featured(page)).toHaveCount(0);
    await page.goto("/levels?showPrivateLevels=true");
    await page.getByRole("link", { name: "All featured" }).click();
    await expect(page).toHaveURL("/levels?filter=featured");
    await expect(heading(page, "Featured")).toBeVisible();
    await expect(order(page)).toBeEnabled();
  });

  test("numbers its pages, and has how many levels it fetched", async ({ page, site }) => {
    const numbers = pages(page).locator("li").filter({ hasText: /./ });
    const step = (name: string) => pages(page).getByRole("link", { name: `${name} page` });
    await page.goto("/levels");
    await expect(page.getByText("Fetched 180 results", { exact: true })).toBeVisible();
    await expect(numbers).toHaveText(["1", "2", "…", "9"]);
    await expect(step("Previous")).toHaveCount(0);
    await toPage(page, 9).click();
    await expect(step("Next")).toHaveCount(0);
    await page.goto("/levels?page=5");
    await step("Next").click();
    await expect(page).toHaveURL("/levels?page=6");
    site.respond(levelListRoute, listOf(1));
    await page.goto("/levels");
    await expect(fetched(page)).toBeVisible();
    await expect(pages(page)).toHaveCount(0);
  });

  test("has a level's event, challenge and creator on its card", async ({ page, site }) => {
    const user = { id: 3, username: "goldie", url: "/users/goldie" };
    const main = page.getByRole("main");
    for (const [text, fields] of [
      ["Spooky", { event: { short_name: "Spooky" } }],
      ["Sprint", { challenge: { name: "Sprint" } }],
    ] as const) {
      site.respond(levelListRoute, { data: [{ ...MAZE, user, ...fields }] });
      await page.goto("/levels?page=2");
      await expect(main).toContainText(text);
    }
    await expect(main.getByRole("link", { name: "By: goldie" })).toLinkTo("/users/goldie");
  });

  test("says that nothing matches, and leads back", async ({ page }) => {
    await page.goto("/levels?search=qqqqzzzzx");
    await expect(page.getByText("No results", { exact: true })).toBeVisible();
    await expect(page.getByText("Fetched 0 results")).toBeVisible();
    await page.getByRole("link", { name: "Show all levels" }).click();
    await expect(page).toHaveURL("/levels");
    await expect(featured(page)).toBeVisible();
    await page.goto("/levels?page=400");
    await expect(page.getByText("This page doesn't exist.")).toBeVisible();
    await page.getByRole("link", { name: "First page" }).click();
    await expect(toPage(page, 1)).toHaveAttribute("aria-current", "page");
  });

  test("is an error without the featured levels, and Retry loads it", async ({ page, site }) => {
    await page.goto("/levels?category=free+roam");
    await expect(fetched(page)).toBeVisible();
    site.respond(levelListRoute, errorResponse("conflict", { message: "That page is too far." }));
    await category(page).selectOption("Default");
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("That page is too far.");
    await expect(featured(page)).toHaveCount(0);
    site.respond(levelListRoute, listOf(9));
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(featured(page)).toBeVisible();
  });
});

test("a visitor has no personal filters or shortcuts, and is asked to sign in", async ({ page }) => {
  await page.goto("/levels");
  await expect(options(page, "Filter")).toHaveText(PUBLIC_FILTERS);
  await expect(options(page, "Category")).toHaveText(["Default", "Star collection", "Free roam"]);
  await expect(playedAt(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Random Level" })).toLinkTo(`${location.origin}/random-level`);
  await expect(page.getByRole("link", { name: "Your Levels" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Create Level" })).toHaveCount(0);
  await expect(privateBox(page)).toBeDisabled();
  await expect(page.getByText("Sign in to see yours.")).toBeVisible();
  await page.goto("/levels?filter=favorited");
  await expect(page.getByText("Favorited: sign in first")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Sign in" })).toLinkTo(
    `/login?next=${encodeURIComponent("/levels?filter=favorited")}`,
  );
});

test("a member has personal filters and private levels, and orders plays by date", async ({ page, site }) => {
  site.signIn();
  await page.goto("/levels");
  await expect(options(page, "Filter")).toHaveText([...PUBLIC_FILTERS, ...MEMBER_FILTERS]);
  await expect(playedAt(page)).toHaveCount(0);
  for (const name of ["Played by you", "Played by buddies"]) {
    await filter(page).selectOption(name);
    await expect(playedAt(page)).toHaveCount(1);
  }
  await order(page).selectOption("Played at");
  await expect(page).toHaveURL("/levels?order=played_at&filter=playedByBuddies");
  await filter(page).selectOption("Cleared by you");
  await expect(page).toHaveURL("/levels?filter=clearedByUser");
  await expect(order(page)).toHaveValue("playing_count");
  await page.goto("/levels");
  await privateBox(page).check();
  await expect(page).toHaveURL("/levels?showPrivateLevels=true");
  await page.goBack();
  await expect(privateBox(page)).not.toBeChecked();
  site.respond(levelListRoute, { data: [{ ...MAZE, visibility: "private" }] });
  await page.goto("/levels?showPrivateLevels=true");
  await expect(page.getByRole("main").getByText("Private", { exact: true }).first()).toBeVisible();
  site.respond(levelListRoute, { data: [] });
  await page.goto("/levels?filter=favorited");
  await expect(page.getByText("You don't have favorites like this yet.")).toBeVisible();
});

test("a filter that sorts says why the order does nothing, and names the list", async ({ page }) => {
  for (const [value, name, hint] of [
    ["rating", "Highest rated", "“Highest rated” sorts by rating."],
    ["difficulty", "Most difficult", "“Most difficult” sorts by difficulty."],
  ] as const) {
    await page.goto(`/levels?filter=${value}`);
    await expect(heading(page, name)).toBeVisible();
    await expect(heading(page, "All levels")).toHaveCount(0);
    await expect(order(page)).toBeDisabled();
    await expect(order(page)).toHaveAccessibleDescription(hint);
  }
});
