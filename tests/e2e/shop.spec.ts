import type { Page } from "@playwright/test";
import { expectFits } from "./expect-accessible.ts";
import { expect, NIGHTLY, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const categories = (page: Page) => page.getByRole("navigation", { name: "Categories" });
const category = (page: Page, name: string) => categories(page).getByRole("link", { name, exact: true });
const carousel = (page: Page) => page.getByRole("region", { name: "Featured" });
const choice = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
/** The cards of the list, without those of the carousel. */
const cards = (page: Page) => main(page).locator("h3:not([aria-label=Featured] h3)");

// States of the page: tests/ui/shop.test.ts.

test("the shop shows 2 featured items at a time from 480 px and 4 from 768 px", NIGHTLY, async ({ page }) => {
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
