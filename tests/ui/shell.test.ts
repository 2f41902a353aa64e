import { sessionRoute } from "#domain/auth/api.ts";
import { bookmarkRoute, moveThreadRoute, type Thread, threadRoute } from "#domain/forums/api.ts";
import { inventoryRoute } from "#domain/inventory/api.ts";
import type { Given } from "./support/complete.ts";
import { errorResponse } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

test("a member has a short account menu, and everything else on their own page", async ({ page, site }) => {
  site.signIn({ coins: 1_250, level: 3 });
  site.respond(inventoryRoute, { user: { username: "bobby" } });
  await page.goto("/levels");
  await page.getByRole("button", { name: "Account menu of bobby" }).click();
  const items = page.getByRole("menuitem");
  await expect(items.first()).toContainText(/bobby1,250 coinsSpirit level 3/);
  expect(await items.count()).toBeLessThanOrEqual(8);
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await items.first().click();
  await expect(page).toHaveURL("/me");
  const main = page.getByRole("main");
  await expect(main.getByRole("button", { name: "Sign out" })).toBeVisible();
  for (const name of ["Outfits", "Wishlist", "Achievements", "Transactions", "Buddies", "Settings", "Gold"])
    await expect(main.getByRole("link", { name, exact: true })).toBeVisible();
  await main.getByRole("link", { name: "Inventory", exact: true }).click();
  await expect(page).toHaveURL("/users/bobby/inventory");
});

test("Create leads visitors to sign up, and members' pages to sign in, and back", async ({ page }) => {
  await page.goto("/shop");
  await page.getByRole("banner").getByRole("link", { name: "Create", exact: true }).click();
  await expect(page).toHaveURL("/register?next=%2Fbuild%2Fnew");
  for (const path of ["/me", "/chat?with=3", "/settings/privacy"]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
  }
});

test("staff's pages don't exist for members, nor admins' for moderators", async ({ page, site }) => {
  for (const [role, path] of [
    [null, "/staff/events"],
    ["member", "/staff/clears"],
    ["moderator", "/staff/challenges"],
    ["moderator", "/staff/hosts"],
  ] as const) {
    if (role) site.signIn({ role });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("No one lives here");
  }
});

test("Back shows nothing until the session is known, and loads again if it ended", async ({ page, site }) => {
  const user = site.signIn();
  await page.goto("/levels");
  const { recheckSessionOnReturn } = await import("#web/lib/recheck-session.ts");
  recheckSessionOnReturn(user.id);
  const main = page.getByRole("main");
  // Browsers send this event when they restore a page from their cache.
  const comeBack = () => dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  let held = site.hold(sessionRoute, { user });
  comeBack();
  await expect(main).toBeHidden();
  held.release();
  await expect(main).toBeVisible();
  expect(page.reloads).toBe(0);
  held = site.hold(sessionRoute, { user: null });
  comeBack();
  await expect(main).toBeHidden();
  held.release();
  await expect.poll(() => page.reloads).toBe(1);
  await expect(main).toBeHidden();
});

describe("the menu of a thread", () => {
  const THREAD: Given<Thread> = { id: 4, url: "/forums/thread/4", title: "Tunnel", user: { id: 9 } };

  test("works by keyboard; an action reloads the page, an error opens a modal", async ({ page, site }) => {
    const thread: Given<Thread> = {
      ...THREAD,
      can_reply: true,
      opening: { id: 40, user: { id: 9, username: "author" } },
    };
    site.signIn();
    site.respond(threadRoute, () => ({ thread }));
    site.respond(bookmarkRoute, errorResponse("invalid", { message: "Not this one." }));
    await page.goto("/forums/thread/4");
    const more = page.getByRole("button", { name: "More actions" });
    const item = (name: string) => page.getByRole("menuitem", { name });
    const open = async () => {
      await more.focus();
      await page.keyboard.press("Enter");
      await expect(item("Bookmark")).toBeFocused();
    };
    await open();
    await expect(page.getByRole("menuitem")).toHaveText(["Bookmark", "Quote", "Report", "Block user"]);
    await page.keyboard.press("Escape");
    await expect(more).toBeFocused();
    await open();
    await page.keyboard.press("Enter");
    const error = page.getByRole("dialog", { name: "Error" });
    await expect(error).toContainText("Not this one.");
    await error.getByRole("button", { name: "Ok" }).click();
    site.respond(bookmarkRoute, { bookmarked: true });
    await open();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.reloads).toBe(1);
    thread.bookmarked = true;
    await page.goto("/forums/thread/4");
    await more.click();
    await expect(item("Remove bookmark")).toBeVisible();
    await item("Quote").click();
    await expect(page).toHaveURL(/\/reply\?quote=\d+$/);
  });

  test("lets moderators move it, and isn't there for visitors", async ({ page, site }) => {
    const opening = { id: 40, user: { id: 9 } };
    site.respond(threadRoute, { thread: { ...THREAD, opening } });
    await page.goto("/forums/thread/4");
    await expect(page.getByRole("heading", { level: 1, name: "Tunnel" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^More/ })).toHaveCount(0);
    site.signIn({ role: "moderator" });
    site.respond(threadRoute, { thread: { ...THREAD, opening, can_moderate: true, subforum_id: 2 } });
    site.respond(moveThreadRoute, {});
    await page.goto("/forums/thread/4");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Help" }).click();
    await expect.poll(() => page.reloads).toBe(1);
    expect(site.calls(moveThreadRoute)).toHaveLength(1);
  });
});
