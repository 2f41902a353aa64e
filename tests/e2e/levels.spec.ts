import type { Page } from "@playwright/test";
import type { ApiLevel, ListPage } from "./api.ts";
import { expectFits } from "./expect-accessible.ts";
import { expect, NIGHTLY, test } from "./test.ts";

const PUBLIC_FILTERS = ["None", "Featured", "Highest rated", "Most difficult"];
const MEMBER_FILTERS = [
  "Favorited",
  "Cleared by you",
  "Uncleared by you",
  "Played by you",
  "Not played by you",
  "Played by buddies",
];

const category = (page: Page) => page.getByLabel("Category");
const order = (page: Page) => page.getByLabel("Order");
const filter = (page: Page) => page.getByLabel("Filter");
const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search levels" });
const featured = (page: Page) => page.getByRole("region", { name: "Featured" });
const fetched = (page: Page) => page.getByText(/^Fetched [\d,]+ results?$/);
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name, exact: true });
const pages = (page: Page) => page.getByRole("navigation", { name: "Pages" });
const toPage = (page: Page, n: number) => pages(page).getByRole("link", { name: `Page ${n}`, exact: true });
const pageNumbers = (page: Page) => pages(page).locator("li").filter({ hasText: /./ });
const options = (page: Page, label: string) => page.getByLabel(label).locator("option");
const playedAt = (page: Page) => options(page, "Order").filter({ hasText: "Played at" });

test.describe("the URL of the level browser", () => {
  test("ignores invalid values", NIGHTLY, async ({ page }) => {
    for (const query of [
      "category=evil&order=x&filter=y&page=-3",
      "category=Star+Collection&order=NEWEST&filter=none&page=1.5",
      "order=played_at&page=abc&showPrivateLevels=yes",
    ]) {
      await page.goto(`/levels?${query}`);
      await expect(category(page)).toHaveValue("");
      await expect(order(page)).toHaveValue("playing_count");
      await expect(filter(page)).toHaveValue("");
      await expect(page.getByLabel("Show private levels")).not.toBeChecked();
      await expect(featured(page)).toBeVisible();
      await expect(pages(page).getByRole("link", { name: "Page 1", exact: true })).toHaveAttribute(
        "aria-current",
        "page",
      );
    }
  });

  test("shows what its sender saw", async ({ page }) => {
    await page.goto("/levels?category=star+collection&order=oldest&showPrivateLevels=true&page=2");
    await expect(category(page)).toHaveValue("star collection");
    await expect(order(page)).toHaveValue("oldest");
    await expect(toPage(page, 2)).toHaveAttribute("aria-current", "page");
    await page.goto("/levels?search=tower&filter=rating");
    await expect(searchBox(page)).toHaveValue("tower");
    await expect(filter(page)).toHaveValue("rating");
    await expect(heading(page, 'Search results for "tower"')).toBeVisible();
  });

  test("goes back to page 1 for a category, a filter or a search, keeps the page for an order, and Back undoes each", async ({
    page,
  }) => {
    await page.goto("/levels");
    await toPage(page, 2).click();
    await expect(page).toHaveURL("/levels?page=2");
    await order(page).selectOption("Newest");
    await expect(page).toHaveURL("/levels?order=newest&page=2");
    await category(page).selectOption("Star collection");
    await expect(page).toHaveURL("/levels?category=star+collection&order=newest");
    await expect(heading(page, "Star collection")).toBeVisible();
    await toPage(page, 2).click();
    await expect(page).toHaveURL("/levels?category=star+collection&order=newest&page=2");
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
    await searchBox(page).press("Enter");
    await expect(page).toHaveURL("/levels?search=tower&order=newest");
    await page.goForward();
    await page.goBack();
    await expect(searchBox(page)).toHaveValue("");
    await expect(page).toHaveURL("/levels?order=newest&page=2");
  });

  test("follows a search while it is typed in one history entry, and leaves the focus in the box", async ({
    page,
  }) => {
    await page.goto("/levels");
    await expect(fetched(page)).toBeVisible();
    await searchBox(page).pressSequentially("to");
    await expect(heading(page, 'Search results for "to"')).toBeVisible();
    await searchBox(page).pressSequentially("wer");
    await expect(heading(page, 'Search results for "tower"')).toBeVisible();
    await expect(searchBox(page)).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL("/levels");
    await page.goForward();
    await expect(heading(page, 'Search results for "tower"')).toBeVisible();
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(page).toHaveURL("/levels");
    await expect(searchBox(page)).toBeFocused();
    await expect(featured(page)).toBeVisible();
  });
});

