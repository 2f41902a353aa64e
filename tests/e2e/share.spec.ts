import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

const press = (page: Page) => page.getByRole("button", { name: "Share", exact: true }).first().click();

declare global {
  interface Window {
    sharedLinks?: ShareData[];
  }
}

/** Replaces the device's share menu, which only some browsers have. */
const replaceShareMenu = (page: Page, closes: boolean) =>
  page.addInitScript((isClosed) => {
    window.sharedLinks = [];
    navigator.share = async (data) => {
      window.sharedLinks?.push(data ?? {});
      if (isClosed) throw new DOMException("closed", "AbortError");
    };
  }, closes);

test("Share opens the device's menu with the title and the link", async ({ page, origin }) => {
  await replaceShareMenu(page, false);
  await page.goto("/users/goldie");
  await press(page);
  await expect
    .poll(() => page.evaluate(() => window.sharedLinks))
    .toEqual([{ title: "goldie", url: `${origin}/users/goldie` }]);
});

test("Share stays silent if the device's menu is closed", async ({ page }) => {
  await replaceShareMenu(page, true);
  await page.goto("/levels/1");
  await press(page);
  await expect.poll(() => page.evaluate(() => window.sharedLinks?.length)).toBe(1);
  await expect(page.getByText("Link copied.")).toBeHidden();
});

test("Share copies the link in a browser without such a menu", async ({ page, context, origin }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const path of ["/levels/1", "/items/1", "/forums/thread/1"]) {
    await page.goto(path);
    await press(page);
    await expect(page.getByText("Link copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(origin + path);
  }
});
