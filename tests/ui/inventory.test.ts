import { type InventoryEntry, inventoryHistoryRoute, inventoryRoute } from "#domain/inventory/api.ts";
import { profileRoute } from "#domain/users/api.ts";
import type { Given } from "./support/complete.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, pageOf } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

const CATEGORIES = ["All", "Hats", "Toys", "Faces", "Shirts", "Pants", "Shoes", "Favorites"];
const HISTORY = {
  transactions: [
    { transaction_type: { id: 1, description: "{user} bought this item" }, values: { user: "bobby" } },
  ],
};
const TOY = {
  id: 11,
  serial: 4,
  item: {
    id: 1,
    name: "Robot",
    description: "It beeps.",
    type: { id: 2, name: "toy" },
    user: { username: "admin", url: "/users/admin" },
  },
} satisfies Given<InventoryEntry>;
const BALL = { ...TOY, id: 12, item: { ...TOY.item, id: 2, name: "Ball", description: "" } };

const categories = (page: Page) => page.getByRole("navigation", { name: "Categories" });
const category = (page: Page, name: string) => categories(page).getByRole("link", { name, exact: true });
const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search these items" });
const panel = (page: Page) => page.getByRole("region", { name: "Selected item" });
const heading = (page: Page, name: string) => panel(page).getByRole("heading", { level: 2, name });
const toPage = (page: Page, n: number) =>
  page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: `Page ${n}`, exact: true });
const main = (page: Page) => page.getByRole("main");
const tiles = (page: Page) => main(page).locator('a[href*="entry="]');
const tile = (page: Page, name: string) => main(page).getByRole("link", { name, exact: true }).first();
const history = (page: Page) => panel(page).getByRole("listitem");
const noneSelected = (page: Page) => panel(page).getByText("No Item Selected", { exact: true });
const noItems = (page: Page) => page.getByText("No items found", { exact: true });

test.beforeEach(({ site }) => {
  site.respond(inventoryRoute, ({ params, input }) => ({
    ...pageOf(input.search ? [TOY] : [TOY, BALL], { current_page: input.page, last_page: 3, total: 60 }),
    user: { username: params.username },
    visiblePages: [1, 2, 3],
  }));
  site.respond(inventoryHistoryRoute, HISTORY);
});

