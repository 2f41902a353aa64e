import type { Locator, Page } from "@playwright/test";
import { expectFocusTrapped } from "./expect-accessible.ts";
import { ratableLevel } from "./make-shop-item.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator, maxPresses = 60): Promise<void> {
  for (let i = 0; i < maxPresses; i++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${target}`);
}

test("the first Tab skips to the content; a level is rated by keyboard", async ({ page, otherUser }) => {
  const nacho = await otherUser("NachoNinja");
  await page.goto("/levels");
  await expect(page.getByText(/^Fetched/)).toBeVisible();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Random Level" })).toBeFocused();

  const level = await ratableLevel(nacho, "stars");
  await page.goto(level.url);
  await expect(page.getByRole("banner")).toBeVisible();
  await tabTo(page, page.getByRole("banner").getByRole("link", { name: "Sign in" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back" })).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
  await tabTo(page, page.getByLabel("Username or email"), 3);
  await page.keyboard.type(nacho.account.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(nacho.account.password);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show password" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: level.title })).toBeVisible();
  const stars = page.getByRole("button", { name: /of 5 stars|Not rated yet/ });
  await tabTo(page, stars);
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Ratings of this level" });
  await tabTo(page, panel.getByRole("button", { name: "Rate this level" }), 20);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Rate this level" });
  await expect(dialog.getByRole("slider", { name: "Rating: how good is it?" })).toBeFocused();
  await page.keyboard.press("3");
  await expectFocusTrapped(page, dialog);
  await tabTo(page, dialog.getByRole("slider", { name: "Difficulty: how hard is it?" }), 10);
  await page.keyboard.press("4");
  await tabTo(page, dialog.getByRole("button", { name: "Save rating" }), 3);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your rating is saved.")).toBeVisible();
  await expect(stars).toBeFocused();
  expect((await nacho.level(level.id)).own_rating).toMatchObject({ rating: 6, difficulty: 8 });
});

test.describe("a member", () => {
  test.use({ as: "NachoNinja" });

  test("moves through the account menu by its keys, and Escape leads back", NIGHTLY, async ({ page }) => {
    await page.goto("/levels");
    const button = page.getByRole("button", { name: "Account menu of NachoNinja" });
    await button.focus();
    await page.keyboard.press("Enter");
    const menu = page.getByRole("menu");
    await expect(menu.getByRole("menuitem", { name: /^NachoNinja / })).toBeFocused();
    for (const name of ["Your Profile", "Dress your bopi", "Your Levels", "Buddies", "Settings"]) {
      await page.keyboard.press("ArrowDown");
      await expect(menu.getByRole("menuitem", { name })).toBeFocused();
    }
    await page.keyboard.press("End");
    await expect(menu.getByRole("menuitem", { name: "Sign out" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(menu.getByRole("menuitem", { name: /^NachoNinja / })).toBeFocused();
    await page.keyboard.type("dr");
    await expect(menu.getByRole("menuitem", { name: "Dress your bopi" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press("Space");
    await expect(menu.getByRole("menuitem", { name: /^NachoNinja / })).toBeFocused();
    await page.keyboard.type("your l");
    await expect(menu.getByRole("menuitem", { name: "Your Levels" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/users/NachoNinja/levels");
  });
});

test("a confirmation traps the focus, and returns it at its end", NIGHTLY, async ({ page, signUp, api }) => {
  await signUp();
  const { url, title } = await api.makeLevel({ title: `Tree House ${uniqueWord()}` });
  await page.goto(url);
  const more = page.getByRole("button", { name: "More actions" });
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Add to favorites" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Delete level" })).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: `Delete “${title}”?` });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectFocusTrapped(page, dialog);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(more).toBeFocused();
});

test("a level is created by keyboard alone", NIGHTLY, async ({ page, signUp }) => {
  await signUp();
  const title = `Key Ring ${uniqueWord()}`;
  await page.goto("/level/create");
  await tabTo(page, page.getByLabel("Title"));
  await page.keyboard.type(title);
  await tabTo(page, page.getByRole("radio", { name: /Obby/ }), 5);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /Island/ })).toBeChecked();
  await tabTo(page, page.getByRole("radio", { name: "Everyone" }), 5);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Only me" })).toBeChecked();
  await tabTo(page, page.getByRole("button", { name: "Create level" }), 5);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("Private", { exact: true })).toBeVisible();
});

test("the theme is changed by keyboard, also in the account", NIGHTLY, async ({ page, signUp, api }) => {
  const theme = page.locator("html");
  const choose = async (from: string, to: string) => {
    await page.getByRole("button", { name: `Theme: ${from}. Choose another.` }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitemcheckbox", { name: from })).toBeChecked();
    await page.keyboard.type(to.slice(0, 3));
    await expect(page.getByRole("menuitemcheckbox", { name: to })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Theme: ${to}. Choose another.` })).toBeFocused();
  };
  await page.goto("/levels");
  await choose("Night", "Day");
  await expect(theme).toHaveAttribute("data-theme", "day");
  await page.reload();
  await expect(theme).toHaveAttribute("data-theme", "day");

  await signUp();
  await page.reload();
  // A new account takes the browser's theme.
  await expect(theme).toHaveAttribute("data-theme", "day");
  const saved = page.waitForResponse("**/api/auth/update");
  await choose("Day", "Seafoam");
  await saved;
  expect((await api.get<{ user: { theme_id: number } }>("/api/session")).user.theme_id).toBe(4);
  await page.context().clearCookies({ name: "bopolis_theme" });
  await page.reload();
  await expect(theme).toHaveAttribute("data-theme", "seafoam");
});

test("the carousel moves by arrow keys, and a page number keeps the focus", NIGHTLY, async ({ page }) => {
  await page.goto("/levels");
  const strip = page.getByRole("region", { name: "Featured" }).getByRole("list");
  // Content out of sight is rendered a moment later.
  await expect.poll(() => strip.evaluate((list) => list.scrollWidth - list.clientWidth)).toBeGreaterThan(100);
  await strip.getByRole("heading").first().getByRole("link").focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => strip.evaluate((list) => list.scrollLeft)).toBeGreaterThan(100);
  const second = page.getByRole("link", { name: "Page 2", exact: true });
  await second.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/levels?page=2");
  await expect(second).toHaveAttribute("aria-current", "page");
  await expect(second).toBeFocused();
});

test("a long text shows three readable lines until it is expanded", NIGHTLY, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/dev/ui");
  const toggle = page.getByRole("button", { name: "Expand" });
  const text = page.locator(`#${await toggle.getAttribute("aria-controls")}`);
  expect((await text.boundingBox())?.height).toBe(60);
  // A mask would fade out the third line.
  await expect(text).toHaveCSS("mask-image", "none");
  await toggle.press("Enter");
  await expect.poll(async () => (await text.boundingBox())?.height).toBeGreaterThan(60);
  await page.getByRole("button", { name: "Collapse" }).press("Enter");
  await expect.poll(async () => (await text.boundingBox())?.height).toBe(60);
});

test("arrow keys move through tabs and segments", NIGHTLY, async ({ page }) => {
  await page.goto("/dev/ui");
  const tabs = page.getByRole("tab");
  await tabs.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(tabs.nth(1)).toBeFocused();
  await expect(tabs.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("End");
  await expect(tabs.last()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tabs.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Tab");
  await expect(tabs.first()).not.toBeFocused();
});
