import type { Page } from "@playwright/test";
import { expectFits } from "./expect-accessible.ts";
import { pictureFile } from "./picture-file.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const categories = (page: Page) => page.getByRole("navigation", { name: "Categories" });
const category = (page: Page, name: string) => categories(page).getByRole("link", { name, exact: true });
const carousel = (page: Page) => page.getByRole("region", { name: "Featured" });
const choice = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
/** The cards of the list, without those of the carousel. */
const cards = (page: Page) => main(page).locator("h3:not([aria-label=Featured] h3)");

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
});

// Choices, empty and broken lists, cards and the palette: tests/ui/shop.test.ts.

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
