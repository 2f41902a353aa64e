import { paletteRoute } from "#domain/search/api.ts";
import { shopRoute } from "#domain/shop/api.ts";
import { wishlistRoute } from "#domain/wishlist/api.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, type Site } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

const CONE = {
  id: 1,
  name: "Traffic Cone",
  url: "/items/1",
  type: { id: 1 },
  user: { id: 1, username: "admin" },
} as const;

/** Responds with as many items of a search as there are, the cone first, and with featured ones. */
function respondWith(site: Site, total: number): void {
  site.respond(shopRoute, ({ input }) => {
    if (input.featured) return { data: [{ ...CONE, id: 90, name: "Featured Cone" }] };
    const found = { "": total, cone: 1 }[input.search] ?? 0;
    const count = Math.min(20, found);
    const data = Array.from({ length: count }, (_, at) =>
      at ? { ...CONE, id: at + 1, name: `Hat ${at}` } : CONE,
    );
    return {
      data,
      meta: { current_page: input.page, last_page: Math.ceil(found / 20) || 1, total: found },
      visiblePages: [1, 2],
    };
  });
}

test.beforeEach(({ site }) => {
  respondWith(site, 40);
});

const main = (page: Page) => page.getByRole("main");
const category = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name, exact: true });
const carousel = (page: Page) => page.getByRole("region", { name: "Featured" });
const choice = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
/** The cards of the list, without those of the carousel. */
const cards = (page: Page) => main(page).locator("h3:not([aria-label=Featured] h3)");

