import type { Locator, Page } from "@playwright/test";
import type { ListPage } from "./api.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { pictureFile } from "./picture-file.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

interface Entry {
  id: number;
  serial: number | null;
  item?: Item;
  favoritable?: Item;
}
interface Item {
  id: number;
  name: string;
  description: string;
  type: { name: string };
  user: { username: string };
}

const CATEGORIES = ["All", "Hats", "Toys", "Faces", "Shirts", "Pants", "Shoes", "Favorites"];

const categories = (page: Page) => page.getByRole("navigation", { name: "Categories" });
const category = (page: Page, name: string) => categories(page).getByRole("link", { name, exact: true });
const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search these items" });
const panel = (page: Page) => page.getByRole("region", { name: "Selected item" });
const pages = (page: Page) => page.getByRole("navigation", { name: "Pages" });
const toPage = (page: Page, n: number) => pages(page).getByRole("link", { name: `Page ${n}`, exact: true });
const main = (page: Page) => page.getByRole("main");
const tile = (page: Page, name: string) => main(page).getByRole("link", { name, exact: true }).first();
const history = (within: Locator) => within.getByRole("listitem");
const noneSelected = (page: Page) => panel(page).getByText("No Item Selected", { exact: true });
const noItems = (page: Page) => page.getByText("No items found", { exact: true });

