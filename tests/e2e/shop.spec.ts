import type { Page } from "@playwright/test";
import type { Api } from "./api.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { pictureFile } from "./picture-file.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const categories = (page: Page) => page.getByRole("navigation", { name: "Categories" });
const category = (page: Page, name: string) => categories(page).getByRole("link", { name, exact: true });
const carousel = (page: Page) => page.getByRole("region", { name: "Featured" });
const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search the shop" });
const choice = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
const pages = (page: Page) => page.getByRole("navigation", { name: "Pages" });
const toPage = (page: Page, n: number) => pages(page).getByRole("link", { name: `Page ${n}`, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name, exact: true });
/** The cards of the list, without those of the carousel. */
const cards = (page: Page) => main(page).locator("h3:not([aria-label=Featured] h3)");
const card = (page: Page, name: string) =>
  main(page).locator("div:has(> img)", {
    has: page.getByRole("heading", { level: 3, name, exact: true }),
  });
const noItems = (page: Page) => page.getByText("No items found", { exact: true });

const createItem = (api: Api, fields: Record<string, string>) =>
  api.postForm<{ id: number }>("/api/shop/create/", {
    type_id: "4",
    texture: pictureFile(512, 512),
    ...fields,
  });

test.describe("the shop for a visitor", () => {
  test("shows 20 items below the featured ones, with all categories and nothing selected", async ({
    page,
  }) => {
    await page.goto("/");
    await page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name: "Shop" }).click();
    await expect(page).toHaveURL("/shop");
    await expect(page.getByRole("heading", { level: 1, name: "Shop" })).toBeVisible();
    await expect(categories(page).getByRole("heading", { level: 2 })).toHaveText(["Official", "Community"]);
    await expect(categories(page).getByRole("link")).toHaveText([
      ...["All", "Hats", "Toys", "Faces", "Gold"],
      ...["Shirts", "Pants", "Shoes"],
    ]);
    await expect(category(page, "All")).toHaveAttribute("aria-current", "page");
    await expect(cards(page)).toHaveCount(20);
    await expect(carousel(page).getByRole("heading", { level: 3 }).nth(3)).toBeVisible();
    await expect(main(page).getByRole("button", { pressed: true })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Create item" })).toBeHidden();
    await expect(page.getByRole("link", { name: "Wishlist" })).toBeHidden();
  });

  test(
    "keeps each choice in the URL, starts it at page 1, and Back undoes each",
    NIGHTLY,
    async ({ page }) => {
      await page.goto("/shop");
      await toPage(page, 2).click();
      await expect(page).toHaveURL("/shop?page=2");
      await expect(toPage(page, 2)).toHaveAttribute("aria-current", "page");
      await category(page, "Hats").click();
      await expect(page).toHaveURL("/shop?category=hat");
      await choice(page, "Priciest").click();
      await expect(page).toHaveURL("/shop?category=hat&sort=priciest");
      await expect(choice(page, "Priciest")).toHaveAttribute("aria-pressed", "true");
      await choice(page, "Oldest").click();
      await expect(page).toHaveURL("/shop?category=hat&sort=priciest&order=oldest");
      await choice(page, "Priciest").click();
      await expect(page).toHaveURL("/shop?category=hat&order=oldest");
      await expect(choice(page, "Priciest")).toHaveAttribute("aria-pressed", "false");
      await searchBox(page).fill("cone");
      await expect(page).toHaveURL("/shop?category=hat&search=cone&order=oldest");
      await expect(heading(page, "Search results for “cone”")).toBeVisible();
      await expect(cards(page)).toHaveText(["Traffic Cone"]);
      for (const query of ["?category=hat&order=oldest", "?category=hat&sort=priciest&order=oldest"]) {
        await page.goBack();
        await expect(page).toHaveURL(`/shop${query}`);
      }
      await expect(searchBox(page)).toHaveValue("");
      await expect(choice(page, "Oldest")).toHaveAttribute("aria-pressed", "true");
      await page.goto("/shop?category=hat&search=cone&order=oldest");
      await expect(cards(page)).toHaveText(["Traffic Cone"]);
      await page.getByRole("link", { name: "Traffic Cone" }).click();
      await expect(page).toHaveURL("/items/1");
    },
  );

  test("shows the featured items in the default view and nowhere else", NIGHTLY, async ({ page }) => {
    await page.goto("/shop");
    await expect(carousel(page)).toBeVisible();
    await choice(page, "Newest").click();
    await expect(carousel(page)).toBeHidden();
    await choice(page, "Newest").click();
    await expect(page).toHaveURL("/shop");
    await expect(carousel(page)).toBeVisible();
    for (const query of ["category=face", "page=2", "sort=offsale", "order=oldest", "search=a"]) {
      await page.goto(`/shop?${query}`);
      await expect(cards(page).first()).toBeVisible();
      await expect(carousel(page)).toBeHidden();
    }
  });

  test("shows 2 featured items at a time from 480 px and 4 from 768 px", NIGHTLY, async ({ page }) => {
    const visibleCount = () =>
      carousel(page)
        .getByRole("list")
        .evaluate((list) => {
          const { left, right } = list.getBoundingClientRect();
          return [...list.children].filter((one) => {
            const box = one.getBoundingClientRect();
            return box.left >= left - 1 && box.right <= right + 1;
          }).length;
        });
    await page.goto("/shop");
    for (const [width, count] of [
      [1280, 4],
      [768, 4],
      [767, 2],
      [480, 2],
      [390, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(visibleCount, { message: `at ${width} px` }).toBe(count);
    }
  });

  test("says that nothing was found, and leads on", NIGHTLY, async ({ page }) => {
    await page.goto("/shop?category=pants&search=qqqqzzzzx&sort=cheapest");
    await expect(noItems(page)).toBeVisible();
    await expect(page.getByText("0 items", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Search all items" }).click();
    await expect(page).toHaveURL("/shop?search=qqqqzzzzx");
    await expect(noItems(page)).toBeVisible();
    await page.getByRole("link", { name: "Show all items" }).click();
    await expect(cards(page)).toHaveCount(20);
    await page.goto("/shop?page=500");
    await expect(page.getByText("This page doesn't exist.")).toBeVisible();
    await page.getByRole("link", { name: "First page" }).click();
    await expect(page).toHaveURL("/shop");
  });

  test(
    "shows 20 placeholders while it loads, and an error with Retry in place of the list",
    NIGHTLY,
    async ({ page, complaints }) => {
      complaints.expect(/^409 GET .*\/api\/shop/);
      await page.goto("/levels");
      await expect(page.getByText(/^Fetched/)).toBeVisible();
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route("**/api/shop?*", async (route) => {
        await held;
        await route.fulfill({
          status: 409,
          json: { message: "The shop is being swept.", code: "conflict" },
        });
      });
      await page
        .getByRole("navigation", { name: "Main" })
        .first()
        .getByRole("link", { name: "Shop" })
        .click();
      await expect(main(page).locator("[aria-busy=true] > div:not([class*=sr-only]) > div")).toHaveCount(20);
      release();
      const alert = page.getByRole("alert");
      await expect(alert).toContainText("The shop is being swept.");
      await expect(cards(page)).toHaveCount(0);
      await page.unroute("**/api/shop?*");
      await alert.getByRole("button", { name: "Retry" }).click();
      await expect(cards(page)).toHaveCount(20);
    },
  );
});

test.describe("a card", () => {
  test(
    "shows the price, or that it is free, off sale, limited or in a Gold month",
    NIGHTLY,
    async ({ page, otherUser }) => {
      const admin = await otherUser("admin");
      const word = uniqueWord("w");
      const month = new Date().toISOString().slice(0, 7);
      await createItem(admin, { name: `${word} free`, purchasable: "free" });
      await createItem(admin, { name: `${word} hidden` });
      await createItem(admin, { name: `${word} dear`, purchasable: "onsale", price: "1250" });
      await createItem(admin, { name: `${word} rare`, purchasable: "onsale", price: "7", stock: "3" });
      await createItem(admin, {
        name: `${word} gold`,
        purchasable: "onsale",
        price: "0",
        gold_month: `${month}-15`,
      });
      await createItem(admin, { name: `${word} past`, price: "9", gold_month: "2024-02-03" });
      await page.goto(`/shop?search=${word}&order=oldest`);
      await expect(cards(page)).toHaveCount(6);
      await expect(card(page, `${word} free`)).toContainText("FREE");
      await expect(card(page, `${word} hidden`)).toContainText("Offsale");
      await expect(card(page, `${word} dear`)).toContainText("1.3K (1,250 coins)");
      await expect(card(page, `${word} rare`)).toContainText("3 left");
      await expect(card(page, `${word} rare`)).toContainText("7");
      await expect(card(page, `${word} gold`)).toContainText("FREE");
      await expect(card(page, `${word} gold`)).toContainText(/Gold month: \w{3} 20\d\d/);
      await expect(card(page, `${word} past`)).toContainText("Gold month: Feb 2024");
      await expect(card(page, `${word} past`)).toContainText("Offsale");
      await choice(page, "Priciest").click();
      await expect(cards(page)).toHaveText(["dear", "rare", "free", "gold"].map((name) => `${word} ${name}`));
      await choice(page, "Offsale").click();
      await expect(cards(page)).toHaveText(["hidden", "past"].map((name) => `${word} ${name}`));
      await expectAccessible(page);
    },
  );
});

test.describe("for a member", () => {
  test.use({ as: "bobby" });

  test("the shop leads to the form for a new item, and to the wishlist", NIGHTLY, async ({ page }) => {
    await page.goto("/shop");
    await page.getByRole("link", { name: "Create item" }).click();
    await expect(page).toHaveURL("/shop/create/");
    await expect(page.getByLabel("Stock")).toBeHidden();
    await page.goBack();
    await page.getByRole("link", { name: "Wishlist" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Wishlist" })).toBeVisible();
  });

  test("an empty community category offers to create an item", NIGHTLY, async ({ page }) => {
    await page.route("**/api/shop?*", async (route) => {
      const response = await route.fetch();
      const meta = { current_page: 1, last_page: 1, total: 0 };
      await route.fulfill({ response, json: { ...(await response.json()), data: [], meta } });
    });
    await page.goto("/shop");
    await category(page, "Shoes").click();
    await expect(noItems(page)).toBeVisible();
    await main(page).getByRole("link", { name: "Create item" }).last().click();
    await expect(page.getByRole("radio", { name: "Shoes" })).toBeChecked();
  });

  test("the palette finds items and leads to all of them", async ({ page }) => {
    await page.goto("/shop");
    await expect(cards(page).first()).toBeVisible();
    await page.keyboard.press("/");
    const palette = page.getByRole("dialog", { name: "Search" });
    await palette.getByRole("combobox", { name: "Search" }).fill("traffic co");
    await expect(palette.getByRole("option", { name: "Traffic Cone By admin" })).toHaveAttribute(
      "href",
      "/items/1",
    );
    await palette.getByRole("option", { name: "All items for “traffic co”" }).click();
    await expect(page).toHaveURL("/shop?search=traffic%20co");
    await expect(cards(page)).toHaveText(["Traffic Cone"]);
  });
});

test.describe("for staff", () => {
  test.use({ as: "admin" });

  test("a limited item is created once, even if the first response is lost", async ({
    page,
    api,
    complaints,
  }) => {
    complaints.expect(/net::ERR_FAILED POST .*\/api\/shop\/create/);
    const name = `Rare ${uniqueWord()}`;
    await page.goto("/shop/create/?type=shirt");
    await page.getByLabel("Texture", { exact: true }).setInputFiles(pictureFile(512, 512));
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Stock").fill("12");
    await page.route(
      "**/api/shop/create/",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "Create item" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.getByLabel("Stock")).toHaveValue("12");
    await page.getByRole("button", { name: "Create item" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    const { data } = await api.get<{ data: { remaining: number }[] }>(
      `/api/shop?search=${encodeURIComponent(name)}`,
    );
    expect(data).toEqual([expect.objectContaining({ remaining: 12 })]);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the categories are a row that scrolls, and the dock has 5 links for visitors", async ({ page }) => {
    await page.goto("/shop?category=shoes");
    await expect(cards(page).first()).toBeVisible();
    await expect(category(page, "Shoes")).toBeInViewport({ ratio: 1 });
    await expect(category(page, "All")).not.toBeInViewport();
    const dock = page.getByRole("navigation", { name: "Main" }).last();
    await expect(dock.getByRole("link")).toHaveText(["Home", "Levels", "Shop", "Forums", "Sign in"]);
    await expect(dock.getByRole("link", { name: "Shop" })).toHaveAttribute("aria-current", "page");
    await expectFits(page);
    await choice(page, "Oldest").tap();
    await expect(page).toHaveURL("/shop?category=shoes&order=oldest");
  });
});
