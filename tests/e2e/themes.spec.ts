import type { Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { expect, NIGHTLY, test } from "./test.ts";

/** The background of a profile, as the browser renders it. */
const backgroundOf = (page: Page) =>
  page
    .locator(".profile-theme-back")
    .first()
    .evaluate((layer) => getComputedStyle(layer).backgroundImage);
const gradient = (start: string, end: string) => `linear-gradient(rgb(${start}), rgb(${end}))`;
const preview = (page: Page) => page.getByRole("figure", { name: "Preview" });
const previewBackground = (page: Page) =>
  preview(page)
    .locator("div[aria-hidden]")
    .first()
    .evaluate((layer) => getComputedStyle(layer).backgroundImage);
const colorField = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const openAppearance = async (page: Page) => {
  await page.goto("/settings/appearance");
  await expect(preview(page)).toBeVisible();
};
const choice = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });

test.describe("a Gold member", () => {
  test.use({ as: "biscuit_ben" });

  test("creates a theme with a live preview, applies, edits and deletes it", async ({
    page,
    openBrowser,
  }) => {
    await openAppearance(page);
    await page.getByRole("button", { name: "New theme" }).click();
    await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
    await expect(page.getByRole("button", { name: "Create" })).toBeVisible();
    await expect.poll(() => previewBackground(page)).toBe(gradient("15, 15, 15", "249, 146, 5"));
    await expect(page.getByRole("radio", { name: "Skyline" })).toBeChecked();

    // Solid has no second color, Gradient begins with the brand color.
    await page.getByRole("radio", { name: "Solid" }).check();
    await expect(colorField(page, "Lower color")).toBeHidden();
    await expect.poll(() => previewBackground(page)).toBe(gradient("15, 15, 15", "15, 15, 15"));
    await page.getByRole("radio", { name: "Gradient" }).check();
    const [upper, lower] = [colorField(page, "Upper color"), colorField(page, "Lower color")];
    await expect(lower).toHaveValue("f99205");

    // Six hex digits: a '#' is removed, and at most 7 characters are accepted.
    await upper.fill("#123abc");
    await expect(upper).toHaveValue("123abc");
    await expect.poll(() => previewBackground(page)).toBe(gradient("18, 58, 188", "249, 146, 5"));
    await expect(upper).toHaveAttribute("maxlength", "7");
    for (const wrong of ["12345", "fff", "12345g"]) {
      await upper.fill(wrong);
      await expect(upper).toHaveAttribute("aria-invalid", "true");
      await expect.poll(() => previewBackground(page)).toBe(gradient("18, 58, 188", "249, 146, 5"));
    }
    await page.getByRole("button", { name: "Create" }).click();
    await expect(upper).toBeFocused();
    await page.getByLabel("Pick: Upper color").fill("#00aa55");
    await expect(upper).toHaveValue("00aa55");

    // Arrow keys move along the patterns.
    await page.getByRole("radio", { name: "Skyline" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "Moons" })).toBeChecked();
    await page.getByRole("combobox", { name: "Site theme" }).selectOption("Seafoam");
    await expect(preview(page)).toHaveAttribute("data-theme", "seafoam");
    await page.getByRole("textbox", { name: "Name" }).fill("Ben's meadow");
    await expectFits(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByText("Custom theme saved")).toBeVisible();
    await expect(choice(page, "Ben's meadow")).toBeChecked();

    const visitor = await openBrowser();
    await visitor.goto("/users/biscuit_ben");
    await expect(
      visitor.locator(".profile-theme.profile-theme-seafoam .profile-theme-pattern"),
    ).toBeAttached();
    await expect.poll(() => backgroundOf(visitor)).toBe(gradient("0, 170, 85", "249, 146, 5"));

    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("radio", { name: "None" }).check();
    await page.getByRole("radio", { name: "Solid" }).check();
    await page.getByRole("button", { name: "Update" }).click();
    await expect(page.getByRole("button", { name: "Edit" })).toBeVisible();
    await visitor.reload();
    await expect(visitor.locator(".profile-theme-back")).toBeAttached();
    await expect.poll(() => backgroundOf(visitor)).toBe(gradient("0, 170, 85", "0, 170, 85"));

    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page
      .getByRole("alertdialog")
      .or(page.getByRole("dialog"))
      .getByRole("button", { name: "Delete" })
      .click();
    await expect(page.getByText("'Ben's meadow' is deleted.")).toBeVisible();
    await expect(choice(page, "Ben's meadow")).toHaveCount(0);
    await expect(choice(page, "Ink and orange")).toBeChecked();
  });

  test(
    "sees the site's message about a theme that can't be saved, or else that an error occurred",
    NIGHTLY,
    async ({ page, complaints }) => {
      complaints.expect(/custom-themes/);
      await openAppearance(page);
      await page.getByRole("button", { name: "New theme" }).click();
      await page.route("**/api/auth/custom-themes", (route) =>
        route.fulfill({ status: 422, json: { code: "theme_limit", message: "You have enough of them." } }),
      );
      await page.getByRole("button", { name: "Create" }).click();
      const banner = page.getByRole("alert").filter({ hasText: "You have enough of them." });
      await expect(banner).toBeVisible();
      await page.unroute("**/api/auth/custom-themes");
      await page.route("**/api/auth/custom-themes", (route) => route.abort());
      await page.getByRole("button", { name: "Create" }).click();
      const failed = page.getByRole("alert").filter({ hasText: "An error occurred" });
      await expect(failed).toBeVisible();
      await failed.getByRole("button", { name: "Dismiss" }).click();
      await expect(failed).toBeHidden();
      await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Custom theme");
    },
  );
});

