import type { Page } from "@playwright/test";
import type { Api } from "./api.ts";
import { expect, NIGHTLY, test as site, unique } from "./fixtures.ts";
import { expectAccessible } from "./look.ts";
import { expectPicturesLoaded } from "./pictures.ts";

const muteAchievements = (api: Api) => api.post("/api/notifications/settings", { achievement: false });

/** The site, with people who hear of what others do alone: their own first level or comment is an achievement. */
const test = site.extend({
  join: async ({ join, api }, use) =>
    use(async () => {
      const person = await join();
      await muteAchievements(api);
      return person;
    }),
  somebody: async ({ somebody }, use) =>
    use(async (username) => {
      const api = await somebody(username);
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

/** Somebody else does something once the page can hear of it. */
const listening = (page: Page) => expect(bell(page)).toBeVisible();

test("a comment rings the bell in every tab without a reload, and reading it in one empties the other", async ({
  page,
  context,
  join,
  api,
  somebody,
}) => {
  await join();
  const bob = await somebody();
  const title = `Sky Maze ${unique()}`;
  const { id, url } = await api.makeLevel({ title });
  const other = await context.newPage();
  await page.goto(url);
  await other.goto("/levels");
  await Promise.all([listening(page), listening(other)]);
  await bob.comment("level", id, "What a view!");
  await Promise.all([expect(bell(page, 1)).toBeVisible(), expect(bell(other, 1)).toBeVisible()]);
  // The level's own page shows what it is about.
  await expect(page.getByText("What a view!")).toBeVisible();

  await bell(other, 1).click();
  const told = row(other, `${bob.person.username} commented on ${title}`);
  await expect(told).toContainText("Unread");
  await told.click();
  await expect(other).toHaveURL(new RegExp(`${url}#comments$`));
  await expect(panel(other)).toBeHidden();
  await expect(other.getByText("What a view!")).toBeInViewport();
  await Promise.all([expect(bell(page)).toBeVisible(), expect(bell(other)).toBeVisible()]);
});

test(
  "what happens while the panel is open shows in it, grouped by place; all of it is marked as read at once",
  NIGHTLY,
  async ({ page, join, api, somebody }) => {
    await join();
    const [bob, cleo] = [await somebody(), await somebody()];
    const [maze, race] = [`Maze ${unique()}`, `Race ${unique()}`];
    const [first, second] = [await api.makeLevel({ title: maze }), await api.makeLevel({ title: race })];
    await page.goto("/levels");
    await bell(page).click();
    await expect(panel(page)).toContainText("Nothing here yet");
    await bob.comment("level", first.id, "one");
    await expect(row(page, `${bob.person.username} commented on ${maze}`)).toBeVisible();
    await bob.comment("level", second.id, "two");
    await cleo.comment("level", first.id, "three");
    const rows = panel(page).getByRole("listitem");
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText(
      `${cleo.person.username} and ${bob.person.username} commented on ${maze}`,
    );
    await expectPicturesLoaded(page);
    await expectAccessible(page);
    // To have looked is not to have read.
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
  "the page shows twenty at a time, and what comes meanwhile on top",
  NIGHTLY,
  async ({ page, join, api, somebody }) => {
    const { username } = await join();
    const bob = await somebody();
    const levels: number[] = [];
    for (let i = 0; i < 22; i++) levels.push((await api.makeLevel({ title: `Level ${i}` })).id);
    for (const id of levels) await bob.comment("level", id, "Hi");
    // They are told by a queue: one that comes while the page is open stands there besides the twenty.
    const told = async () => (await api.get<{ unread_count: number }>("/api/notifications")).unread_count;
    await expect.poll(told).toBe(levels.length);
    await page.goto("/notifications");
    const rows = page.getByRole("main").getByRole("listitem");
    await expect(rows).toHaveCount(20);
    await bob.comment("user", (await api.level(levels[0] ?? 0)).user.id, `@${username}!`);
    await expect(rows.first()).toContainText(`${bob.person.username} mentioned you on your profile`);
    await page.getByRole("button", { name: "Show More" }).click();
    await expect(rows).toHaveCount(23);
    await expect(page.getByRole("button", { name: "Show More" })).toBeHidden();
    await page.getByRole("main").getByRole("button", { name: "Mark all as read" }).click();
    await expect(page.getByRole("main").getByText("Unread")).toHaveCount(0);
  },
);

test(
  "a kind that is turned off is not told, and stays off",
  NIGHTLY,
  async ({ page, join, api, somebody }) => {
    await join();
    const bob = await somebody();
    const { id, user } = await api.makeLevel({ title: `Quiet ${unique()}` });
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
    await expect(row(page, `${bob.person.username} mentioned you`)).toBeVisible();
  },
);

test("a reply begins with the name of who wrote, which is a link, and tells them", async ({
  page,
  join,
  api,
  somebody,
}) => {
  await join();
  const bob = await somebody();
  const { username } = bob.person;
  const { id, url } = await api.makeLevel({ title: `Tea Room ${unique()}` });
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
