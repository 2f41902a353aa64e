import { logoutRoute } from "#domain/auth/api.ts";
import {
  conversationListRoute,
  conversationSearchRoute,
  messageListRoute,
  readMessagesRoute,
  sendMessageRoute,
} from "#domain/conversations/api.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, OFFLINE, type Site } from "./support/site.ts";
import { test as base, describe, expect } from "./support/test.ts";

const BEN = { id: 8, username: "ben", url: "/users/ben" };
const CLEO = { id: 9, username: "cleo", url: "/users/cleo" };
const UNSENT = /^Sending$|^Waiting for a connection$/;
const REFUSED = "You can't message this person.";

const message = (n: number, body: string, sender_id = BEN.id) => ({ id: `7_8_${n}`, body, sender_id });

/** Conversations with Ben, who has written this, and with Cleo. Messages that are sent get the next numbers. */
function respondWith(site: Site, ...bodies: string[]): void {
  const messages = bodies.map((body, i) => message(i + 1, body)).reverse();
  const known = { data: messages, user: BEN, can_send: true, meta: { current_page: 1, last_page: 1 } };
  site.respond(messageListRoute, ({ params }) =>
    params.userId === "8" ? known : { user: CLEO, can_send: true },
  );
  site.respond(conversationListRoute, {
    data: [{ id: 8, user: BEN, can_send: true, latest_message: messages[0] ?? null }],
  });
  site.respond(readMessagesRoute, {});
  let count = messages.length;
  site.respond(sendMessageRoute, () => ({ id: `7_8_${++count}` }));
}

const test = base.extend<{ member: undefined }>({
  member: [
    async ({ site }, use) => {
      site.signIn({ id: 7, message_privacy_permission_id: 1 });
      respondWith(site, "hello");
      await use(undefined);
    },
    { auto: true },
  ],
});

const box = (page: Page) => page.getByRole("textbox", { name: "Message" });
const messages = (page: Page) => page.getByRole("list", { name: /^Messages with/ }).getByRole("listitem");
const bodies = (page: Page) => messages(page).locator("p[class*=body]");
const rows = (page: Page) =>
  page.getByRole("region", { name: "Conversations and search" }).getByRole("listitem");
const unread = (page: Page, count: number) =>
  expect(page.getByRole("link", { name: /^Chat(, \d+\+?)?$/ }).first()).toHaveAccessibleName(
    count ? `Chat, ${count}` : "Chat",
  );
const send = async (page: Page, text: string) => {
  await box(page).fill(text);
  await box(page).press("Enter");
};
const sentBodies = (site: Site) => site.inputs(sendMessageRoute).map((input) => input.body);

test("a stranger's first message rises to the top and counts until it is read", async ({ page, site }) => {
  site.unread = { messages: 1, notifications: 0 };
  await page.goto("/chat");
  await expect(rows(page)).toHaveCount(1);
  site.respond(conversationListRoute, {
    data: [
      {
        id: 9,
        user: CLEO,
        messages_unread_count: 2,
        latest_message: { body: "are you there?", sender_id: 9 },
      },
      { id: 8, user: BEN, messages_unread_count: 1 },
    ],
  });
  const stranger = { id: "7_9_1", body: "are you there?", sender_id: 9 };
  await page.receive({
    event: "NewMessage",
    user_id: 9,
    message: stranger,
    unread: 2,
    unread_messages: 3,
  });
  const first = rows(page).first();
  await expect(first).toContainText("cleo");
  await expect(first).toContainText("are you there?");
  await expect(first).toContainText("2 unread");
  await unread(page, 3);
  await expect(page).toHaveTitle(/^\(3\) .* · Bopolis$/);
  await page.receive({
    event: "ConversationRead",
    user_id: 9,
    read_id: "7_9_1",
    unread: 0,
    unread_messages: 1,
  });
  await unread(page, 1);
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(first).not.toContainText("unread");
  await expect(rows(page).nth(1)).toContainText("1 unread");
});

test("a message is shown as typed, markup too, and its links lead out safely", async ({ page, site }) => {
  const text = "<img src=x onerror=alert(1)>see <b>https://bopolis.example/a?b=1&c</b>, javascript:alert(1)";
  respondWith(site, text);
  await page.goto("/chat?with=8");
  await expect(bodies(page)).toHaveText([text]);
  const link = messages(page).getByRole("link");
  await expect(link).toHaveCount(1);
  await expect(link).toLinkTo("https://bopolis.example/a?b=1&c");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
  await expect(link).toHaveAttribute("target", "_blank");
});

