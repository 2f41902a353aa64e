import type { Page } from "@playwright/test";
import { expectAccessible } from "./expect-accessible.ts";
import { openLive } from "./open-live.ts";
import { expect, NIGHTLY, test } from "./test.ts";

const badge = (page: Page) => page.getByRole("region", { name: "Something you earned" });
const coins = (page: Page) => page.locator("[data-celebration=coins]");
const level = (page: Page) => page.getByRole("dialog", { name: /^Spirit level/ });
const wallet = (page: Page) => page.locator("[data-wallet]");

test("income flies into the wallet, which counts up, and a badge is stamped beside the own bopi", async ({
  page,
  signUp,
  api,
}) => {
  await signUp();
  await openLive(page, "/users");
  await api.comment("level", 1, "What a view!");
  // The first comment's stamp comes first.
  await expect(badge(page)).toContainText("Said hello");
  // A card stays under the pointer.
  await badge(page).hover();
  await expect(badge(page)).toContainText("Hello, town! Stamp 1 of 5, +5 coins");
  await expectAccessible(page);
  await badge(page).getByRole("button", { name: "Close" }).click();
  await expect(badge(page)).toContainText("Achievement earned");
  await badge(page).hover();
  await expect(badge(page)).toContainText("Hello there");
  await expect(badge(page).locator("img").first()).toHaveAttribute("src", /achievements\/.+\.svg/);
  await expectAccessible(page);
  // The achievement and the first comment's stamp pay 5 each.
  await expect(wallet(page)).toHaveText("10");
  await badge(page).getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Escape");
  await expect(badge(page)).toBeHidden();
});

test("a stamp's card stands still with reduced motion", async ({ page, signUp, api }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signUp();
  await openLive(page, "/users");
  await api.comment("level", 1, "So quiet here");
  await expect(badge(page)).toContainText("Said hello");
  const running = await badge(page).evaluate((card) =>
    card
      .getAnimations({ subtree: true })
      .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1)
      .map((animation) => (animation as CSSAnimation).animationName),
  );
  expect(running).toEqual([]);
});

test("a menu that is opened covers a badge's card", async ({ page, signUp, api }) => {
  await signUp();
  await openLive(page, "/users");
  await api.comment("level", 1, "Down here");
  await expect(badge(page)).toBeVisible();
  await page.getByRole("button", { name: /^Account menu/ }).click();
  const isOnTop = await page
    .getByRole("menuitem")
    .first()
    .evaluate((item) => {
      const { x, y, width, height } = item.getBoundingClientRect();
      return item.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  await expect(badge(page)).toBeVisible();
  expect(isOnTop).toBe(true);
});

test.describe("a new spirit level", () => {
  test("takes the whole window, keeps the focus, and gives it back with its coins", async ({
    page,
    signUp,
    otherUser,
  }) => {
    const admin = await otherUser("admin");
    const { username } = await signUp();
    await openLive(page, "/users");
    const search = page.getByRole("main").getByRole("searchbox");
    await search.focus();
    await admin.post(`/api/staff/users/${username}/grant`, { xp: 300, reason: "For a test." });
    await expect(level(page)).toContainText("Spirit level 3!");
    await expect(level(page)).toContainText("+50 coins");
    await expect(level(page).getByRole("button", { name: "Keep going" })).toBeFocused();
    // The coins wait for the end of the show.
    await expect(wallet(page)).toHaveText("0");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(level(page)).toBeHidden();
    await expect(search).toBeFocused();
    // Level 3 is also an achievement, which pays 5.
    await expect(wallet(page)).toHaveText("55");
    await expect(coins(page)).toBeHidden();

    await admin.post(`/api/staff/users/${username}/grant`, { xp: 300, reason: "For a test." });
    await expect(level(page)).toContainText("Spirit level 4!");
    await level(page).click({ position: { x: 5, y: 5 } });
    await expect(level(page)).toBeHidden();
  });

  test("stands still with reduced motion", NIGHTLY, async ({ page, signUp, otherUser }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const admin = await otherUser("admin");
    const { username } = await signUp();
    await openLive(page, "/users");
    await admin.post(`/api/staff/users/${username}/grant`, { coins: 30, xp: 100, reason: "For a test." });
    await expect(level(page)).toContainText("Spirit level 2!");
    await expect(level(page).getByRole("button", { name: "Keep going" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(coins(page)).toHaveText("+50");
    await expect(coins(page).locator("img")).toHaveCount(0);
    await expect(wallet(page)).toHaveText("50");
  });
});

test(
  "sounds are off until they are turned on, and stay on in this browser",
  NIGHTLY,
  async ({ page, signUp }) => {
    await signUp();
    await page.goto("/me");
    const sounds = page.getByRole("switch", { name: /^Celebration sounds/ });
    await expect(sounds).not.toBeChecked();
    await sounds.check();
    await page.goto("/settings/appearance");
    await expect(sounds).toBeChecked();
  },
);
