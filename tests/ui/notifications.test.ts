import { vi } from "vitest";
import { commentListRoute, createCommentRoute } from "#domain/comments/api.ts";
import { levelRoute } from "#domain/levels/api.ts";
import {
  type Notification,
  notification,
  notificationListRoute,
  notificationSettingsRoute,
  readNotificationsRoute,
  updateNotificationSettingsRoute,
} from "#domain/notifications/api.ts";
import {
  type PushSettings,
  pushRoute,
  removePushRoute,
  subscribePushRoute,
  updatePushRoute,
} from "#domain/push/api.ts";
import { complete, type Given } from "./support/complete.ts";
import type { Page } from "./support/page.ts";
import { pageOf } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

const bell = (page: Page, unread = 0) =>
  page
    .getByRole("banner")
    .getByRole("button", { name: unread ? `Notifications, ${unread}` : "Notifications", exact: true });
const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
const main = (page: Page) => page.getByRole("main");

/** A notification about comments on a level. */
const notice = (id: number, title: string, ...names: string[]): Given<Notification> => ({
  id,
  type: "comment",
  title,
  url: "/levels/1#comments",
  actors: names.map((username, at) => ({ id: at + 1, username })),
  actors_count: names.length,
  count: names.length,
});
/** The notifications of the member, newest first. */
let notices: Given<Notification>[] = [];

/** Notifies the member, also over the page's socket. */
async function notify(page: Page, given: Given<Notification>, unread_notifications: number): Promise<void> {
  notices = [given, ...notices.filter(({ id }) => id !== given.id)];
  await page.receive({
    event: "Notified",
    notification: complete(notification, given) as Notification,
    unread_notifications,
  });
}

/** Marks all as read, as by another tab. */
async function readAll(page: Page): Promise<void> {
  notices = notices.map((it) => ({ ...it, read: true }));
  await page.receive({ event: "NotificationsRead", unread_notifications: 0 });
}

test.beforeEach(({ site }) => {
  notices = [];
  site.signIn();
  site.unread = { messages: 0, notifications: 0 };
  site.respond(readNotificationsRoute, { unread_count: 0 });
  site.respond(notificationListRoute, ({ input: { page } }) => {
    const last_page = Math.ceil(notices.length / 20);
    return {
      data: notices.slice(20 * (page - 1), 20 * page),
      meta: { current_page: page, last_page, total: notices.length },
      links: { next: page < last_page ? `/api/notifications?page=${page + 1}` : null },
    };
  });
});

describe("the bell", () => {
  test("rings for a comment, leads to it, and is quiet once it is read anywhere", async ({ page, site }) => {
    site.respond(levelRoute, { level: { id: 1, title: "Sky Maze", url: "/levels/1" } });
    await page.goto("/levels");
    await notify(page, notice(5, "Sky Maze", "bob"), 1);
    await bell(page, 1).click();
    const row = page.getByRole("link", { name: "bob commented on Sky Maze" });
    await expect(row).toContainText("Unread");
    await row.click();
    await expect(page).toHaveURL("/levels/1#comments");
    await expect(panel(page)).toHaveCount(0);
    expect(site.inputs(readNotificationsRoute)).toEqual([{ ids: [5] }]);
    await readAll(page);
    await expect(bell(page)).toBeVisible();
  });

  test("opens a panel with new ones, grouped by place, and marks all as read", async ({ page }) => {
    await page.goto("/levels");
    await bell(page).click();
    await expect(panel(page)).toContainText("Nothing here yet");
    await notify(page, notice(5, "Maze", "bob"), 1);
    await expect(page.getByRole("link", { name: "bob commented on Maze" })).toBeVisible();
    await notify(page, notice(6, "Race", "bob"), 2);
    await notify(page, notice(5, "Maze", "cleo", "bob"), 2);
    const rows = panel(page).getByRole("listitem");
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText("cleo and bob commented on Maze");
    // Viewing them doesn't mark them as read.
    await page.keyboard.press("Escape");
    await expect(bell(page, 2)).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await readAll(page);
    await expect(bell(page)).toBeVisible();
    await expect(panel(page).getByText("Unread")).toHaveCount(0);
    await page.getByRole("link", { name: "See all notifications" }).click();
    await expect(page).toHaveURL("/notifications");
    await expect(panel(page)).toHaveCount(0);
  });
});

