import { commentListRoute, createCommentRoute, deleteCommentRoute } from "#domain/comments/api.ts";
import { itemRoute } from "#domain/items/api.ts";
import { levelRoute } from "#domain/levels/api.ts";
import { profileRoute } from "#domain/users/api.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, OFFLINE, pageOf, type Site } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

const comment = (id: number, body: string, username = "maker", can_delete = false) => ({
  id,
  body,
  user: { id: username === "bobby" ? 7 : 3, username, url: `/users/${username}` },
  created_at: new Date().toISOString(),
  can_delete,
});

/** Responds with these comments, newest first, 10 a page, and adds those that are sent. */
function respondWith(site: Site, all: ReturnType<typeof comment>[]): void {
  site.respond(commentListRoute, ({ input: { page }, params }) => {
    const last_page = Math.ceil(all.length / 10) || 1;
    const next = page < last_page ? `/api/comments/${params.type}/${params.id}?page=${page + 1}` : null;
    return {
      data: all.slice(10 * (page - 1), 10 * page),
      meta: { current_page: page, last_page, total: all.length },
      links: { next },
      can_comment: true,
    };
  });
  site.respond(createCommentRoute, ({ input: { body } }) => {
    const made = comment(all.length + 100, body, "bobby", true);
    all.unshift(made);
    return { comment: made };
  });
}

test.beforeEach(({ site }) => {
  site.respond(levelRoute, { level: { id: 1, url: "/levels/1", comments_enabled: true } });
  respondWith(site, []);
});

const write = (page: Page) => page.getByLabel("Write a comment");
const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
/** The comments themselves; the page of a level is an article around them. */
const comments = (page: Page) => page.getByRole("listitem").getByRole("article");
const withText = (page: Page, text: string) => comments(page).filter({ hasText: text });
const count = (page: Page) => page.getByRole("heading", { level: 2, name: /^Comments/ });
const menuOf = (page: Page, username: string) =>
  page.getByRole("button", { name: `More about ${username}'s comment` });

test("Show More loads 10 more comments at a time until there are no more", async ({ page, site }) => {
  const all = Array.from({ length: 23 }, (_, at) => comment(23 - at, `echo ${23 - at}.`));
  respondWith(site, all);
  await page.goto("/levels/1");
  await expect(count(page)).toHaveText(/23/);
  await expect(comments(page)).toHaveCount(10);
  await expect(comments(page).first()).toContainText("echo 23.");
  const more = page.getByRole("button", { name: "Show More" });
  await more.click();
  await expect(comments(page)).toHaveCount(20);
  await more.click();
  await expect(comments(page)).toHaveCount(23);
  await expect(comments(page).last()).toContainText("echo 1.");
  await expect(more).toHaveCount(0);
});

test("a comment shows at once, by keyboard too, on levels, items and profiles", async ({ page, site }) => {
  site.signIn();
  site.respond(itemRoute, {
    item: { id: 1, name: "Cone", type: { id: 1 }, comments_enabled: true },
  });
  site.respond(profileRoute, { user: { id: 7, username: "bobby", url: "/users/bobby" } });
  for (const path of ["/levels/1", "/items/1", "/users/bobby"]) {
    respondWith(site, []);
    await page.goto(path);
    await expect(page.getByText("No comments found")).toBeVisible();
    await write(page).fill("first\nsecond line");
    await write(page).press("Control+Enter");
    await expect(withText(page, "second line").getByRole("link", { name: "bobby" })).toBeVisible();
    await expect(count(page)).toHaveText(/1/);
    await write(page).fill("another");
    await send(page).click();
    await expect(page.getByText("Sending…")).toHaveCount(0);
    await expect(comments(page).first()).toContainText("another");
    await expect(comments(page)).toHaveCount(2);
  }
  expect(site.calls(createCommentRoute).map(({ input: { type, id } }) => `${type} ${id}`)).toEqual(
    ["level 1", "item 1", "user 7"].flatMap((target) => [target, target]),
  );
});

test("an empty or too long comment is rejected at the field", async ({ page, site }) => {
  site.signIn();
  await page.goto("/levels/1");
  await write(page).fill("   ");
  await send(page).click();
  await expect(page.getByText("Comment is required.")).toBeVisible();
  await expect(write(page)).toBeFocused();
  await write(page).fill("x".repeat(501));
  await expect(page.getByText("501 / 500")).toBeVisible();
  await send(page).click();
  await expect(page.getByText("Comment must be at most 500 characters.")).toBeVisible();
  await expect(write(page)).toHaveValue("x".repeat(501));
});

