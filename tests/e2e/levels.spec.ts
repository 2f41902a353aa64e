import type { Page } from "@playwright/test";
import { type Level, type Page as Listed, worldFile } from "./api.ts";
import { expect, NIGHTLY, test, unique } from "./fixtures.ts";
import { pictureFile } from "./pictures.ts";

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

test.describe("the browser's address", () => {
  test("values that are not on the lists are ignored", NIGHTLY, async ({ page }) => {
    for (const query of [
      "category=evil&order=x&filter=y&page=-3",
      "category=Star+Collection&order=NEWEST&filter=none&page=1.5",
      "order=played_at&page=abc&showPrivateLevels=yes",
    ]) {
      await page.goto(`/levels?${query}`);
      await expect(category(page)).toHaveValue("");
      await expect(order(page)).toHaveValue("playing_count");
      await expect(filter(page)).toHaveValue("");
      await expect(page.getByLabel("Show private levels")).toHaveCount(0);
      await expect(featured(page)).toBeVisible();
      await expect(pages(page).getByRole("link", { name: "Page 1", exact: true })).toHaveAttribute(
        "aria-current",
        "page",
      );
    }
  });

  test("a shared address shows what the sender saw", async ({ page }) => {
    await page.goto("/levels?category=star+collection&order=oldest&showPrivateLevels=true&page=2");
    await expect(category(page)).toHaveValue("star collection");
    await expect(order(page)).toHaveValue("oldest");
    await expect(toPage(page, 2)).toHaveAttribute("aria-current", "page");
    await page.goto("/levels?search=tower&filter=rating");
    await expect(searchBox(page)).toHaveValue("tower");
    await expect(filter(page)).toHaveValue("rating");
    await expect(heading(page, 'Search results for "tower"')).toBeVisible();
  });

  test("category, filter and search lead to the first page, the order stays on its page, and Back undoes each", async ({
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

  test("a search runs while one types, in one step of the history, and leaves the focus in its box", async ({
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
    await page.getByRole("button", { name: "Clear the search" }).click();
    await expect(page).toHaveURL("/levels");
    await expect(searchBox(page)).toBeFocused();
    await expect(featured(page)).toBeVisible();
  });
});

test.describe("the featured carousel", () => {
  test("shows on the untouched first page only", async ({ page }) => {
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
    "shows two levels at a time under 480 pixels and five from 768, and moves on by as many",
    NIGHTLY,
    async ({ page }) => {
      await page.goto("/levels");
      const strip = featured(page).getByRole("list");
      const inSight = () =>
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
        await expect.poll(inSight, `at ${width}`).toBe(count);
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

test.describe("the list", () => {
  test("tells how many levels it fetched and numbers its pages", NIGHTLY, async ({ page, api }) => {
    const { meta } = await api.get<Listed<Level>>("/api/levels?search=lava");
    expect(meta.last_page).toBe(1);
    await page.goto("/levels?search=lava");
    await expect(page.getByText(`Fetched ${meta.total} results`, { exact: true })).toBeVisible();
    await expect(pages(page)).toBeHidden();

    // Rated levels: a list that stays as long while other tests build theirs.
    const { meta: rated } = await api.get<Listed<Level>>("/api/levels?filter=rating");
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

    const { meta: few } = await api.get<Listed<Level>>("/api/levels?category=star+collection");
    expect(few.last_page).toBeGreaterThan(2);
    expect(few.last_page).toBeLessThan(6);
    await page.goto("/levels?category=star+collection");
    await expect(pageNumbers(page)).toHaveText(
      Array.from({ length: few.last_page }, (_, i) => String(i + 1)),
    );
  });

  test("a card shows the level's event or challenge and its creator", NIGHTLY, async ({ page, api }) => {
    type Card = Pick<Level, "title" | "user">;
    const { events, challenges } = await api.get<{
      events: { short_name: string; starts_at: string; levels: Card[] }[];
      challenges: { name: string; level: Card }[];
    }>("/api/events");
    const event = events.find(({ starts_at }) => Date.parse(starts_at) < Date.now());
    const [challenge] = challenges;
    const [level] = event?.levels ?? [];
    if (!event || !level || !challenge) throw new Error("the demo world has both");
    const look = ({ title }: Card) => page.goto(`/levels?search=${encodeURIComponent(title)}`);
    // The innermost box that holds the title is that of the words; the card is around it.
    const cardOf = ({ title }: Card) =>
      page
        .locator("div")
        .filter({ has: page.getByRole("heading", { level: 3, name: title, exact: true }) })
        .last()
        .locator("..");
    await look(level);
    await expect(cardOf(level).getByText(event.short_name)).toBeVisible();
    const creator = cardOf(level).getByRole("link", { name: `By: ${level.user.username}` });
    await expect(creator).toHaveAttribute("href", `/users/${level.user.username}`);
    await look(challenge.level);
    await expect(cardOf(challenge.level).getByText(challenge.name)).toBeVisible();
  });

  test("says so when nothing fits, and leads back", async ({ page }) => {
    await page.goto("/levels?search=qqqqzzzzx");
    await expect(page.getByText("No results", { exact: true })).toBeVisible();
    await expect(page.getByText("Fetched 0 results")).toBeVisible();
    await page.getByRole("link", { name: "Show all levels" }).click();
    await expect(page).toHaveURL("/levels");
    await expect(featured(page)).toBeVisible();
    await page.goto("/levels?page=400");
    await expect(page.getByText("This page is past the last one.")).toBeVisible();
    await page.getByRole("link", { name: "First page" }).click();
    await expect(toPage(page, 1)).toHaveAttribute("aria-current", "page");
  });

  test("a failed request shows an error without the carousel, and Retry loads the list", async ({
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

  test("shows the server's message when it refuses", NIGHTLY, async ({ page, complaints }) => {
    await page.goto("/levels?category=free+roam");
    complaints.expect(/^422 GET /);
    await page.route("**/api/levels?**", (route) =>
      route.fulfill({ status: 422, json: { message: "That page is too deep to open directly." } }),
    );
    await category(page).selectOption("Star collection");
    await expect(page.getByRole("alert")).toContainText("That page is too deep to open directly.");
  });
});

test.describe("a visitor", () => {
  test("sees no filters about oneself and no shortcuts of members", async ({ page }) => {
    await page.goto("/levels");
    await expect(options(page, "Filter")).toHaveText(PUBLIC_FILTERS);
    await expect(options(page, "Category")).toHaveText(["Default", "Star collection", "Free roam"]);
    await expect(playedAt(page)).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Random Level" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Your Levels" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Create Level" })).toHaveCount(0);
  });

  test("who follows a member's link is asked to sign in and then sees that list", async ({
    page,
    somebody,
  }) => {
    const { person } = await somebody();
    await page.goto("/levels?filter=favorited");
    await expect(page.getByText("Favorited: sign in first")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Username or e-mail").fill(person.username);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/levels?filter=favorited");
    await expect(page.getByText("No results", { exact: true })).toBeVisible();
    await expect(page.getByText("You have no favorites like this yet.")).toBeVisible();
  });

  test("is taken to some level by Random Level", NIGHTLY, async ({ page }) => {
    await page.goto("/levels");
    await page.getByRole("link", { name: "Random Level" }).click();
    await expect(page).toHaveURL(/\/levels\/\d+$/);
    await expect(page.getByRole("img", { name: /^Picture of / })).toBeVisible();
  });
});

test.describe("a member", () => {
  test.use({ as: "bobby" });

  test("has filters about oneself, and orders plays by their date where plays are listed", async ({
    page,
  }) => {
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

test.describe("a level", () => {
  test("that is private is there for its creator and staff, and for nobody else", async ({
    page,
    join,
    api,
    openBrowser,
    complaints,
  }) => {
    const { username } = await join();
    const title = `Secret Shed ${unique()}`;
    const { url } = await api.makeLevel({ title, visibility: "private" });
    await page.goto(`/levels?search=${encodeURIComponent(title)}`);
    await expect(page.getByText("No results", { exact: true })).toBeVisible();
    await page.getByLabel("Show private levels").check();
    await expect(page).toHaveURL(/showPrivateLevels=true$/);
    await page.goBack();
    await expect(page.getByLabel("Show private levels")).not.toBeChecked();
    await page.goForward();
    await expect(page.getByLabel("Show private levels")).toBeChecked();
    await expect(page.getByRole("link", { name: title })).toBeVisible();
    await expect(page.getByRole("main").getByText("Private", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText("Private", { exact: true })).toBeVisible();

    complaints.expect(/^404 GET .*\/levels\/\d+$/);
    for (const as of [null, "PixelPanda"]) {
      const other = await openBrowser(as);
      await other.goto(url);
      await expect(other.getByRole("heading", { level: 1, name: "This level isn't here" })).toBeAttached();
      await other.goto(`/levels?search=${encodeURIComponent(title)}&showPrivateLevels=true`);
      await expect(other.getByText("No results", { exact: true })).toBeVisible();
      await other.goto(`/users/${username}/levels`);
      await expect(other.getByText(`${username} has not built a level yet.`)).toBeVisible();
    }
    const moderator = await openBrowser("moderator");
    await moderator.goto(url);
    await expect(moderator.getByRole("heading", { level: 1, name: title })).toBeVisible();
  });

  test("is edited by its creator only", async ({ page, join, api, openBrowser }) => {
    await join();
    const title = `Old Name ${unique()}`;
    const { url } = await api.makeLevel({ title });
    await page.goto(url);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: `Edit “${title}”` })).toBeVisible();
    const renamed = `New Name ${unique()}`;
    await page.getByLabel("Title").fill(renamed);
    await page.getByRole("switch", { name: /Allow comments/ }).uncheck();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: renamed })).toBeVisible();
    await expect(page.getByText("Your changes are saved.")).toBeVisible();
    await expect(page.getByText("The creator of this level has turned comments off.")).toBeVisible();

    const other = await openBrowser("PixelPanda");
    await other.goto(url);
    await expect(other.getByRole("heading", { level: 1, name: renamed })).toBeVisible();
    await expect(other.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
    await other.goto(`${url}/edit`);
    await expect(other.getByRole("heading", { level: 1, name: "This level isn't yours" })).toBeAttached();
    const visitor = await openBrowser();
    await visitor.goto(`${url}/edit`);
    await expect(visitor).toHaveURL(`/login?next=${encodeURIComponent(`${url}/edit`)}`);
  });

  test(
    "is deleted only after a confirmation that names it",
    NIGHTLY,
    async ({ page, join, api, complaints }) => {
      const { username } = await join();
      const title = `Sand Castle ${unique()}`;
      const { url } = await api.makeLevel({ title });
      await page.goto(url);
      const menu = page.getByRole("button", { name: "More actions" });
      const confirm = page.getByRole("alertdialog", { name: `Delete “${title}”?` });
      await menu.click();
      await page.getByRole("menuitem", { name: "Delete level" }).click();
      await confirm.getByRole("button", { name: "Cancel" }).click();
      await expect(confirm).toBeHidden();
      await page.reload();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await menu.click();
      await page.getByRole("menuitem", { name: "Delete level" }).click();
      await confirm.getByRole("button", { name: "Delete level" }).click();
      await expect(page).toHaveURL(`/users/${username}/levels`);
      await expect(page.getByText(`“${title}” has been deleted.`)).toBeVisible();
      await expect(page.getByText("You have not built a level yet.")).toBeVisible();
      complaints.expect(/^404 GET .*\/levels\/\d+$/);
      await page.goto(url);
      await expect(page.getByRole("heading", { level: 1, name: "This level isn't here" })).toBeAttached();
    },
  );

  test(
    "keeps every saved document as a revision, and an older one can be restored",
    NIGHTLY,
    async ({ page, join, api }) => {
      await join();
      const { id, url } = await api.makeLevel({ title: `Rope Bridge ${unique()}`, file: worldFile("obby") });
      await api.postForm(`/api/levels/${id}`, { file: worldFile("island") });
      await page.goto(url);
      await page.getByRole("button", { name: "Revisions 2" }).click();
      await expect(page).toHaveURL(`${url}?revisions=1`);
      const current = page.getByRole("listitem").filter({ hasText: "Current" });
      await expect(current).toContainText("Revision 2");
      await expect(page.getByRole("link", { name: "Download revision 1" })).toHaveAttribute(
        "href",
        /\/assets\//,
      );
      await page.getByRole("button", { name: "Restore revision 1" }).click();
      await expect(page.getByText("Revision 1 is back, as revision 3.")).toBeVisible();
      await expect(current).toContainText("Revision 3");
      await expect(page.getByRole("button", { name: "Revisions 3" })).toBeVisible();
      await page.reload();
      await expect(current).toContainText("Revision 3");
    },
  );

  test("shows its drawn picture as soon as it is there", async ({ page, join, api }) => {
    await join();
    const title = `Paper Boats ${unique()}`;
    const { url } = await api.makeLevel({ title, file: worldFile("race") });
    await page.goto(url);
    await expect(page.getByRole("img", { name: `Picture of ${title}` })).toHaveAttribute(
      "src",
      /^\/assets\//,
      {
        timeout: 30_000,
      },
    );
    await expect(page.getByText("The picture is being drawn…")).toBeHidden();
  });

  test("becomes a favorite at once, and stops being one when the server refuses", async ({
    page,
    join,
    somebody,
    complaints,
  }) => {
    await join();
    const maker = await somebody();
    const { url } = await maker.makeLevel({ title: `Lemon Stand ${unique()}` });
    await page.goto(url);
    const favorite = page.getByRole("button", { name: "Favorite", exact: true });
    complaints.expect(/^429 POST .*\/favorite$/);
    await page.route("**/favorite", (route) =>
      route.fulfill({ status: 429, json: { message: "That was a lot at once." } }),
    );
    await favorite.click();
    const problem = page.getByRole("dialog", { name: "Error" });
    await expect(problem).toContainText("That was a lot at once.");
    await problem.getByRole("button", { name: "Ok" }).click();
    await expect(problem).toBeHidden();
    await expect(favorite).toHaveAttribute("aria-pressed", "false");
    await page.unroute("**/favorite");
    const saved = page.waitForResponse("**/favorite");
    await favorite.click();
    await expect(favorite).toHaveAttribute("aria-pressed", "true");
    await saved;
    await page.reload();
    await expect(favorite).toHaveAttribute("aria-pressed", "true");
  });
});

/** How many files of drafts the browser has stored. */
const keptFiles = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const name = "bopolis-drafts";
    if (!(await indexedDB.databases()).some((one) => one.name === name)) return 0;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const count = opening.result.transaction("files").objectStore("files").count();
      count.onsuccess = () => resolve(count.result);
      opening.result.close();
    };
    return promise;
  });

test.describe("a draft", () => {
  test("survives a reload with its files, can be discarded and brought back, and goes when it is saved", async ({
    page,
    join,
  }) => {
    await join();
    const title = `Half a House ${unique()}`;
    await page.goto("/level/create");
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Description").fill("Line one\nLine two");
    await page.getByRole("radio", { name: /Your own file/ }).check();
    await page
      .getByLabel("Drop a .json file here, or choose one")
      .setInputFiles(worldFile("island") as never);
    await expect(page.getByText("island.json")).toBeVisible();
    await page.getByLabel("Picture", { exact: true }).setInputFiles(pictureFile());
    await expect(page.getByText("stripes.png")).toBeVisible();
    // The browser writes files in its own time, though sooner than anybody reloads a page.
    await expect.poll(() => keptFiles(page)).toBe(2);

    await page.reload();
    await expect(page.getByText("Draft restored")).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await expect(page.getByLabel("Description")).toHaveValue("Line one\nLine two");
    await expect(page.getByText("island.json")).toBeVisible();
    await expect(page.getByText("stripes.png")).toBeVisible();

    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByLabel("Title")).toHaveValue("");
    await expect(page.getByText("stripes.png")).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await expect(page.getByText("island.json")).toBeVisible();

    await page.getByRole("button", { name: "Create level" }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page.goto("/level/create");
    await expect(page.getByLabel("Title")).toHaveValue("");
    await expect(page.getByText("Draft restored")).toBeHidden();
  });

  test("that was discarded stays away", NIGHTLY, async ({ page, join }) => {
    await join();
    await page.goto("/level/create");
    await page.getByLabel("Title").fill("Not this one");
    await page.reload();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.reload();
    await expect(page.getByLabel("Title")).toHaveValue("");
    await expect(page.getByText("Draft restored")).toBeHidden();
  });

  test(
    "that cannot be saved says why at the field and gives it the focus",
    NIGHTLY,
    async ({ page, join }) => {
      await join();
      await page.goto("/level/create");
      await page.getByLabel("Title").fill("x".repeat(61));
      await page.getByRole("button", { name: "Create level" }).click();
      await expect(page.getByText("Title must be at most 60 characters.")).toBeVisible();
      await expect(page.getByLabel("Title")).toBeFocused();
      await page.getByLabel("Title").fill("Fine");
      await page.getByRole("radio", { name: /Your own file/ }).check();
      await page.getByRole("button", { name: "Create level" }).click();
      await expect(page.getByText("Choose a .json file, or pick one of the other worlds.")).toBeVisible();
      await page.getByLabel("Picture", { exact: true }).setInputFiles({
        name: "fake.png",
        mimeType: "image/png",
        buffer: Buffer.from("no picture at all"),
      });
      await expect(page.getByText("This picture can't be read. Try a PNG, JPEG or WebP one.")).toBeVisible();
    },
  );
});