test.describe("the featured carousel", () => {
  test("takes no level from the list below it", async ({ page, api }) => {
    const { data } = await api.get<ListPage<{ id: number }>>("/api/levels");
    expect(data).toHaveLength(20);
    await page.goto("/levels");
    await expect(featured(page)).toBeVisible();
    const list = page.locator("section").filter({ has: heading(page, "All levels") });
    const links = list.getByRole("heading", { level: 3 }).getByRole("link");
    await expect(links).toHaveCount(data.length);
    const urls = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(urls).toEqual(data.map(({ id }) => `/levels/${id}`));
  });

  test("shows only on the unfiltered first page", async ({ page }) => {
    await page.goto("/levels");
    await expect(featured(page)).toBeVisible();
    for (const query of [
      "page=2",
      "order=newest",
      "category=free+roam",
      "filter=featured",
      "filter=rating",
      "search=tower",
    ]) {
      await page.goto(`/levels?${query}`);
      await expect(fetched(page)).toBeVisible();
      await expect(featured(page), query).toBeHidden();
    }
    await page.goto("/levels?showPrivateLevels=true");
    await page.getByRole("link", { name: "All featured" }).click();
    await expect(page).toHaveURL("/levels?filter=featured");
    await expect(fetched(page)).toBeVisible();
  });

  test(
    "shows 2 levels at a time below 480 pixels and 5 from 768, and scrolls by as many",
    NIGHTLY,
    async ({ page }) => {
      await page.goto("/levels");
      const strip = featured(page).getByRole("list");
      const visibleCount = () =>
        strip.evaluate((list) => {
          const { left, right } = list.getBoundingClientRect();
          return [...list.children].filter((item) => {
            const box = item.getBoundingClientRect();
            return box.left >= left - 1 && box.right <= right + 1;
          }).length;
        });
      for (const [width, count] of [
        [1280, 5],
        [768, 5],
        [479, 2],
        [360, 2],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(visibleCount, `at ${width}`).toBe(count);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      const sixth = strip.getByRole("listitem").nth(5);
      await expect(sixth).not.toBeInViewport();
      await expect(featured(page).getByRole("button", { name: "Previous" })).toBeHidden();
      await featured(page).getByRole("button", { name: "Next" }).click();
      await expect(sixth).toBeInViewport();
      await featured(page).getByRole("button", { name: "Previous" }).click();
      await expect(strip.getByRole("listitem").first()).toBeInViewport();
    },
  );
});

test.describe("the list of levels", () => {
  test("shows how many levels it fetched and numbers its pages", NIGHTLY, async ({ page, api }) => {
    const { meta } = await api.get<ListPage<ApiLevel>>("/api/levels?search=lava");
    expect(meta.last_page).toBe(1);
    await page.goto("/levels?search=lava");
    await expect(page.getByText(`Fetched ${meta.total} results`, { exact: true })).toBeVisible();
    await expect(pages(page)).toBeHidden();

    // Rated levels: a list that keeps its length while other tests create levels.
    const { meta: rated } = await api.get<ListPage<ApiLevel>>("/api/levels?filter=rating");
    const last = String(rated.last_page);
    expect(rated.last_page).toBeGreaterThan(8);
    await page.goto("/levels?filter=rating");
    await expect(pageNumbers(page)).toHaveText(["1", "2", "…", last]);
    await expect(pages(page).getByRole("link", { name: "Previous page" })).toHaveCount(0);
    await toPage(page, rated.last_page).click();
    await expect(pageNumbers(page)).toHaveText(["1", "…", String(rated.last_page - 1), last]);
    await expect(pages(page).getByRole("link", { name: "Next page" })).toHaveCount(0);
    await page.goto("/levels?filter=rating&page=5");
    await expect(pageNumbers(page)).toHaveText(["1", "…", "4", "5", "6", "…", last]);
    await pages(page).getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL("/levels?filter=rating&page=6");

    const { meta: few } = await api.get<ListPage<ApiLevel>>("/api/levels?category=star+collection");
    expect(few.last_page).toBeGreaterThan(2);
    expect(few.last_page).toBeLessThan(6);
    await page.goto("/levels?category=star+collection");
    await expect(pageNumbers(page)).toHaveText(
      Array.from({ length: few.last_page }, (_, i) => String(i + 1)),
    );
  });

  test("shows a level's event or challenge and its creator on the card", NIGHTLY, async ({ page, api }) => {
    type Card = Pick<ApiLevel, "title" | "user">;
    const { events, challenges } = await api.get<{
      events: { short_name: string; starts_at: string; levels: Card[] }[];
      challenges: { name: string; level: Card }[];
    }>("/api/events");
    const event = events.find(({ starts_at }) => Date.parse(starts_at) < Date.now());
    const [challenge] = challenges;
    const [level] = event?.levels ?? [];
    if (!event || !level || !challenge) throw new Error("the demo world lacks an event or a challenge");
    const search = ({ title }: Card) => page.goto(`/levels?search=${encodeURIComponent(title)}`);
    // The innermost box with the title holds the text; the card is around it.
    const cardOf = ({ title }: Card) =>
      page
        .locator("div")
        .filter({ has: page.getByRole("heading", { level: 3, name: title, exact: true }) })
        .last()
        .locator("..");
    await search(level);
    await expect(cardOf(level).getByText(event.short_name)).toBeVisible();
    const creator = cardOf(level).getByRole("link", { name: `By: ${level.user.username}` });
    await expect(creator).toHaveAttribute("href", `/users/${level.user.username}`);
    await search(challenge.level);
    await expect(cardOf(challenge.level).getByText(challenge.name)).toBeVisible();
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

  test("shows an error without the carousel after a failed request, and Retry loads it", async ({
    page,
    complaints,
  }) => {
    await page.goto("/levels?category=free+roam");
    await expect(fetched(page)).toBeVisible();
    complaints.expect(/^net::ERR_FAILED GET .*\/api\/levels\?/);
    await page.route("**/api/levels?**", (route) => route.abort());
    await category(page).selectOption("Default");
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("Bopolis didn't answer. Check your connection and try again.");
    await expect(featured(page)).toBeHidden();
    await page.unroute("**/api/levels?**");
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(fetched(page)).toBeVisible();
    await expect(featured(page)).toBeVisible();
  });

  test("shows the server's message when it rejects a request", NIGHTLY, async ({ page, complaints }) => {
    await page.goto("/levels?category=free+roam");
    complaints.expect(/^422 GET /);
    await page.route("**/api/levels?**", (route) =>
      route.fulfill({ status: 422, json: { message: "That page is too far to open directly." } }),
    );
    await category(page).selectOption("Star collection");
    await expect(page.getByRole("alert")).toContainText("That page is too far to open directly.");
  });
});

test.describe("a visitor", () => {
  test("sees no personal filters and no shortcuts for members", async ({ page }) => {
    await page.goto("/levels");
    await expect(options(page, "Filter")).toHaveText(PUBLIC_FILTERS);
    await expect(options(page, "Category")).toHaveText(["Default", "Star collection", "Free roam"]);
    await expect(playedAt(page)).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Random Level" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Your Levels" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Create Level" })).toHaveCount(0);
  });

  test("is asked to sign in at a member's link and then sees that list", async ({ page, otherUser }) => {
    const { account } = await otherUser();
    await page.goto("/levels?filter=favorited");
    await expect(page.getByText("Favorited: sign in first")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Username or email").fill(account.username);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/levels?filter=favorited");
    await expect(page.getByText("No results", { exact: true })).toBeVisible();
    await expect(page.getByText("You don't have favorites like this yet.")).toBeVisible();
  });

  test("gets to some level by Random Level", NIGHTLY, async ({ page }) => {
    await page.goto("/levels");
    await page.getByRole("link", { name: "Random Level" }).click();
    await expect(page).toHaveURL(/\/levels\/\d+$/);
    await expect(page.getByRole("img", { name: /^Picture of / })).toBeVisible();
  });
});

test.describe("a member", () => {
  test.use({ as: "bobby" });

  test("has personal filters, and can order plays by date in lists of plays", async ({ page }) => {
    await page.goto("/levels");
    await expect(options(page, "Filter")).toHaveText([...PUBLIC_FILTERS, ...MEMBER_FILTERS]);
    await expect(playedAt(page)).toHaveCount(0);
    for (const name of ["Played by you", "Played by buddies"]) {
      await filter(page).selectOption(name);
      await expect(playedAt(page)).toHaveCount(1);
    }
    await order(page).selectOption("Played at");
    await expect(page).toHaveURL("/levels?order=played_at&filter=playedByBuddies");
    await expect(fetched(page)).toBeVisible();
    await filter(page).selectOption("Cleared by you");
    await expect(page).toHaveURL("/levels?filter=clearedByUser");
    await expect(order(page)).toHaveValue("playing_count");
    await expect(fetched(page)).toBeVisible();
  });
});

test.describe("the level browser's controls", () => {
  test("offer private levels to everyone, to visitors with a hint why they can't", async ({
    page,
    signUp,
  }) => {
    await page.goto("/levels");
    const box = page.getByLabel("Show private levels");
    await expect(box).toBeDisabled();
    await expect(page.getByText("Sign in to see yours.")).toBeVisible();
    await signUp();
    await page.goto("/levels");
    await box.check();
    await expect(page).toHaveURL("/levels?showPrivateLevels=true");
  });

  test("say why the order does nothing with a filter that sorts, and the heading names the filter", async ({
    page,
  }) => {
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
    await page.goto("/levels?filter=featured");
    await expect(heading(page, "Featured")).toBeVisible();
    await expect(order(page)).toBeEnabled();
  });

  test("are all in view at 360 pixels", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/levels");
    await expect(fetched(page)).toBeVisible();
    for (const control of [category(page), order(page), filter(page), page.getByLabel("Show private levels")])
      await expect(control).toBeInViewport({ ratio: 1 });
    await expectFits(page);
  });
});