test("where comments are off, the box is disabled and says so to everyone", async ({ page, site }) => {
  site.respond(levelRoute, { level: { id: 1, url: "/levels/1" } });
  site.respond(commentListRoute, { data: [] });
  for (const isMember of [true, false]) {
    site.user = null;
    if (isMember) site.signIn();
    await page.goto("/levels/1");
    await expect(page.getByText("The creator of this level turned comments off.")).toBeVisible();
    if (isMember) await expect(write(page)).toBeDisabled();
    await expect(send(page)).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Sign in to comment" })).toHaveCount(0);
  }
});

test("a visitor is asked to sign in to comment", async ({ page }) => {
  await page.goto("/levels/1");
  await expect(page.getByRole("link", { name: "Sign in to comment" })).toLinkTo(
    `/login?next=${encodeURIComponent("/levels/1")}`,
  );
  await expect(write(page)).toHaveCount(0);
});

test("a comment is deleted after a confirmation, also if someone was faster", async ({ page, site }) => {
  site.signIn();
  const all = [comment(2, "mine, all mine", "bobby", true), comment(1, "the owner's own words")];
  respondWith(site, all);
  await page.goto("/levels/1");
  await menuOf(page, "maker").click();
  await expect(page.getByRole("menuitem")).toHaveText(["Reply", "Report", "Block user"]);
  await page.keyboard.press("Escape");
  await menuOf(page, "bobby").click();
  await expect(page.getByRole("menuitem")).toHaveText(["Delete"]);
  const confirm = page.getByRole("alertdialog", { name: "Delete your comment?" });
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(confirm).toContainText("mine, all mine");
  await confirm.getByRole("button", { name: "Cancel" }).click();
  await expect(withText(page, "mine, all mine")).toBeVisible();
  site.respond(deleteCommentRoute, () => {
    all.shift();
    return errorResponse("not_found", { message: "This comment no longer exists." });
  });
  await menuOf(page, "bobby").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await confirm.getByRole("button", { name: "Delete comment" }).click();
  await expect(page.getByText("This comment no longer exists.")).toBeVisible();
  await expect(withText(page, "mine, all mine")).toHaveCount(0);

  site.signIn({ id: 9, username: "mod", role: "moderator" });
  respondWith(site, [comment(2, "rude", "bobby", true), comment(1, "the owner's own words")]);
  site.respond(deleteCommentRoute, () => {
    respondWith(site, [comment(1, "the owner's own words")]);
    return { message: "Comment deleted." };
  });
  await page.goto("/levels/1");
  await menuOf(page, "bobby").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page
    .getByRole("alertdialog", { name: "Delete bobby's comment?" })
    .getByRole("button", { name: "Delete comment" })
    .click();
  await expect(page.getByText("Comment deleted.")).toBeVisible();
  await expect(withText(page, "rude")).toHaveCount(0);
  await expect(count(page)).toHaveText(/1/);
  expect(site.calls(deleteCommentRoute).map(({ params }) => params.id)).toEqual(["2", "2"]);
});

test("a comment that wasn't sent keeps its text and can be sent or changed", async ({ page, site }) => {
  site.signIn();
  await page.goto("/levels/1");
  site.respond(createCommentRoute, OFFLINE);
  await write(page).fill("anyone here?");
  await send(page).click();
  const failed = withText(page, "anyone here?");
  await expect(failed).toContainText("Not sent.");
  await expect(page.getByRole("alert")).toContainText("Bopolis didn't answer.");
  await failed.getByRole("button", { name: "Change" }).click();
  await expect(write(page)).toHaveValue("anyone here?");
  await expect(write(page)).toBeFocused();
  await send(page).click();
  await expect(failed).toContainText("Not sent.");
  site.respond(
    createCommentRoute,
    errorResponse("forbidden", { message: "You can't comment on this profile." }),
  );
  await failed.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("alert")).toContainText("You can't comment on this profile.");
  // Retry can't help.
  await expect(failed.getByRole("button")).toHaveText(["Change"]);
  respondWith(site, []);
  await failed.getByRole("button", { name: "Change" }).click();
  await send(page).click();
  await expect(failed).toContainText("now");
  await expect(failed).toHaveCount(1);
});

test("a comment written while the list is loading is not lost", async ({ page, site }) => {
  site.signIn();
  const list = site.hold(commentListRoute, { ...pageOf([]), can_comment: true });
  const made = comment(100, "quicker than the list", "bobby", true);
  site.respond(createCommentRoute, () => {
    respondWith(site, [made]);
    return { comment: made };
  });
  await page.goto("/levels/1");
  await write(page).fill("quicker than the list");
  await send(page).click();
  await expect.poll(() => site.calls(createCommentRoute)).toHaveLength(1);
  list.release();
  await expect(withText(page, "quicker than the list")).toContainText("now");
  await expect(page.getByText("Sending…")).toHaveCount(0);
  await expect(withText(page, "quicker than the list")).toHaveCount(1);
  await expect(count(page)).toHaveText(/1/);
});
