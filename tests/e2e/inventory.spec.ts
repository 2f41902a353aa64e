import type { Page } from "@playwright/test";
import type { ListPage } from "./api.ts";
import { expectFits, expectFitsAndAccessible } from "./expect-accessible.ts";
import { expect, NIGHTLY, test } from "./test.ts";

const panel = (page: Page) => page.getByRole("region", { name: "Selected item" });
const main = (page: Page) => page.getByRole("main");
const tile = (page: Page, name: string) => main(page).getByRole("link", { name, exact: true }).first();

// States of the page: tests/ui/inventory.test.ts.

test("selections in an inventory move nothing", NIGHTLY, async ({ page }) => {
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
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the details open as a sheet that Back, Escape and its button close", async ({ page, api }) => {
    const { data } = await api.get<ListPage<{ item: { name: string } }>>("/api/inventory/bobby?category=hat");
    const name = data[0]?.item.name ?? "";
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
    await expectFitsAndAccessible(page);
  });
});
