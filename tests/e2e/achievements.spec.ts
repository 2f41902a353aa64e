import type { Page } from "@playwright/test";
import type { AchievementSet } from "#domain/achievements/api.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { openLive } from "./open-live.ts";
import { expectPicturesLoaded } from "./picture-file.ts";
import { expect, NIGHTLY, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const view = (page: Page, set: string) => page.getByRole("button", { name: `View Achievements of ${set}` });
const modal = (page: Page, set: string) => page.getByRole("dialog", { name: set });
const entry = (page: Page, set: string, name: string) =>
  modal(page, set)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name }) });
const bar = (page: Page, set: string) => page.getByRole("progressbar", { name: `Progress of ${set}` });

test("a first comment earns an achievement: a card leads to it, and the page shows it without a reload", async ({
  page,
  context,
  signUp,
  api,
}) => {
  const { username } = await signUp();
  const path = `/users/${username}/achievements`;
  const other = await context.newPage();
  await Promise.all([openLive(page, path), openLive(other, "/levels")]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your Achievements");
  await expect(bar(page, "Town voice")).toHaveAttribute("aria-valuenow", "0");

  await api.comment("level", 1, "What a view!");
  const card = other.getByRole("region", { name: "Something you earned" });
  // A card stays under the pointer. The first comment's stamp comes first.
  await card.hover();
  await expect(card).toContainText("Said hello");
  await expect(bar(page, "Town voice")).toHaveAttribute("aria-valuenow", "20");
  await expect(main(page)).toContainText("1 of 50 achievements");
  await card.getByRole("button", { name: "Close" }).click();
  await expect(card).toContainText("Achievement earned");
  await expect(card).toContainText("Hello there");
  await card.getByRole("button", { name: "See it" }).click();
  await expect(other).toHaveURL(path);

  await view(other, "Town voice").click();
  const first = entry(other, "Town voice", "Hello there");
  await expect(first).toContainText("Write a comment.");
  await expect(first).toContainText("1 / 1 (100%)");
  await expect(first).toContainText("5 coins");
  await expect(first).toContainText("10 XP");
  await expect(first.getByText("Obtained", { exact: true })).toBeVisible();
  const second = entry(other, "Town voice", "Chatty");
  await expect(second).toContainText("1 / 10 (10%)");
  await expect(second).toContainText("Not obtained yet");
  await expect(entry(other, "Town voice", "Legend has it")).toContainText("RewardNone");

  await other.goto(`/users/${username}`);
  await other.getByRole("main").getByRole("link", { name: "Achievements" }).click();
  await expect(other).toHaveURL(path);
});

test(
  "achievements are public; the open set is in the URL, and Back, Escape and its button close it",
  NIGHTLY,
  async ({ page }) => {
    await page.goto("/users/goldie/achievements");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("goldie's Achievements");
    await expect(page).toHaveTitle("goldie's Achievements · Bopolis");
    for (const close of [
      () => page.goBack(),
      () => page.keyboard.press("Escape"),
      () => modal(page, "Critic").getByRole("button", { name: "Close" }).click(),
    ]) {
      await view(page, "Critic").click();
      await expect(page).toHaveURL("/users/goldie/achievements?set=4");
      await expect(modal(page, "Critic").getByRole("listitem").first()).toContainText("An opinion");
      await close();
      await expect(modal(page, "Critic")).toBeHidden();
      await expect(page).toHaveURL("/users/goldie/achievements");
      await expect(view(page, "Critic")).toBeFocused();
    }
    // The URL shows the same set to anyone it is sent to.
    await page.goto("/users/goldie/achievements?set=9");
    await expect(modal(page, "Spirit")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/users/goldie/achievements");
  },
);

test(
  "a tooltip shows when an achievement was obtained, for the pointer and for the keyboard",
  NIGHTLY,
  async ({ page, api }) => {
    const { user } = await api.get<{ user: { id: number } }>("/api/users/goldie");
    const { data } = await api.get<{ data: AchievementSet[] }>(`/api/user/achievements/${user.id}`);
    const set = data.find(({ achievements }) => achievements[0]?.user_achievement);
    const [first] = set?.achievements ?? [];
    if (!set || !first?.user_achievement) throw new Error("goldie has no achievement");
    await page.goto(`/users/goldie/achievements?set=${set.id}`);
    const date = page
      .getByText(`Obtained on ${first.user_achievement.created_at_formatted}`, { exact: true })
      .and(page.locator("[aria-hidden=true]"));
    await entry(page, set.name, first.name).getByText("Obtained", { exact: true }).hover();
    await expect(date).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(date).toBeHidden();
    await modal(page, set.name).getByRole("button", { name: "Close" }).focus();
    await page.keyboard.press("Tab");
    await expect(date).toBeVisible();
  },
);

test("a failed load says what happened and offers Retry", NIGHTLY, async ({ page, complaints }) => {
  complaints.expect(/^500 GET .*\/api\/user\/achievements\//);
  await page.route("**/api/user/achievements/*", (route) =>
    route.fulfill({ status: 500, json: { message: "The trophies fell off the shelf." } }),
  );
  await page.goto("/users/goldie/achievements");
  const alert = main(page).getByRole("alert");
  await expect(alert).toContainText("The trophies fell off the shelf.");
  await page.unroute("**/api/user/achievements/*");
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(view(page, "Explorer")).toBeVisible();
});

test("the achievements of an unknown user are a missing page", NIGHTLY, async ({ page, complaints }) => {
  complaints.expect(/^404 GET /);
  await page.goto("/users/nobody_here/achievements");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No one here has that name");
});

test.describe("on the home page", () => {
  test.use({ as: "goldie" });

  test("a member sees today's challenge, the time left and the progress to the next spirit level", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(main(page)).toContainText(/Clear 5 different levels: \d of 5/);
    await expect(main(page)).toContainText("Gold gives you 25 more coins every day.");
    const timer = page.getByRole("timer", { name: "Next challenge in" });
    await expect(timer).toContainText(/\d+sec/);
    const before = await timer.textContent();
    await expect(timer).not.toHaveText(before ?? "");
    const spirit = page.getByRole("region", { name: "Spirit" });
    await expect(spirit).toContainText("Gold gives you 25% more XP.");
    await expect(spirit.getByRole("progressbar")).toHaveAccessibleName(/^[\d,]+ XP to level \d+$/);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, as: "goldie" });

  test("the achievements of a set open as a sheet, and a tap shows when one was obtained", async ({
    page,
  }) => {
    await page.goto("/users/goldie/achievements");
    await expectPicturesLoaded(page);
    await expectFits(page);
    const obtained = page.getByText("Obtained", { exact: true });
    await view(page, "Spirit").tap();
    await expect(obtained.first()).toBeVisible();
    await obtained.first().tap();
    await expect(page.locator("body > [aria-hidden=true]", { hasText: "Obtained on" })).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
    await modal(page, "Spirit").getByRole("button", { name: "Close" }).tap();
    await expect(modal(page, "Spirit")).toBeHidden();
  });
});
