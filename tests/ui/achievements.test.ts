import { achievementListRoute } from "#domain/achievements/api.ts";
import { homeRoute } from "#domain/home/api.ts";
import { newYorkDay } from "#domain/new-york.ts";
import { type Notification, notification } from "#domain/notifications/api.ts";
import { profileRoute } from "#domain/users/api.ts";
import { complete } from "./support/complete.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, type Site } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

const PATH = "/users/goldie/achievements";
const GOLDIE = { id: 3, username: "goldie", url: "/users/goldie" };

function respondWith(site: Site, user_progress: number): void {
  const achievements = [
    {
      id: 1,
      name: "Hello there",
      description: "Write a comment.",
      value: 1,
      reward: { coins: 5, xp: 10 },
      user_achievement: user_progress ? {} : null,
    },
    { id: 2, name: "Chatty", value: 10 },
    { id: 3, name: "Legend has it", value: 100 },
  ];
  const voice = { id: 4, name: "Town voice", description: "Comments", user_progress, achievements };
  site.respond(achievementListRoute, { data: [voice, { id: 9, name: "Spirit" }], user: GOLDIE });
}

test.beforeEach(({ site }) => {
  site.respond(profileRoute, { user: GOLDIE });
  respondWith(site, 1);
});

const view = (page: Page) => page.getByRole("button", { name: "View Achievements of Town voice" });
const modal = (page: Page, set = "Town voice") => page.getByRole("dialog", { name: set });
const entry = (page: Page, name: string) =>
  modal(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name }) });

describe("achievements", () => {
  test("show their progress and rewards, and a new one without a reload", async ({ page, site }) => {
    site.signIn(GOLDIE);
    respondWith(site, 0);
    await page.goto(PATH);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your Achievements");
    const bar = page.getByRole("progressbar", { name: "Progress of Town voice" });
    await expect(bar).toHaveAttribute("aria-valuenow", "0");
    respondWith(site, 1);
    const earned = { type: "achievement", title: "Hello there", url: PATH };
    await page.receive({
      event: "Notified",
      unread_notifications: 1,
      notification: complete(notification, earned) as Notification,
    });
    const card = page.getByRole("region", { name: "Something you earned" });
    await expect(card).toContainText("Achievement earned");
    await expect(card).toContainText("Hello there");
    await expect(bar).toHaveAttribute("aria-valuenow", "33");
    await expect(page.getByRole("main")).toContainText("1 of 3 achievements");
    await view(page).click();
    for (const text of ["Write a comment.", "1 / 1 (100%)", "5 coins", "10 XP"])
      await expect(entry(page, "Hello there")).toContainText(text);
    await expect(entry(page, "Hello there").getByText("Obtained", { exact: true })).toBeVisible();
    await expect(entry(page, "Chatty")).toContainText("1 / 10 (10%)");
    await expect(entry(page, "Chatty")).toContainText("Not obtained yet");
    await expect(entry(page, "Legend has it")).toContainText("RewardNone");
  });

  test("are public; the open set is in the URL, and Back, Escape and a button close it", async ({ page }) => {
    await page.goto("/users/goldie");
    await page.getByRole("main").getByRole("link", { name: "Achievements" }).click();
    await expect(page).toHaveURL(PATH);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("goldie's Achievements");
    await expect(page).toHaveTitle("goldie's Achievements · Bopolis");
    for (const close of [
      () => page.goBack(),
      () => page.keyboard.press("Escape"),
      () => modal(page).getByRole("button", { name: "Close" }).click(),
    ]) {
      await view(page).click();
      await expect(page).toHaveURL(`${PATH}?set=4`);
      await expect(modal(page).getByRole("listitem").first()).toContainText("Hello there");
      await close();
      await expect(modal(page)).toHaveCount(0);
      await expect(page).toHaveURL(PATH);
      await expect(view(page)).toBeFocused();
    }
    // The URL shows the same set to anyone it is sent to.
    await page.goto(`${PATH}?set=9`);
    await expect(modal(page, "Spirit")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(PATH);
  });

  test("that are obtained show when, for the pointer, the keyboard and a finger", async ({ page }) => {
    await page.goto(`${PATH}?set=4`);
    const obtained = entry(page, "Hello there").getByText("Obtained", { exact: true });
    const date = page.getByText(/^Obtained on /).and(page.locator("[aria-hidden=true]"));
    await obtained.hover();
    await expect(date).toBeVisible();
    await page.getByRole("heading", { name: "Chatty" }).hover();
    await expect(date).toHaveCount(0);
    await modal(page).getByRole("button", { name: "Close" }).focus();
    await page.keyboard.press("Tab");
    await expect(date).toBeVisible();
    await page.keyboard.press("Tab");
    await obtained.tap();
    await expect(date).toBeVisible();
  });

  test("that fail to load say so and offer Retry; those of no one are missing", async ({ page, site }) => {
    site.respond(achievementListRoute, errorResponse("conflict", { message: "They fell off the wall." }));
    await page.goto(PATH);
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("They fell off the wall.");
    respondWith(site, 1);
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(view(page)).toBeVisible();
    site.respond(profileRoute, errorResponse("not_found"));
    await page.goto("/users/nobody_here/achievements");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("No one here has that name");
  });
});

test("the home page has today's challenge, its time, and the way to a level", async ({ page, site }) => {
  site.signIn({ ...GOLDIE, has_gold: true });
  const ends_at = new Date(Date.now() + 3_600_000).toISOString();
  site.respond(homeRoute, {
    daily: { clears: 2, target: 5, gold_coins: 25, day: newYorkDay(Date.now()), ends_at },
  });
  await page.goto("/");
  const main = page.getByRole("main");
  await expect(main).toContainText("Clear 5 different levels: 2 of 5");
  await expect(main).toContainText("Gold gives you 25 more coins every day.");
  const timer = page.getByRole("timer", { name: "Next challenge in" });
  await expect(timer).toContainText(/\d+sec/);
  const before = await timer.textContent();
  await expect(timer).not.toHaveText(before);
  const spirit = page.getByRole("region", { name: "Spirit" });
  await expect(spirit).toContainText("Gold gives you 25% more XP.");
  await expect(spirit.getByRole("progressbar")).toHaveAccessibleName(/^[\d,]+ XP to level \d+$/);
});
