import { type UserDetails, updateAccountRoute, userDetailsRoute } from "#domain/settings/api.ts";
import {
  type CustomTheme,
  createThemeRoute,
  deleteThemeRoute,
  updateThemeRoute,
} from "#domain/themes/api.ts";
import { presets } from "#domain/themes/presets.ts";
import type { Given } from "./support/complete.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, OFFLINE } from "./support/site.ts";
import { test as base, describe, expect } from "./support/test.ts";

const test = base.extend<{ details: Given<UserDetails> & { custom_themes: Given<CustomTheme>[] } }>({
  details: [
    async ({ site }, use) => {
      const details = { username: "bobby", has_gold: true, theme_id: 1, custom_themes: presets() };
      site.signIn({ has_gold: true });
      site.respond(userDetailsRoute, () => details);
      site.respond(updateAccountRoute, {});
      await use(details);
    },
    { auto: true },
  ],
});

const preview = (page: Page) => page.getByRole("figure", { name: "Preview" });
const layer = (page: Page) => preview(page).locator("div[aria-hidden]").first();
const shows = (page: Page, from: string, to: string) =>
  expect(layer(page)).toHaveAttribute("style", new RegExp(`linear-gradient\\(#${from}, #${to}\\)`));
const button = (page: Page, name: string) => page.getByRole("button", { name });
const choice = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const color = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

describe("a Gold member", () => {
  test("creates a theme with a live preview, edits and deletes it", async ({ page, site, details }) => {
    await page.goto("/settings/appearance");
    await button(page, "New theme").click();
    await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
    await shows(page, "0f0f0f", "f99205");
    await expect(choice(page, "Skyline")).toBeChecked();
    // Solid has no second color, Gradient begins with the brand color.
    await choice(page, "Solid").check();
    await expect(color(page, "Lower color")).toHaveCount(0);
    await shows(page, "0f0f0f", "0f0f0f");
    await choice(page, "Gradient").check();
    await expect(color(page, "Lower color")).toHaveValue("f99205");
    // Six hex digits: a '#' is removed, and at most 7 characters are accepted.
    const upper = color(page, "Upper color");
    await upper.fill("#123abc");
    await expect(upper).toHaveValue("123abc");
    await shows(page, "123abc", "f99205");
    await expect(upper).toHaveAttribute("maxlength", "7");
    for (const wrong of ["12345", "fff", "12345g"]) {
      await upper.fill(wrong);
      await expect(upper).toHaveAttribute("aria-invalid", "true");
      await shows(page, "123abc", "f99205");
    }
    await button(page, "Create").click();
    await expect(upper).toBeFocused();
    await page.getByLabel("Pick: Upper color").fill("#00aa55");
    await expect(upper).toHaveValue("00aa55");
    // Arrow keys move along the patterns.
    await choice(page, "Skyline").focus();
    await page.keyboard.press("ArrowRight");
    await expect(choice(page, "Moons")).toBeChecked();
    await page.getByRole("combobox", { name: "Site theme" }).selectOption("Seafoam");
    await expect(preview(page)).toHaveAttribute("data-theme", "seafoam");
    await page.getByRole("textbox", { name: "Name" }).fill("Meadow");
    site.respond(createThemeRoute, ({ input: { auto_apply, ...input } }) => {
      const own = { ...input, id: 99, user_id: 7 };
      details.custom_themes = [...presets(), own];
      details.custom_theme_id = 99;
      return { custom_theme: { ...own, auto_apply } };
    });
    await button(page, "Create").click();
    await expect(page.getByText("Custom theme saved")).toBeVisible();
    await expect(choice(page, "Meadow")).toBeChecked();

    site.respond(updateThemeRoute, ({ input }) => ({ custom_theme: { ...input, id: 99, user_id: 7 } }));
    await button(page, "Edit").click();
    await choice(page, "None").check();
    await choice(page, "Solid").check();
    await button(page, "Update").click();
    await expect(button(page, "Edit")).toBeVisible();
    expect(site.inputs(updateThemeRoute)).toMatchObject([
      {
        name: "Meadow",
        gradient_start_color: "00aa55",
        gradient_end_color: null,
        custom_theme_pattern_id: null,
        theme_id: 4,
      },
    ]);

    site.respond(deleteThemeRoute, () => {
      Object.assign(details, { custom_themes: presets(), custom_theme_id: null });
      return { message: "'Meadow' is deleted." };
    });
    await button(page, "Edit").click();
    await button(page, "Delete").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("'Meadow' is deleted.")).toBeVisible();
    await expect(choice(page, "Meadow")).toHaveCount(0);
    await expect(choice(page, "Ink and orange")).toBeChecked();
  });

  test("sees the site's message about a theme that can't be saved, or an error", async ({ page, site }) => {
    site.respond(createThemeRoute, errorResponse("conflict", { message: "You have enough of them." }));
    await page.goto("/settings/appearance");
    await button(page, "New theme").click();
    await button(page, "Create").click();
    await expect(page.getByRole("alert").filter({ hasText: "You have enough of them." })).toBeVisible();
    site.respond(createThemeRoute, OFFLINE);
    await button(page, "Create").click();
    const failed = page.getByRole("alert").filter({ hasText: "An error occurred" });
    await failed.getByRole("button", { name: "Dismiss" }).click();
    await expect(failed).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Custom theme");
  });
});

test("a member without Gold applies a free theme; others are locked", async ({ page, site, details }) => {
  details.has_gold = false;
  await page.goto("/settings/appearance");
  await expect(choice(page, "Ink and orange")).toBeChecked();
  await expect(page.getByRole("radio", { name: /^Lava.*for Gold members$/ })).toBeDisabled();
  await expect(button(page, "New theme")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("link", { name: "Get Gold" })).toLinkTo("/gold");
  await choice(page, "Deep sea").check();
  await shows(page, "03045e", "00b4d8");
  site.respond(updateAccountRoute, OFFLINE);
  await button(page, "Save profile theme").click();
  await expect(page.getByText("That couldn't be saved. Try again.")).toBeVisible();
  site.respond(updateAccountRoute, {});
  await button(page, "Save profile theme").click();
  await expect(page.getByText("Custom theme saved")).toBeVisible();
});

test("themes and golden names of others are turned off at once", async ({ page, site, details }) => {
  Object.assign(details, { show_custom_themes: true, show_custom_usernames: true });
  await page.goto("/settings/appearance");
  for (const name of [/^Profile themes/, /^Golden usernames/])
    await page.getByRole("switch", { name }).uncheck();
  await expect(page.locator("html")).toHaveAttribute("data-hide", "themes names");
  await expect
    .poll(() => site.inputs(updateAccountRoute))
    .toEqual([{ show_custom_themes: false }, { show_custom_usernames: false }]);
});