test("the empty chat leads by keyboard to the search, and that to a conversation", async ({ page, site }) => {
  respondWith(site);
  site.respond(conversationListRoute, { data: [] });
  site.respond(conversationSearchRoute, ({ input }) => ({
    data: input.term === "ben" ? [{ ...BEN, can_send: true }] : [],
  }));
  await page.goto("/chat");
  await expect(
    page.getByText("You don't have any conversations. Click search to find a user to start one with."),
  ).toBeVisible();
  const tab = page
    .getByRole("navigation", { name: "Conversations and search" })
    .getByRole("link", { name: "Search" });
  await tab.press("Enter");
  await expect(page).toHaveURL("/chat?tab=search");
  const search = page.getByRole("searchbox", { name: "Search for people" });
  await search.pressSequentially("nobodyhasthisname");
  await expect(page.getByText("No results found")).toBeVisible();
  await search.fill("ben");
  await rows(page).getByRole("link", { name: "ben" }).press("Enter");
  await expect(page).toHaveURL("/chat?with=8");
  await expect(box(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Your message must at least be 1 character");
  await page.keyboard.type("two");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("lines");
  await page.keyboard.press("Enter");
  await expect(bodies(page)).toHaveText(["two lines"]);
  await expect(box(page)).toBeFocused();
  // Nothing can be sent on the search tab.
  await tab.click();
  await expect(box(page)).toBeDisabled();
});

test("a message is cut at 501 characters as people count; up to 500 are sent", async ({ page, site }) => {
  await page.goto("/chat?with=8");
  await box(page).fill("👩‍👩‍👧‍👦".repeat(510));
  await expect(page.getByText("501 / 500")).toBeVisible();
  await box(page).press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Message must be at most 500 characters.");
  expect(sentBodies(site)).toEqual([]);
  await send(page, "👩‍👩‍👧‍👦".repeat(500));
  await expect(messages(page)).toHaveCount(2);
});

test("a member sets in the chat itself who can message them", async ({ page, site }) => {
  site.respond(updateAccountRoute, {});
  await page.goto("/chat?with=8");
  // A box that takes the focus closes panels.
  await expect(box(page)).toBeFocused();
  await page.getByRole("button", { name: "Chat settings" }).click();
  await page.getByLabel("Who can message you").selectOption("No one");
  await expect.poll(() => site.inputs(updateAccountRoute)).toEqual([{ message_privacy_permission_id: 3 }]);
});

test("a member who can't be messaged can't be written to, until they can again", async ({ page, site }) => {
  await page.goto("/chat?with=8");
  await expect(box(page)).toBeEnabled();
  const change = async (can_send: boolean) => {
    site.respond(messageListRoute, { user: BEN, can_send });
    await page.receive({ event: "ContactChanged", user_id: 8, username: "ben" });
  };
  await change(false);
  await expect(page.getByPlaceholder(REFUSED)).toBeDisabled();
  await change(true);
  await expect(box(page)).toBeEnabled();
});

test("an unsent text outlives a reload and other conversations, not signing out", async ({ page, site }) => {
  await page.goto("/chat?with=8");
  await box(page).fill("half a thought");
  await page.reload();
  await expect(box(page)).toHaveValue("half a thought");
  await page.goto("/chat?with=9");
  await expect(box(page)).toBeEnabled();
  await expect(box(page)).toHaveValue("");
  await page.goto("/chat?with=8");
  await expect(box(page)).toHaveValue("half a thought");
  // It shows the text before the conversation is there.
  await expect(box(page)).toBeEnabled();
  await box(page).press("Enter");
  await expect(bodies(page)).toHaveText(["hello", "half a thought"]);
  await expect(box(page)).toHaveValue("");

  await box(page).fill("for no one else's eyes");
  site.respond(logoutRoute, {});
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect.poll(() => JSON.stringify({ ...localStorage })).not.toContain("eyes");
});

test("Enter sends once while held, and nothing when it confirms an input method", async ({ page, site }) => {
  await page.goto("/chat?with=8");
  await box(page).fill("にほん");
  // Safari has ended the composition by then.
  const confirm = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(Object.defineProperty(confirm, "keyCode", { value: 229 }));
  await expect(box(page)).toHaveValue("にほん");
  for (let i = 0; i < 4; i++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(bodies(page)).toHaveText(["hello", "にほん"]);
  await expect(box(page)).toHaveValue("");
  await expect(page.getByRole("alert")).toHaveText("");
  expect(sentBodies(site)).toEqual(["にほん"]);
});

describe("a message that isn't sent", () => {
  test("stays over a reload and is sent then", async ({ page, site }) => {
    site.respond(sendMessageRoute, OFFLINE);
    await page.goto("/chat?with=8");
    await send(page, "waiting");
    await expect(messages(page).getByLabel(UNSENT)).toBeVisible();
    site.respond(sendMessageRoute, { id: "7_8_2" });
    await page.reload();
    await expect(bodies(page)).toHaveText(["hello", "waiting"]);
    await expect(messages(page).getByLabel(UNSENT)).toHaveCount(0);
  });

  test("because it is rejected says why and has Retry and Delete", async ({ page, site }) => {
    site.respond(sendMessageRoute, errorResponse("contact_refused"));
    await page.goto("/chat?with=8");
    await send(page, "lost");
    await send(page, "dear");
    await expect(messages(page).getByRole("img", { name: REFUSED })).toHaveCount(2);
    await expect(page.getByRole("alert").filter({ hasText: REFUSED })).toBeVisible();
    await messages(page).nth(1).getByRole("button", { name: "Delete" }).click();
    await expect(bodies(page)).toHaveText(["hello", "dear"]);
    site.respond(sendMessageRoute, { id: "7_8_2" });
    await messages(page).nth(1).getByRole("button", { name: "Retry" }).click();
    await expect(messages(page).getByRole("button", { name: "Retry" })).toHaveCount(0);
    await expect(page.getByRole("alert").filter({ hasText: REFUSED })).toHaveCount(0);
    await expect(bodies(page)).toHaveText(["hello", "dear"]);
  });
});
