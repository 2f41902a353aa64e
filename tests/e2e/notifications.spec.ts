import type { Page } from "@playwright/test";
import type { Api } from "./api.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { expectPicturesLoaded } from "./picture-file.ts";
import { expect, NIGHTLY, test as site, uniqueWord } from "./test.ts";

const muteAchievements = (api: Api) => api.post("/api/notifications/settings", { achievement: false });

/** The site, with achievements muted: a member's first level or comment would send one. */
const test = site.extend({
  signUp: async ({ signUp, api }, use) =>
    use(async () => {
      const account = await signUp();
      await muteAchievements(api);
      return account;
    }),
  otherUser: async ({ otherUser }, use) =>
    use(async (username) => {
      const api = await otherUser(username);
      await muteAchievements(api);
      return api;
    }),
});

const bell = (page: Page, unread = 0) =>
  page
    .getByRole("banner")
    .getByRole("button", { name: unread ? `Notifications, ${unread}` : "Notifications", exact: true });
const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
const row = (page: Page, text: string) => page.getByRole("link", { name: text });

/** Waits until the page can receive events. */
const waitUntilLive = (page: Page) => expect(bell(page)).toBeVisible();

test("a comment rings the bell in every tab without a reload, and reading it in one clears the other", async ({
  page,
  context,
  signUp,
  api,
  otherUser,
}) => {
  await signUp();
  const bob = await otherUser();
  const title = `Sky Maze ${uniqueWord()}`;
  const { id, url } = await api.makeLevel({ title });
  const other = await context.newPage();
  await page.goto(url);
  await other.goto("/levels");
  await Promise.all([waitUntilLive(page), waitUntilLive(other)]);
  await bob.comment("level", id, "What a view!");
  await Promise.all([expect(bell(page, 1)).toBeVisible(), expect(bell(other, 1)).toBeVisible()]);
  // The level's own page shows the comment.
  await expect(page.getByText("What a view!")).toBeVisible();

  await bell(other, 1).click();
  const notification = row(other, `${bob.account.username} commented on ${title}`);
  await expect(notification).toContainText("Unread");
  await notification.click();
  await expect(other).toHaveURL(new RegExp(`${url}#comments$`));
  await expect(panel(other)).toBeHidden();
  await expect(other.getByText("What a view!")).toBeInViewport();
  await Promise.all([expect(bell(page)).toBeVisible(), expect(bell(other)).toBeVisible()]);
});

test(
  "events show in the open panel, grouped by place, and are marked as read at once",
  NIGHTLY,
  async ({ page, signUp, api, otherUser }) => {
    await signUp();
    const [bob, cleo] = [await otherUser(), await otherUser()];
    const [maze, race] = [`Maze ${uniqueWord()}`, `Race ${uniqueWord()}`];
    const [first, second] = [await api.makeLevel({ title: maze }), await api.makeLevel({ title: race })];
    await page.goto("/levels");
    await bell(page).click();
    await expect(panel(page)).toContainText("Nothing here yet");
    await bob.comment("level", first.id, "one");
    await expect(row(page, `${bob.account.username} commented on ${maze}`)).toBeVisible();
    await bob.comment("level", second.id, "two");
    await cleo.comment("level", first.id, "three");
    const rows = panel(page).getByRole("listitem");
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText(
      `${cleo.account.username} and ${bob.account.username} commented on ${maze}`,
    );
    await expectPicturesLoaded(page);
    await expectAccessible(page);
    // Viewing them doesn't mark them as read.
    await page.keyboard.press("Escape");
    await expect(bell(page, 2)).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect(bell(page)).toBeVisible();
    await expect(panel(page).getByText("Unread")).toHaveCount(0);
    await page.getByRole("link", { name: "See all notifications" }).click();
    await expect(page).toHaveURL(/\/notifications$/);
    await expect(panel(page)).toBeHidden();
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
  },
);

