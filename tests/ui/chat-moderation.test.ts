import { deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import {
  conversationListRoute,
  deleteMessageRoute,
  messageListRoute,
  readMessagesRoute,
} from "#domain/conversations/api.ts";
import type { Page } from "./support/page.ts";
import { pageOf, type Site } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

const BEN = { id: 8, username: "ben", url: "/users/ben" };
const ANNA = { id: 7, username: "anna", url: "/users/anna" };
const message = (n: number, body: string, sender_id = BEN.id) => ({ id: `7_8_${n}`, body, sender_id });

function respondWith(site: Site, block = false, ...messages: ReturnType<typeof message>[]): void {
  const state = { user: BEN, block, can_send: !block };
  site.respond(messageListRoute, ({ input }) => ({
    ...pageOf(messages.toReversed()),
    ...state,
    as: input.as ? ANNA : null,
  }));
  site.respond(conversationListRoute, ({ input }) => ({
    data: [{ id: 8, ...state, latest_message: messages.at(-1) ?? null }],
    as: input.as ? ANNA : null,
  }));
}

const shown = (page: Page) => page.getByRole("list", { name: /^Messages with/ }).getByRole("listitem");
const box = (page: Page) => page.getByRole("textbox", { name: "Message" });
const row = (page: Page) =>
  page.getByRole("region", { name: "Conversations and search" }).getByRole("link", { name: "ben" });
const scrub = async (page: Page, text: string) => {
  const found = shown(page).filter({ hasText: text });
  await found.hover();
  await found.getByRole("button", { name: "More about this message" }).click();
  await page.getByRole("menuitem", { name: "Scrub" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Scrub" }).click();
};

test.beforeEach(({ site }) => {
  site.signIn({ id: 7, username: "anna" });
  site.respond(readMessagesRoute, {});
  respondWith(site, false, message(1, "you again"));
});

test("a user who is blocked, here or there, can't be messaged until unblocked", async ({ page, site }) => {
  const change = async (block: boolean) => {
    respondWith(site, block, message(1, "you again"));
    await page.receive({ event: "ContactChanged", user_id: 8, username: "ben", block });
  };
  site.respond(toggleBlockRoute, { blocked: true });
  site.respond(deleteBlockRoute, { blocked: false });
  await page.goto("/chat?with=8");
  await expect(box(page)).toBeEnabled();
  const choose = async (action: string) => {
    await page.getByRole("button", { name: "More about ben" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Block");
  const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Block" });
  await expect(confirm).toBeEnabled();
  await confirm.click();
  await expect.poll(() => site.calls(toggleBlockRoute).length).toBe(1);
  await change(true);
  await expect(page.getByPlaceholder("This user is blocked")).toBeDisabled();
  await expect(row(page).getByRole("img", { name: "This user is blocked" })).toBeVisible();
  await choose("Unblock");
  await expect.poll(() => site.calls(deleteBlockRoute).length).toBe(1);
  await change(false);
  await expect(box(page)).toBeEnabled();
});

test("a message is scrubbed by staff and removed for everyone at once", async ({ page, site }) => {
  await page.goto("/chat?with=8");
  await expect(shown(page)).toContainText("you again");
  await shown(page).hover();
  await shown(page).getByRole("button", { name: "More about this message" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Report"]);
  await page.keyboard.press("Escape");
  const event = {
    event: "MessageDeleted",
    user_id: 8,
    id: "7_8_1",
    unread: 0,
    unread_messages: 0,
  } as const;
  await page.receive(event);
  await expect(shown(page)).toContainText("Message removed");
  site.signIn({ id: 7, username: "anna", role: "admin" });
  site.respond(deleteMessageRoute, {});
  await page.goto("/chat?with=8");
  await scrub(page, "you again");
  await page.receive(event);
  await expect(shown(page)).toContainText("Message removed");
  await expect(row(page)).toContainText("Message removed");
});

test("a moderator reads a reported conversation for a reason, and can only scrub", async ({ page, site }) => {
  site.signIn({ id: 1, username: "moderator", role: "moderator" });
  respondWith(site, false, message(1, "the reported words"), message(2, "an answer", ANNA.id));
  site.respond(deleteMessageRoute, () => {
    respondWith(site, false, { ...message(1, ""), deleted: true } as never, message(2, "an answer", ANNA.id));
    return {};
  });
  await page.goto("/chat?as=7&with=8&message=7_8_1");
  await page.getByRole("button", { name: "View chat" }).click();
  await expect(page.getByText("Enter a reason for viewing this chat.")).toBeVisible();
  await page.getByRole("textbox", { name: "Reason for viewing" }).fill("A reported message");
  await page.getByRole("button", { name: "View chat" }).click();
  await expect(page.getByText("You're viewing anna's chat as a moderator.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Search" })).toHaveCount(0);
  await expect(page.getByPlaceholder(/^Read-only view/)).toBeDisabled();
  await expect(row(page)).toContainText("anna: an answer");
  await expect(row(page)).not.toContainText("You");
  expect(site.inputs(messageListRoute).at(-1)).toMatchObject({ as: 7, reason: "A reported message" });
  await scrub(page, "the reported words");
  await expect(shown(page).first()).toContainText("Message removed");
  // Viewing the chat has marked nothing as read for her.
  expect(site.calls(readMessagesRoute)).toEqual([]);
});
