import { expect, test } from "./test.ts";

test("Back to a page whose session has ended elsewhere shows no balance, not even for a moment", async ({
  page,
  signUp,
}) => {
  const { username } = await signUp();
  await page.goto("/levels");
  const balance = page.getByRole("banner").getByRole("link", { name: /coins/i });
  await expect(balance).toBeVisible();
  await page.context().clearCookies({ name: "bopolis_session" });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/session", async (route) => {
    await promise;
    await route.continue();
  });
  const request = page.waitForRequest("**/api/session");
  // Browsers send this event when they restore a page from their cache, which Playwright turns off.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await request;
  await expect(balance, "nothing shows until the session is known").toBeHidden();
  resolve();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect(page.getByText(username)).toHaveCount(0);
});

test("Back to a page whose user is still signed in shows it as it was", async ({ page, signUp }) => {
  await signUp();
  await page.goto("/levels");
  const box = page.getByRole("searchbox", { name: "Search levels" });
  await box.fill("unfinished");
  const response = page.waitForResponse("**/api/session");
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await response;
  await expect(box).toBeVisible();
  await expect(box).toHaveValue("unfinished");
});
