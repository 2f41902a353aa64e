import { devices } from "@playwright/test";
import { expect, newAccount, test } from "./test.ts";

test.use({ viewport: devices["Pixel 7"].viewport, hasTouch: true, isMobile: true });

test("on a phone, a visitor dresses a bopi, signs up and stands in a level in a minute", async ({ page }) => {
  test.setTimeout(60_000);
  await page.goto("/");
  await page.getByRole("button", { name: "Parked Saucer" }).click();
  await expect(page.getByRole("button", { name: "Parked Saucer" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("link", { name: "Keep this bopi" }).click();
  const account = newAccount();
  await page.getByLabel("Username").fill(account.username);
  await page.getByLabel("Email address").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("1 of 5 stamps")).toBeVisible();
  await page.getByRole("link", { name: "Play a level" }).click();
  await expect(page).toHaveURL(/\/play\/\d+/);
  await expect(page.locator("canvas")).toBeVisible();
});
