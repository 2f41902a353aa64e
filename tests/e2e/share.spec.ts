import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

const press = (page: Page) => page.getByRole("button", { name: "Share", exact: true }).first().click();

// The device's menu: tests/ui/share.test.ts.

test("Share copies the link in a browser without such a menu", async ({ page, context, origin }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const path of ["/levels/1", "/items/1", "/forums/thread/1"]) {
    await page.goto(path);
    await press(page);
    await expect(page.getByText("Link copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(origin + path);
  }
});
