import { expect, test } from "./test.ts";

test("Back from a profile returns to the same position in the directory", async ({ page }) => {
  const cards = page.getByRole("heading", { level: 3 });
  await page.goto("/users");
  await page.getByRole("button", { name: "Show More", exact: true }).click();
  await expect(page).toHaveURL("/users?pages=2");
  // A sign-up between two pages shifts them, and one card is on both.
  await expect.poll(() => cards.count()).toBeGreaterThan(40);
  const last = cards.nth(40).getByRole("link");
  const name = await last.textContent();
  await last.click();
  await expect(page).toHaveURL(`/users/${name}`);
  await page.goBack();
  await expect(page).toHaveURL("/users?pages=2");
  await expect(last).toBeInViewport();
});