test(
  "the page shows 20 at a time, and new ones on top",
  NIGHTLY,
  async ({ page, signUp, api, otherUser }) => {
    const { username } = await signUp();
    const bob = await otherUser();
    const levels: number[] = [];
    for (let i = 0; i < 22; i++) levels.push((await api.makeLevel({ title: `Level ${i}` })).id);
    for (const id of levels) await bob.comment("level", id, "Hi");
    // A queue sends them: one that arrives while the page is open would be shown besides the 20.
    const unreadCount = async () =>
      (await api.get<{ unread_count: number }>("/api/notifications")).unread_count;
    await expect.poll(unreadCount).toBe(levels.length);
    await page.goto("/notifications");
    const rows = page.getByRole("main").getByRole("listitem");
    await expect(rows).toHaveCount(20);
    await bob.comment("user", (await api.level(levels[0] ?? 0)).user.id, `@${username}!`);
    await expect(rows.first()).toContainText(`${bob.account.username} mentioned you on your profile`);
    await page.getByRole("button", { name: "Show More" }).click();
    await expect(rows).toHaveCount(23);
    await expect(page.getByRole("button", { name: "Show More" })).toBeHidden();
    await page.getByRole("main").getByRole("button", { name: "Mark all as read" }).click();
    await expect(page.getByRole("main").getByText("Unread")).toHaveCount(0);
  },
);

test(
  "a type that is turned off sends nothing, and stays off",
  NIGHTLY,
  async ({ page, signUp, api, otherUser }) => {
    await signUp();
    const bob = await otherUser();
    const { id, user } = await api.makeLevel({ title: `Quiet ${uniqueWord()}` });
    await page.goto("/notifications?tab=settings");
    const comments = page.getByRole("switch", { name: "Comments" });
    await expect(comments).toBeChecked();
    await expect(page.getByRole("switch", { name: "From our staff" })).toBeDisabled();
    const saved = page.waitForResponse(/notifications\/settings/);
    await comments.click();
    await saved;
    await page.reload();
    await expect(comments).not.toBeChecked();
    await bob.comment("level", id, "Hello?");
    await bob.comment("level", id, `Hello, @${user.username}?`);
    await expect(bell(page, 1)).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Notifications" }).click();
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
    await expect(row(page, `${bob.account.username} mentioned you`)).toBeVisible();
  },
);

test("a reply begins with the author's name, which is a link, and notifies them", async ({
  page,
  signUp,
  api,
  otherUser,
}) => {
  await signUp();
  const bob = await otherUser();
  const { username } = bob.account;
  const { id, url } = await api.makeLevel({ title: `Tea Room ${uniqueWord()}` });
  await bob.comment("level", id, `Mail me: ${username}@example.com`);
  await page.goto(url);
  await page.getByRole("button", { name: `More about ${username}'s comment` }).click();
  await page.getByRole("menuitem", { name: "Reply" }).click();
  const box = page.getByLabel("Write a comment");
  await expect(box).toBeFocused();
  await expect(box).toHaveValue(`@${username} `);
  await page.keyboard.type("I will.");
  await page.keyboard.press("Control+Enter");
  const link = page.getByRole("link", { name: `@${username}` });
  await expect(link).toHaveCount(1);
  await expect
    .poll(async () => (await bob.get<{ data: { type: string }[] }>("/api/notifications")).data)
    .toMatchObject([{ type: "mention", url: `${url}#comments` }]);
  await link.click();
  await expect(page).toHaveURL(`/users/${username}`);
});

test.describe("the demo's busiest member", () => {
  test.use({ as: "bobby" });

  test("has notifications of several kinds and buddy requests", async ({ page }) => {
    await page.goto("/notifications");
    const list = page.getByRole("main").getByRole("list");
    for (const text of [/ commented on /, /You earned /, / buddies? now/])
      await expect(list.getByText(text).first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Buddy requests" })).toContainText(
      "wants to be your buddy",
    );
  });
});
