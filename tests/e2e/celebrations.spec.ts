import type { Page } from "@playwright/test";
import { expectAccessible } from "./expect-accessible.ts";
import { openLive } from "./open-live.ts";
import { expect, test } from "./test.ts";

const badge = (page: Page) => page.getByRole("region", { name: "Something you earned" });
const coins = (page: Page) => page.locator("[data-celebration=coins]");
const level = (page: Page) => page.getByRole("dialog", { name: /^Spirit level/ });
const wallet = (page: Page) => page.locator("[data-wallet]");

test("income and a badge are shown beside the own bopi and under a menu, a new spirit level takes the whole window and the focus, and all stand still with reduced motion", async ({
  page,
  signUp,
  otherUser,
  api,
}) => {
  const { username } = await signUp();
  const admin = await otherUser("admin");
  const grant = (rewards: { coins?: number; xp: number }) =>
    admin.post(`/api/staff/users/${username}/grant`, { ...rewards, reason: "For a test." });
  await openLive(page, "/users");
  await api.comment("level", 1, "What a view!");
  // The first comment's stamp comes first.
  await expect(badge(page)).toContainText("Said hello");
  const running = await badge(page).evaluate((card) =>
    card
      .getAnimations({ subtree: true })
      .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1)
      .map((animation) => (animation as CSSAnimation).animationName),
  );
  expect(running).toEqual([]);
  // A card stays under the pointer.
  await badge(page).hover();
  await expect(badge(page)).toContainText("Hello, town! Stamp 1 of 5, +5 coins");
  await expectAccessible(page);
  await badge(page).getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Escape");
  await expect(badge(page)).toContainText("Achievement earned");
  await badge(page).hover();
  await expect(badge(page)).toContainText("Hello there");
  await expect(badge(page).locator("img").first()).toHaveAttribute("src", /achievements\/.+\.svg/);
  // The achievement and the first comment's stamp pay 5 each.
  await expect(wallet(page)).toHaveText("10");
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
  await page.keyboard.press("Escape");
  await expect(badge(page)).toBeHidden();

  const search = page.getByRole("main").getByRole("searchbox");
  await search.focus();
  await grant({ xp: 300 });
  await expect(level(page)).toContainText("Spirit level 3!");
  await expect(level(page)).toContainText("+50 coins");
  await expect(level(page).getByRole("button", { name: "Keep going" })).toBeFocused();
  // The coins wait for the end of the show.
  await expect(wallet(page)).toHaveText("10");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(level(page)).toBeHidden();
  await expect(search).toBeFocused();
  await expect(coins(page).locator("img")).toHaveCount(0);
  // Level 3 is also an achievement, which pays 5.
  await expect(wallet(page)).toHaveText("65");
  await expect(coins(page)).toBeHidden();

  await grant({ xp: 300 });
  await expect(level(page)).toContainText("Spirit level 4!");
  await level(page).click({ position: { x: 5, y: 5 } });
  await expect(level(page)).toBeHidden();
});