describe("the shop", () => {
  test("shows 20 items below the featured ones, with all categories and none selected", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name: "Shop" }).click();
    await expect(page).toHaveURL("/shop");
    await expect(page.getByRole("heading", { level: 1, name: "Shop" })).toBeVisible();
    const categories = page.getByRole("navigation", { name: "Categories" });
    await expect(categories.getByRole("heading", { level: 2 })).toHaveText(["Official", "Community"]);
    await expect(categories.getByRole("link")).toHaveText([
      ...["All", "Hats", "Toys", "Faces", "Gold"],
      ...["Shirts", "Pants", "Shoes"],
    ]);
    await expect(category(page, "All")).toHaveAttribute("aria-current", "page");
    await expect(cards(page)).toHaveCount(20);
    await expect(carousel(page).getByRole("heading", { level: 3 })).toHaveText(["Featured Cone"]);
    await expect(main(page).getByRole("button", { pressed: true })).toHaveCount(0);
  });

  test("has each choice in the URL, starts it at page 1, and Back undoes each", async ({ page, site }) => {
    await page.goto("/shop");
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: "Page 2", exact: true })
      .click();
    await expect(page).toHaveURL("/shop?page=2");
    await category(page, "Hats").click();
    await expect(page).toHaveURL("/shop?category=hat");
    await expect(carousel(page)).toHaveCount(0);
    await choice(page, "Priciest").click();
    await expect(page).toHaveURL("/shop?category=hat&sort=priciest");
    await expect(choice(page, "Priciest")).toHaveAttribute("aria-pressed", "true");
    await choice(page, "Oldest").click();
    await expect(page).toHaveURL("/shop?category=hat&sort=priciest&order=oldest");
    await choice(page, "Priciest").click();
    await expect(page).toHaveURL("/shop?category=hat&order=oldest");
    await expect(choice(page, "Priciest")).toHaveAttribute("aria-pressed", "false");
    const box = page.getByRole("searchbox", { name: "Search the shop" });
    await box.fill("cone");
    await expect(page).toHaveURL("/shop?category=hat&search=cone&order=oldest");
    await expect(page.getByRole("heading", { level: 2, name: "Search results for “cone”" })).toBeVisible();
    await expect(cards(page)).toHaveText(["Traffic Cone"]);
    expect(site.inputs(shopRoute).at(-1)).toMatchObject({
      category: "hat",
      search: "cone",
      order: "oldest",
      sort: "",
      page: 1,
    });
    for (const query of ["?category=hat&order=oldest", "?category=hat&sort=priciest&order=oldest"]) {
      await page.goBack();
      await expect(page).toHaveURL(`/shop${query}`);
    }
    await expect(box).toHaveValue("");
    await expect(choice(page, "Oldest")).toHaveAttribute("aria-pressed", "true");
  });

  test("says that nothing was found, and leads on", async ({ page, site }) => {
    await page.goto("/shop?category=pants&search=qqqqzzzzx&sort=cheapest");
    const noItems = page.getByText("No items found", { exact: true });
    await expect(noItems).toBeVisible();
    await expect(page.getByText("0 items", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Search all items" }).click();
    await expect(page).toHaveURL("/shop?search=qqqqzzzzx");
    await expect(noItems).toBeVisible();
    await page.getByRole("link", { name: "Show all items" }).click();
    await expect(cards(page)).toHaveCount(20);
    site.respond(shopRoute, { data: [], meta: { current_page: 500, last_page: 2, total: 40 } });
    await page.goto("/shop?page=500");
    await expect(page.getByText("This page doesn't exist.")).toBeVisible();
    await page.getByRole("link", { name: "First page" }).click();
    await expect(page).toHaveURL("/shop");
  });

  test("shows 20 placeholders while it loads, or an error with Retry instead", async ({ page, site }) => {
    const held = site.hold(shopRoute, errorResponse("conflict", { message: "The shop is being swept." }));
    await page.goto("/shop");
    await expect(main(page).locator("[aria-busy=true] > div:not([class*=sr-only]) > div")).toHaveCount(20);
    held.release();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("The shop is being swept.");
    await expect(cards(page)).toHaveCount(0);
    respondWith(site, 40);
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(cards(page)).toHaveCount(20);
  });

  test("leads a member to the form for a new item, and to the wishlist", async ({ page, site }) => {
    await page.goto("/shop");
    await expect(page.getByRole("link", { name: "Create item" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Wishlist" })).toHaveCount(0);
    site.signIn();
    site.respond(wishlistRoute, { data: [] });
    await page.goto("/shop");
    await page.getByRole("link", { name: "Create item" }).click();
    await expect(page).toHaveURL("/shop/create/");
    await expect(page.getByLabel("Stock")).toHaveCount(0);
    await page.goBack();
    await page.getByRole("link", { name: "Wishlist" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Wishlist" })).toBeVisible();
  });

  test("offers a member to create an item in an empty community category", async ({ page, site }) => {
    site.signIn();
    respondWith(site, 0);
    await page.goto("/shop?category=shoes");
    await expect(page.getByText("No items found", { exact: true })).toBeVisible();
    await main(page).getByRole("link", { name: "Create item" }).last().click();
    await expect(page.getByRole("radio", { name: "Shoes" })).toBeChecked();
  });

  test("is searched from the palette", async ({ page, site }) => {
    site.respond(paletteRoute, { items: [{ ...CONE }] });
    await page.goto("/shop");
    await expect(cards(page).first()).toBeVisible();
    await page.keyboard.press("/");
    const palette = page.getByRole("dialog", { name: "Search" });
    await palette.getByRole("combobox", { name: "Search" }).fill("cone");
    await expect(palette.getByRole("option", { name: /^Traffic Cone/ })).toLinkTo("/items/1");
    await palette.getByRole("option", { name: "All items for “cone”" }).click();
    await expect(page).toHaveURL("/shop?search=cone");
    await expect(cards(page)).toHaveText(["Traffic Cone"]);
  });
});

describe("a card", () => {
  test("keeps the item's picture if its bopi's can't be drawn", async ({ page }) => {
    await page.goto("/shop");
    const card = carousel(page).locator("div:has(> img)").first();
    await card.hover();
    const onBopi = card.locator("> img[data-shown]");
    await onBopi.dispatchEvent("error");
    await expect(onBopi).toHaveAttribute("data-shown", "false");
    await onBopi.dispatchEvent("load");
    await expect(onBopi).toHaveAttribute("data-shown", "true");
  });

  test("shows the price, or that it is free, off sale, limited or for Gold", async ({ page, site }) => {
    site.respond(shopRoute, {
      data: [
        { ...CONE, name: "free", purchasable: "free", is_purchasable: true, abbreviated_price: "FREE" },
        { ...CONE, id: 2, name: "hidden", purchasable: "offsale" },
        {
          ...CONE,
          id: 3,
          name: "dear",
          purchasable: "onsale",
          price: 1_250,
          is_purchasable: true,
          abbreviated_price: "1.3K",
        },
        {
          ...CONE,
          id: 4,
          name: "rare",
          purchasable: "onsale",
          price: 7,
          remaining: 3,
          is_purchasable: true,
          abbreviated_price: "7",
        },
        { ...CONE, id: 5, name: "past", gold_month: "2024-02-01" },
      ],
    });
    await page.goto("/shop?order=oldest");
    const card = (name: string) =>
      main(page).locator("div:has(> img)", {
        has: page.getByRole("heading", { level: 3, name, exact: true }),
      });
    await expect(card("free")).toContainText("FREE");
    await expect(card("hidden")).toContainText("Offsale");
    await expect(card("dear")).toContainText("1.3K (1,250 coins)");
    await expect(card("rare")).toContainText("3 left");
    await expect(card("rare")).toContainText("7");
    await expect(card("past")).toContainText("Gold month: Feb 2024");
    await expect(card("past")).toContainText("Offsale");
  });
});