test("a member without Gold applies a free theme, and finds the others locked with a link to Gold", async ({
  page,
  signUp,
  complaints,
}) => {
  complaints.expect(/auth\/update/);
  const { username } = await signUp();
  await openAppearance(page);
  await expect(choice(page, "Ink and orange")).toBeChecked();
  await expect(page.getByRole("radio", { name: /^Lava.*for Gold members$/ })).toBeDisabled();
  await expect(page.getByRole("button", { name: "New theme" })).toBeHidden();
  await expect(page.getByRole("main").getByRole("link", { name: "Get Gold" })).toHaveAttribute(
    "href",
    "/gold",
  );
  await choice(page, "Deep sea").check();
  await expect.poll(() => previewBackground(page)).toBe(gradient("3, 4, 94", "0, 180, 216"));
  const save = page.getByRole("button", { name: "Save profile theme" });
  await page.route("**/api/auth/update", (route) => route.abort());
  await save.click();
  await expect(page.getByText("That couldn't be saved. Try again.")).toBeVisible();
  await page.unroute("**/api/auth/update");
  await save.click();
  await expect(page.getByText("Custom theme saved")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.goto(`/users/${username}`);
  await expect(page.locator(".profile-theme-pattern")).toBeAttached();
  await expect.poll(() => backgroundOf(page)).toBe(gradient("3, 4, 94", "0, 180, 216"));
  await expectFits(page);
});

test(
  "a member who turned off themes and golden names sees neither, from the first byte on",
  NIGHTLY,
  async ({ page, signUp }) => {
    await signUp();
    await openAppearance(page);
    const colorOf = () =>
      page
        .getByRole("heading", { name: "goldie", level: 1 })
        .getByText("goldie")
        .evaluate((name) => getComputedStyle(name).backgroundClip);
    await page.goto("/users/goldie");
    await expect(page.locator(".profile-theme-pattern")).toBeVisible();
    expect(await colorOf()).toBe("text");
    await openAppearance(page);
    for (const name of [/^Profile themes/, /^Golden usernames/]) {
      const saved = page.waitForResponse("**/api/auth/update");
      await page.getByRole("switch", { name }).uncheck();
      await saved;
    }
    await expect(page.locator("html")).toHaveAttribute("data-hide", "themes names");
    const response = await page.goto("/users/goldie");
    expect(await response?.text()).toContain('data-hide="themes names"');
    await expect(page.locator(".profile-theme-pattern")).toBeAttached();
    await expect(page.locator(".profile-theme-back")).toBeHidden();
    expect(await colorOf()).not.toBe("text");
    await expectAccessible(page);
    await page.goto("/users?search=goldie");
    await expect(page.getByRole("link", { name: "goldie", exact: true })).toBeVisible();
  },
);

test(
  "High contrast shows a profile without its theme, and in its own colors",
  NIGHTLY,
  async ({ page, origin }) => {
    await page.context().addCookies([{ name: "bopolis_theme", value: "contrast", url: origin }]);
    await page.goto("/users/goldie");
    await expect(page.locator(".profile-theme-pattern")).toBeAttached();
    await expect(page.locator(".profile-theme-back")).toBeHidden();
    expect(
      await page.locator(".profile-theme-sheet").evaluate((sheet) => getComputedStyle(sheet).backgroundColor),
    ).toBe("rgb(0, 0, 0)");
  },
);

test(
  "the first paint of a profile has its theme, and nothing shifts afterwards",
  NIGHTLY,
  async ({ page }) => {
    await page.addInitScript(() => {
      const counter = window as unknown as { shifts: number };
      counter.shifts = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          counter.shifts += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    const response = await page.goto("/users/goldie");
    const html = await response?.text();
    expect(html).toContain('<main class="profile-theme profile-theme-grape">');
    expect(html).toContain('stop-color="#2b1055"');
    await expect(page.locator(".profile-theme-pattern")).toBeAttached();
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.03);
  },
);
