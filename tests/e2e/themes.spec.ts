import type { Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { expect, NIGHTLY, test } from "./test.ts";

const gradient = (start: string, end: string) => `linear-gradient(rgb(${start}), rgb(${end}))`;
/** The background of a profile, as the browser renders it. */
const backgroundOf = (page: Page) =>
  page
    .locator(".profile-theme-back")
    .first()
    .evaluate((layer) => getComputedStyle(layer).backgroundImage);

// States of the editor and the choice: tests/ui/themes.test.ts.

test.describe("a Gold member", () => {
  test.use({ as: "biscuit_ben" });

  test("creates a theme with a live preview, and visitors see it", async ({ page, openBrowser }) => {
    await page.goto("/settings/appearance");
    await page.getByRole("button", { name: "New theme" }).click();
    await page.getByRole("textbox", { name: "Upper color", exact: true }).fill("00aa55");
    const preview = page.getByRole("figure", { name: "Preview" }).locator("div[aria-hidden]").first();
    await expect(preview).toHaveCSS("background-image", gradient("0, 170, 85", "249, 146, 5"));
    await page.getByRole("combobox", { name: "Site theme" }).selectOption("Seafoam");
    await page.getByRole("textbox", { name: "Name" }).fill("Ben's meadow");
    await expectFits(page);
    // Away from what is partly under the preview, which stays in view.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByText("Custom theme saved")).toBeVisible();

    const visitor = await openBrowser();
    await visitor.setViewportSize({ width: 390, height: 844 });
    await visitor.goto("/users/biscuit_ben");
    await expect(
      visitor.locator(".profile-theme.profile-theme-seafoam .profile-theme-pattern"),
    ).toBeAttached();
    await expect.poll(() => backgroundOf(visitor)).toBe(gradient("0, 170, 85", "249, 146, 5"));
    await expectFits(visitor);

    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("'Ben's meadow' is deleted.")).toBeVisible();
  });
});

test("a member who turned off themes and gold names sees none", NIGHTLY, async ({ page, signUp, api }) => {
  await signUp();
  const colorOf = () =>
    page
      .getByRole("heading", { name: "goldie", level: 1 })
      .getByText("goldie")
      .evaluate((name) => getComputedStyle(name).backgroundClip);
  await page.goto("/users/goldie");
  await expect(page.locator(".profile-theme-pattern")).toBeVisible();
  expect(await colorOf()).toBe("text");
  await api.post("/api/auth/update", { show_custom_themes: false, show_custom_usernames: false });
  const response = await page.goto("/users/goldie");
  expect(await response?.text()).toContain('data-hide="themes names"');
  await expect(page.locator(".profile-theme-pattern")).toBeAttached();
  await expect(page.locator(".profile-theme-back")).toBeHidden();
  expect(await colorOf()).not.toBe("text");
  await expectAccessible(page);
  await page.goto("/users?search=goldie");
  await expect(page.getByRole("link", { name: "goldie", exact: true })).toBeVisible();
});

test("High contrast shows a profile in its own colors, unthemed", NIGHTLY, async ({ page, origin }) => {
  await page.context().addCookies([{ name: "bopolis_theme", value: "contrast", url: origin }]);
  await page.goto("/users/goldie");
  await expect(page.locator(".profile-theme-pattern")).toBeAttached();
  await expect(page.locator(".profile-theme-back")).toBeHidden();
  expect(
    await page.locator(".profile-theme-sheet").evaluate((sheet) => getComputedStyle(sheet).backgroundColor),
  ).toBe("rgb(0, 0, 0)");
});

test("the first paint of a profile has its theme, and nothing shifts then", NIGHTLY, async ({ page }) => {
  await page.addInitScript(() => {
    const counter = window as unknown as { shifts: number };
    counter.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counter.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const response = await page.goto("/users/goldie");
  const html = await response?.text();
  expect(html).toContain('<main class="profile-theme profile-theme-grape">');
  expect(html).toContain('stop-color="#2b1055"');
  await expect(page.locator(".profile-theme-pattern")).toBeAttached();
  expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.03);
});