test("the page shows one page at a time, and new ones on top", async ({ page }) => {
  notices = Array.from({ length: 22 }, (_, at) => notice(100 + at, `Level ${at}`, "bob"));
  await page.goto("/notifications");
  const rows = main(page).getByRole("listitem");
  await expect(rows).toHaveCount(20);
  await notify(page, { ...notice(5, "bobby", "bob"), type: "mention", url: "/users/bobby#comments" }, 23);
  await expect(rows.first()).toContainText("bob mentioned you");
  await page.getByRole("button", { name: "Show More" }).click();
  await expect(rows).toHaveCount(23);
  await expect(page.getByRole("button", { name: "Show More" })).toHaveCount(0);
  await main(page).getByRole("button", { name: "Mark all as read" }).click();
  await expect(main(page).getByText("Unread")).toHaveCount(0);
});

test("a type is turned off, and staff's can't be", async ({ page, site }) => {
  site.respond(notificationSettingsRoute, { settings: { comment: true } });
  site.respond(updateNotificationSettingsRoute, ({ input: settings }) => {
    site.respond(notificationSettingsRoute, { settings });
    return { settings };
  });
  await page.goto("/notifications?tab=settings");
  const comments = page.getByRole("switch", { name: "Comments" });
  await expect(comments).toBeChecked();
  await expect(page.getByRole("switch", { name: "From our staff" })).toBeDisabled();
  await comments.click();
  await expect(comments).not.toBeChecked();
  expect(site.inputs(updateNotificationSettingsRoute)).toEqual([{ comment: false }]);
});

test("a reply begins with the author's name, which is a link", async ({ page, site }) => {
  const bob = { id: 9, username: "bob", url: "/users/bob" };
  const level = { id: 1, title: "Tea Room", comments_enabled: true };
  const comments = [{ id: 4, user: bob, body: "Mail me: bob@example.com" }];
  site.respond(levelRoute, { level });
  site.respond(commentListRoute, () => ({ ...pageOf(comments), can_comment: true }));
  site.respond(createCommentRoute, ({ input }) => {
    comments.unshift({ id: 5, user: bob, body: input.body });
    return { comment: comments[0] };
  });
  await page.goto("/levels/1");
  await page.getByRole("button", { name: "More about bob's comment" }).click();
  await page.getByRole("menuitem", { name: "Reply" }).click();
  const box = page.getByLabel("Write a comment");
  await expect(box).toBeFocused();
  await expect(box).toHaveValue(/^@bob $/);
  await page.keyboard.type("I will.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("article").first()).toContainText("@bob I will.");
  await expect(page.getByRole("link", { name: "@bob" })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "@bob" })).toLinkTo("/users/bob");
  await expect.poll(() => site.inputs(createCommentRoute)).toHaveLength(1);
});

test("push messages are turned on, choose kinds and quiet hours, and end", async ({ page, site }) => {
  // Chromium for tests has no push service either.
  let current: object | null = null;
  const ready = {
    pushManager: {
      getSubscription: async () => current,
      subscribe: async () => {
        const getKey = (name: string) => new Uint8Array(name === "auth" ? 16 : 65).buffer;
        const unsubscribe = async () => {
          current = null;
        };
        current = { endpoint: "https://push.example/1", getKey, unsubscribe };
        return current;
      },
    },
  };
  const serviceWorker = { ready, register: async () => ready, getRegistration: async () => ready };
  vi.stubGlobal("navigator", Object.create(navigator, { serviceWorker: { value: serviceWorker } }));
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "granted", requestPermission: async () => "granted" });
  let push: Given<PushSettings> = { kinds: { chat: true } };
  site.respond(pushRoute, () => ({ ...push, key: "" }));
  site.respond(subscribePushRoute, () => {
    push = { ...push, devices: [{ id: 3, name: "Chrome", current: true }] };
    return push;
  });
  site.respond(updatePushRoute, ({ input: { chat, quiet } }) => {
    push = { ...push, ...(chat !== undefined && { kinds: { chat } }), ...(quiet !== undefined && { quiet }) };
    return push;
  });
  site.respond(removePushRoute, () => {
    push = { ...push, devices: [] };
    return push;
  });
  await page.goto("/notifications?tab=settings");
  const turnOn = page.getByRole("button", { name: "Turn on for this device" });
  await turnOn.click();
  await expect(page.getByText("· This device")).toBeVisible();
  await page.getByRole("switch", { name: "Messages" }).click();
  await page.getByRole("switch", { name: /Quiet hours/ }).click();
  await page.getByLabel("From", { exact: true }).fill("21:30");
  await expect
    .poll(() => site.inputs(updatePushRoute))
    .toMatchObject([{ chat: false }, { quiet: { from: 1_320, until: 480 } }, { quiet: { from: 1_290 } }]);
  await page.reload();
  await expect(page.getByRole("switch", { name: "Messages" })).not.toBeChecked();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("21:30");
  await page.getByRole("button", { name: "Remove Chrome" }).click();
  await expect(page.getByText("· This device")).toHaveCount(0);
  await expect(turnOn).toBeVisible();
  expect(current).toBeNull();
});