test.describe("an inventory", () => {
  test("shows 24 items per page, newest first, with all categories, and selects none by itself", async ({
    page,
    api,
  }) => {
    const { data, meta } = await api.get<ListPage<Entry>>("/api/inventory/bobby");
    await page.goto("/users/bobby/inventory");
    await expect(page.getByRole("heading", { level: 1, name: "bobby's Inventory" })).toBeVisible();
    await expect(categories(page).getByRole("link")).toHaveText(CATEGORIES);
    await expect(category(page, "All")).toHaveAttribute("aria-current", "page");
    await expect(page.getByText(`${meta.total} items`, { exact: true })).toBeVisible();
    await expect(main(page).locator('a[href*="entry="]')).toHaveText(
      data.map(({ item }) => item?.name ?? ""),
    );
    await expect(noneSelected(page)).toBeVisible();
    await expect(panel(page).getByRole("heading")).toHaveCount(0);
    expect(data).toHaveLength(24);
    expect(meta.last_page).toBe(3);
  });

  test("shows a selected item with its details and history, and links its name and picture to its page", async ({
    page,
    api,
  }) => {
    const { data } = await api.get<ListPage<Entry>>("/api/inventory/bobby?category=toy");
    const entry = data.find(({ serial }) => serial !== null);
    if (!entry?.item) throw new Error("bobby has bought no toy");
    const { item } = entry;
    await page.goto("/users/bobby/inventory?category=toy");
    await tile(page, item.name).click();
    await expect(page).toHaveURL(`/users/bobby/inventory?category=toy&entry=${entry.id}`);
    await expect(tile(page, item.name)).toHaveAttribute("aria-current", "true");
    const details = panel(page);
    await expect(details.getByRole("heading", { level: 2, name: item.name })).toBeVisible();
    await expect(details.getByRole("img", { name: `Picture of ${item.name}` })).toBeVisible();
    await expect(details.getByText(item.description)).toBeVisible();
    await expect(details.getByText("Toy", { exact: true })).toBeVisible();
    await expect(details.getByRole("link", { name: item.user.username })).toHaveAttribute(
      "href",
      `/users/${item.user.username}`,
    );
    await expect(details.getByText(`#${entry.serial}`, { exact: true })).toBeVisible();
    await expect(history(details).first()).toHaveText(
      /^bobby .+ this item.*\d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M/,
    );
    for (const link of await details.locator(`a[href="/items/${item.id}"]`).all())
      await expect(link).toBeVisible();
    await expect(details.locator(`a[href="/items/${item.id}"]`)).toHaveCount(2);
    await details.getByRole("link", { name: item.name, exact: true }).click();
    await expect(page).toHaveURL(`/items/${item.id}`);
    await page.goBack();
    await expect(panel(page).getByRole("heading", { level: 2, name: item.name })).toBeVisible();
  });

  test(
    "fetches the history of a selected copy, and never that of a favorite",
    NIGHTLY,
    async ({ page, signUp, api }) => {
      const requested: string[] = [];
      page.on("request", (request) => {
        if (/\/api\/inventory\/\d+\/transaction$/.test(request.url())) requested.push(request.url());
      });
      const { username } = await signUp();
      await api.post("/api/items/2/favorite");
      const { item } = await api.get<{ item: Item }>("/api/items/2");
      await page.goto(`/users/${username}/inventory?category=favorites`);
      await tile(page, item.name).click();
      await expect(history(panel(page))).toContainText(`This item was favorited by ${username}`);
      await expect(panel(page).getByText("Serial")).toBeHidden();
      expect(requested).toEqual([]);
      await page.goto("/users/bobby/inventory");
      await main(page).locator('a[href*="entry="]').first().click();
      await expect(history(panel(page))).toContainText("bobby");
      expect(requested).toHaveLength(1);
    },
  );

  test("says that a copy without a transaction was obtained", NIGHTLY, async ({ page, otherUser }) => {
    const admin = await otherUser("admin");
    const name = `Sash ${uniqueWord()}`;
    await admin.postForm("/api/shop/create/", { name, type_id: "4", texture: pictureFile(512, 512) });
    await page.goto("/users/admin/inventory?category=shirt");
    await tile(page, name).click();
    await expect(history(panel(page))).toHaveText(/^admin obtained this item\d\d\/\d\d\/\d{4} /);
    await expect(panel(page).getByText("No description yet.")).toBeVisible();
  });

  test("keeps category, search and page in the URL, and Back undoes each", async ({ page }) => {
    await page.goto("/users/bobby/inventory");
    const first = main(page).locator('a[href*="entry="]').first();
    const entry = new URL((await first.getAttribute("href")) ?? "", "http://x").searchParams.get("entry");
    await toPage(page, 2).click();
    await expect(page).toHaveURL("/users/bobby/inventory?page=2");
    // The first page stays until the second one has loaded.
    await expect(first).not.toHaveAttribute("href", new RegExp(`entry=${entry}$`));
    await first.click();
    await expect(page).toHaveURL(/\?page=2&entry=\d+$/);
    await category(page, "Hats").click();
    await expect(page).toHaveURL("/users/bobby/inventory?category=hat");
    await expect(noneSelected(page)).toBeVisible();
    await searchBox(page).fill("saucer");
    await expect(page).toHaveURL("/users/bobby/inventory?category=hat&search=saucer");
    await expect(page.getByText("1 item", { exact: true })).toBeVisible();
    await page.goBack();
    await expect(searchBox(page)).toHaveValue("");
    await page.goBack();
    await expect(page).toHaveURL(/\?page=2&entry=\d+$/);
    await expect(panel(page).getByRole("heading", { level: 2 })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/users/bobby/inventory?page=2");
    await expect(noneSelected(page)).toBeVisible();
    await page.goBack();
    await expect(toPage(page, 1)).toHaveAttribute("aria-current", "page");
  });

  test(
    "adds one history entry for any number of selections, and moves nothing",
    NIGHTLY,
    async ({ page }) => {
      await page.goto("/users/bobby/inventory");
      const tiles = main(page).locator('a[href*="entry="]');
      await tiles.nth(20).scrollIntoViewIfNeeded();
      const before = await page.evaluate(() => scrollY);
      expect(before).toBeGreaterThan(0);
      for (const n of [20, 21, 22]) {
        const name = (await tiles.nth(n).textContent()) ?? "";
        await tiles.nth(n).click();
        await expect(panel(page).getByRole("heading", { level: 2, name, exact: true })).toBeInViewport();
      }
      expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(200);
      await page.goBack();
      await expect(page).toHaveURL("/users/bobby/inventory");
    },
  );

  test("shows what the sender saw at a shared URL, also by keyboard", async ({ page, api }) => {
    const { data } = await api.get<ListPage<Entry>>("/api/inventory/goldie?category=shirt");
    const [first, second] = data;
    await page.goto(`/users/goldie/inventory?category=shirt&entry=${first?.id}`);
    await expect(category(page, "Shirts")).toHaveAttribute("aria-current", "page");
    await expect(panel(page).getByRole("heading", { level: 2, name: first?.item?.name ?? "" })).toBeVisible();
    await tile(page, first?.item?.name ?? "").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(
      panel(page).getByRole("heading", { level: 2, name: second?.item?.name ?? "" }),
    ).toBeVisible();
    await expect(tile(page, second?.item?.name ?? "")).toBeFocused();
  });
});

test.describe("an inventory without items", () => {
  test(
    "says so and leads on, a member's own to the form for a new item",
    NIGHTLY,
    async ({ page, signUp, openBrowser }) => {
      const { username } = await signUp();
      await page.goto(`/users/${username}/inventory`);
      await expect(noItems(page)).toBeVisible();
      await expect(page.getByText("0 items")).toBeVisible();
      await page.getByRole("link", { name: "Create item" }).click();
      await expect(page).toHaveURL("/shop/create/");
      await page.goto(`/users/${username}/inventory?category=pants`);
      await page.getByRole("link", { name: "Create item" }).click();
      await expect(page.getByRole("radio", { name: "Pants" })).toBeChecked();
      await page.goto(`/users/${username}/inventory?category=favorites`);
      await expect(page.getByText("Tap the heart on an item's page to add it here.")).toBeVisible();

      const other = await openBrowser();
      await other.goto(`/users/${username}/inventory?category=hat`);
      await expect(noItems(other)).toBeVisible();
      await expect(other.getByText(`${username} doesn't have any of these.`)).toBeVisible();
      await other.getByRole("link", { name: "Show all items" }).click();
      await expect(other).toHaveURL(`/users/${username}/inventory`);
      await other.getByRole("link", { name: `See ${username}'s profile` }).click();
      await expect(other.getByRole("heading", { level: 1, name: username })).toBeVisible();
      await other.getByRole("link", { name: "Inventory" }).click();
      await expect(other).toHaveURL(`/users/${username}/inventory`);
    },
  );

  test("leads back from a search without results and from a page past the end", NIGHTLY, async ({ page }) => {
    await page.goto("/users/bobby/inventory?category=hat&search=qqqqzzzz");
    await expect(noItems(page)).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Clear search" }).click();
    await expect(page).toHaveURL("/users/bobby/inventory?category=hat");
    await page.goto("/users/bobby/inventory?page=90");
    await expect(page.getByText("This page doesn't exist.")).toBeVisible();
    await page.getByRole("link", { name: "First page" }).click();
    await expect(toPage(page, 1)).toHaveAttribute("aria-current", "page");
  });

  test("does not exist for an unknown user", async ({ page, complaints }) => {
    complaints.expect(/^404 GET /);
    await page.goto("/users/nobody_here/inventory");
    await expect(page.getByText("Check the spelling. The account may also have been deleted.")).toBeVisible();
  });
});

test.describe("an inventory that fails to load", () => {
  test("hides the items and offers Retry", NIGHTLY, async ({ page, complaints }) => {
    await page.goto("/users/bobby/inventory");
    complaints.expect(/^net::ERR_FAILED GET .*\/api\/inventory\/bobby\?/);
    await page.route("**/api/inventory/bobby?**", (route) => route.abort());
    await category(page, "Faces").click();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("Bopolis didn't answer. Check your connection and try again.");
    await expect(main(page).locator('a[href*="entry="]')).toHaveCount(0);
    await expect(panel(page).getByText("No Item Selected")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "bobby's Inventory" })).toBeVisible();
    await page.unroute("**/api/inventory/bobby?**");
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(main(page).locator('a[href*="entry="]').first()).toBeVisible();
  });

  test("shows the server's own message", NIGHTLY, async ({ page, complaints }) => {
    await page.goto("/users/bobby/inventory");
    complaints.expect(/^422 GET /);
    await page.route("**/api/inventory/bobby?**", (route) =>
      route.fulfill({ status: 422, json: { message: "That page is too far to open directly." } }),
    );
    await category(page, "Faces").click();
    await expect(page.getByRole("alert")).toContainText("That page is too far to open directly.");
  });

  test("reports a missing history in its place, with Retry", NIGHTLY, async ({ page, complaints }) => {
    await page.goto("/users/bobby/inventory");
    complaints.expect(/^500 GET .*\/transaction/);
    await page.route("**/transaction", (route) => route.fulfill({ status: 500, json: { message: "Oh no" } }));
    await main(page).locator('a[href*="entry="]').first().click();
    const alert = panel(page).getByRole("alert");
    await expect(alert).toContainText("The history couldn't be loaded.");
    await page.unroute("**/transaction");
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(history(panel(page))).toContainText("bobby");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the details open as a sheet that Back, Escape and its button close", async ({ page, api }) => {
    const { data } = await api.get<ListPage<Entry>>("/api/inventory/bobby?category=hat");
    const name = data[0]?.item?.name ?? "";
    await page.goto("/users/bobby/inventory?category=hat");
    await expect(page.getByText("No Item Selected")).toBeVisible();
    await expectFits(page);
    const sheet = page.getByRole("dialog", { name: "Selected item" });
    for (const close of [
      () => page.goBack(),
      () => page.keyboard.press("Escape"),
      () => sheet.getByRole("button", { name: "Close" }).tap(),
    ]) {
      await tile(page, name).tap();
      await expect(sheet.getByRole("heading", { level: 2, name })).toBeVisible();
      await expect(sheet.getByRole("listitem")).toContainText("bobby");
      await close();
      await expect(sheet).toBeHidden();
      await expect(page).toHaveURL("/users/bobby/inventory?category=hat");
    }
    await tile(page, name).tap();
    await expect(sheet.getByRole("listitem")).toContainText("bobby");
    await expectFits(page);
    await expectAccessible(page);
  });
});