describe("an inventory", () => {
  test("shows all categories and its items, and selects none by itself", async ({ page }) => {
    await page.goto("/users/bobby/inventory");
    await expect(page.getByRole("heading", { level: 1, name: "bobby's Inventory" })).toBeVisible();
    await expect(categories(page).getByRole("link")).toHaveText(CATEGORIES);
    await expect(category(page, "All")).toHaveAttribute("aria-current", "page");
    await expect(page.getByText("60 items", { exact: true })).toBeVisible();
    await expect(tiles(page)).toHaveText(["Robot", "Ball"]);
    await expect(noneSelected(page)).toBeVisible();
    await expect(panel(page).getByRole("heading")).toHaveCount(0);
  });

  test("shows a selected item's details and history, and links to its page", async ({ page, site }) => {
    await page.goto("/users/bobby/inventory?category=toy");
    await tile(page, "Robot").click();
    await expect(page).toHaveURL("/users/bobby/inventory?category=toy&entry=11");
    await expect(tile(page, "Robot")).toHaveAttribute("aria-current", "true");
    const details = panel(page);
    await expect(heading(page, "Robot")).toBeVisible();
    await expect(details.getByRole("img", { name: "Picture of Robot" })).toBeVisible();
    for (const text of ["It beeps.", "Toy", "#4"])
      await expect(details.getByText(text, { exact: true })).toBeVisible();
    await expect(details.getByRole("link", { name: "admin" })).toLinkTo("/users/admin");
    await expect(history(page)).toHaveText(/^bobby bought this item01\/02\/2026 \d\d:\d\d [AP]M/);
    await expect(details.locator('a[href="/items/1"]')).toHaveCount(2);
    await details.getByRole("link", { name: "Robot", exact: true }).click();
    await expect(page).toHaveURL("/items/1");
    await page.goBack();
    await expect(heading(page, "Robot")).toBeVisible();
    expect(site.calls(inventoryHistoryRoute).map(({ params }) => params)).toEqual([{ id: "11" }]);
  });

  test("fetches no history of a favorite, and says when a copy has none", async ({ page, site }) => {
    site.respond(inventoryRoute, {
      ...pageOf([{ id: 13, favoritable: TOY.item }]),
      user: { username: "bobby" },
    });
    await page.goto("/users/bobby/inventory?category=favorites");
    await tile(page, "Robot").click();
    await expect(history(page)).toContainText("This item was favorited by bobby");
    await expect(panel(page).getByText("Serial")).toHaveCount(0);
    expect(site.calls(inventoryHistoryRoute)).toEqual([]);
    site.respond(inventoryRoute, { ...pageOf([BALL]), user: { username: "bobby" } });
    site.respond(inventoryHistoryRoute, {});
    await page.goto("/users/bobby/inventory?entry=12");
    await expect(history(page)).toHaveText(/^bobby obtained this item01\/02\/2026/);
    await expect(panel(page).getByText("No description yet.")).toBeVisible();
  });

  test("keeps category, search and page in the URL, and Back undoes each", async ({ page, site }) => {
    await page.goto("/users/bobby/inventory");
    await toPage(page, 2).click();
    await expect(page).toHaveURL("/users/bobby/inventory?page=2");
    await expect(toPage(page, 2)).toHaveAttribute("aria-current", "page");
    // Any number of selections is one entry of the history.
    for (const name of ["Robot", "Ball"]) {
      await tile(page, name).click();
      await expect(heading(page, name)).toBeVisible();
    }
    await expect(page).toHaveURL("/users/bobby/inventory?page=2&entry=12");
    await category(page, "Hats").click();
    await expect(page).toHaveURL("/users/bobby/inventory?category=hat");
    await expect(noneSelected(page)).toBeVisible();
    await searchBox(page).fill("saucer");
    await expect(page).toHaveURL("/users/bobby/inventory?category=hat&search=saucer");
    await expect(tiles(page)).toHaveCount(1);
    expect(site.inputs(inventoryRoute).at(-1)).toEqual({ category: "hat", search: "saucer", page: 1 });
    await page.goBack();
    await expect(searchBox(page)).toHaveValue("");
    await page.goBack();
    await expect(page).toHaveURL("/users/bobby/inventory?page=2&entry=12");
    await expect(heading(page, "Ball")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/users/bobby/inventory?page=2");
    await expect(noneSelected(page)).toBeVisible();
    await page.goBack();
    await expect(toPage(page, 1)).toHaveAttribute("aria-current", "page");
  });

  test("shows what the sender saw at a shared URL, also by keyboard", async ({ page }) => {
    await page.goto("/users/goldie/inventory?category=shirt&entry=11");
    await expect(category(page, "Shirts")).toHaveAttribute("aria-current", "page");
    await expect(heading(page, "Robot")).toBeVisible();
    await tile(page, "Robot").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(heading(page, "Ball")).toBeVisible();
    await expect(tile(page, "Ball")).toBeFocused();
  });
});

describe("an inventory without items", () => {
  test("says so and leads on, a member's own to the form for a new item", async ({ page, site }) => {
    site.respond(inventoryRoute, { user: { username: "bobby" } });
    site.respond(profileRoute, { user: { username: "bobby", url: "/users/bobby" } });
    site.signIn();
    await page.goto("/users/bobby/inventory");
    await expect(noItems(page)).toBeVisible();
    await expect(page.getByText("0 items")).toBeVisible();
    await page.getByRole("link", { name: "Create item" }).click();
    await expect(page).toHaveURL("/shop/create/");
    await page.goto("/users/bobby/inventory?category=pants");
    await page.getByRole("link", { name: "Create item" }).click();
    await expect(page.getByRole("radio", { name: "Pants" })).toBeChecked();
    await page.goto("/users/bobby/inventory?category=favorites");
    await expect(page.getByText("Tap the heart on an item's page to add it here.")).toBeVisible();
    site.user = null;
    await page.goto("/users/bobby/inventory?category=hat");
    await expect(noItems(page)).toBeVisible();
    await expect(page.getByText("bobby doesn't have any of these.")).toBeVisible();
    await page.getByRole("link", { name: "Show all items" }).click();
    await expect(page).toHaveURL("/users/bobby/inventory");
    await page.getByRole("link", { name: "See bobby's profile" }).click();
    await page.getByRole("link", { name: "Inventory" }).click();
    await expect(page).toHaveURL("/users/bobby/inventory");
  });

  test("leads back from a search without results and from a page past the end", async ({ page, site }) => {
    site.respond(inventoryRoute, ({ input }) =>
      input.search || input.page > 3
        ? pageOf([], {
            current_page: input.page,
            last_page: input.search ? 1 : 3,
            total: input.search ? 0 : 60,
          })
        : pageOf([TOY], { last_page: 3 }),
    );
    await page.goto("/users/bobby/inventory?category=hat&search=qqqqzzzz");
    await expect(noItems(page)).toBeVisible();
    await main(page).getByRole("link", { name: "Clear search" }).click();
    await expect(page).toHaveURL("/users/bobby/inventory?category=hat");
    await page.goto("/users/bobby/inventory?page=90");
    await expect(page.getByText("This page doesn't exist.")).toBeVisible();
    await page.getByRole("link", { name: "First page" }).click();
    await expect(toPage(page, 1)).toHaveAttribute("aria-current", "page");
  });

  test("does not exist for an unknown user", async ({ page, site }) => {
    site.respond(inventoryRoute, errorResponse("not_found"));
    await page.goto("/users/nobody_here/inventory");
    await expect(page.getByText("Check the spelling. The account may also have been deleted.")).toBeVisible();
  });
});

describe("an inventory that fails to load", () => {
  test("hides the items and shows the server's own message, with Retry", async ({ page, site }) => {
    await page.goto("/users/bobby/inventory");
    await expect(tiles(page)).toHaveCount(2);
    site.respond(inventoryRoute, errorResponse("conflict", { message: "The shelves are being dusted." }));
    await category(page, "Faces").click();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("The shelves are being dusted.");
    await expect(tiles(page)).toHaveCount(0);
    await expect(noneSelected(page)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "bobby's Inventory" })).toBeVisible();
    site.respond(inventoryRoute, pageOf([TOY]));
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(tiles(page)).toHaveCount(1);
  });

  test("reports a missing history in its place, with Retry", async ({ page, site }) => {
    site.respond(inventoryHistoryRoute, errorResponse("conflict"));
    await page.goto("/users/bobby/inventory");
    await tiles(page).first().click();
    const alert = panel(page).getByRole("alert");
    await expect(alert).toContainText("The history couldn't be loaded.");
    site.respond(inventoryHistoryRoute, HISTORY);
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(history(page)).toContainText("bobby");
  });
});
