import {
  conversationRow,
  expectAllSent,
  expectMessages,
  expectUnread,
  messageBox,
  openLiveChat,
  shownBodies,
  shownMessages,
  testChat as test,
  typeMessages,
} from "./chat-member.ts";
import { delayCalls } from "./delay-calls.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { expect, NIGHTLY } from "./test.ts";

test("a stranger's first message rises to the top, counts in every tab and is read in all of them at once", async ({
  chatMember,
}) => {
  const [me, friend, stranger] = [await chatMember(), await chatMember(), await chatMember()];
  await friend.send(me, "an old friend");
  const chat = await openLiveChat(me);
  const other = await openLiveChat(me, "/levels");
  await expectUnread(chat, 1);
  await expectUnread(other, 1);

  await stranger.send(me, "hello you");
  await stranger.send(me, "are you there?");
  const list = chat.getByRole("region", { name: "Conversations and search" }).getByRole("listitem");
  await expect(list.first()).toContainText(stranger.username);
  await expect(list.first()).toContainText("are you there?");
  await expect(list.first()).toContainText("2 unread");
  for (const page of [chat, other]) {
    await expectUnread(page, 3);
    await expect(page).toHaveTitle(/^\(3\) .* · Bopolis$/);
  }

  await conversationRow(chat, stranger).click();
  await expectMessages(chat, "hello you", "are you there?");
  for (const page of [chat, other]) {
    await expectUnread(page, 1);
    await expect(page).toHaveTitle(/^\(1\) /);
  }
  await expect(list.first()).not.toContainText("unread");
  await expect(conversationRow(chat, friend)).toContainText("1 unread");
});

test("two members chat live: the messages, the typing and the seen mark", async ({ chatMember }) => {
  const [anna, ben] = [await chatMember(), await chatMember()];
  const a = await openLiveChat(anna, `/chat?user=${ben.username}`);
  await expect(a).toHaveURL(`/chat?with=${ben.id}`);
  await expect(a.getByText(`Say hello to ${ben.username}`)).toBeVisible();
  await typeMessages(a, "hi Ben :star:");
  await expect(shownMessages(a)).toHaveCount(1);

  const b = await openLiveChat(ben, `/chat?with=${anna.id}`);
  await expectMessages(b, "hi Ben ");
  await expect(shownMessages(b).getByRole("img", { name: ":star:" })).toBeVisible();
  await expect(shownMessages(a).last()).toContainText("Seen");

  await messageBox(b).pressSequentially("hey");
  await expect(a.getByRole("status").filter({ hasText: `${ben.username} is typing…` })).toBeVisible();
  await messageBox(b).press("Enter");
  await expectMessages(a, "hi Ben ", "hey");
  await expect(a.getByText("is typing…")).toHaveCount(0);
  await typeMessages(a, "one", "two", "three");
  for (const page of [a, b]) await expectMessages(page, "hi Ben ", "hey", "one", "two", "three");
  await expect(shownMessages(a).last()).toContainText("Seen");
  await expect(shownMessages(a).filter({ hasText: "Seen" })).toHaveCount(1);
  await expectUnread(b, 0);
});

test("older messages load above without moving what is being read", async ({ chatMember }) => {
  const [anna, ben] = [await chatMember(), await chatMember()];
  for (let i = 0; i < 130; i++) await ben.send(anna, `number ${i}`);
  const page = await anna.open(`/chat?with=${ben.id}`);
  await expect(shownMessages(page)).toHaveCount(50);
  await expect(shownMessages(page).last()).toBeInViewport();
  const anchor = shownMessages(page)
    .filter({ hasText: /^number 82$|number 82\b/ })
    .first();
  await anchor.scrollIntoViewIfNeeded();
  await expect.poll(() => shownMessages(page).count()).toBeGreaterThan(50);
  await expect(anchor).toBeInViewport();
  // A message comes in meanwhile: the position stays, and a button leads down.
  const before = await anchor.boundingBox();
  await ben.send(anna, "and another");
  await expect(page.getByRole("button", { name: /^Show newest/ })).toHaveAccessibleName("Show newest, 1");
  expect((await anchor.boundingBox())?.y).toBe(before?.y);
  await page.getByRole("button", { name: /^Show newest/ }).click();
  await expect(shownMessages(page).last()).toContainText("and another");
  await expect(shownMessages(page).last()).toBeInViewport();
  await expect
    .poll(async () => {
      await shownMessages(page).first().scrollIntoViewIfNeeded();
      return shownBodies(page);
    })
    .toHaveLength(131);
  await expect(page.getByRole("button", { name: "Show older" })).toHaveCount(0);
});

test("a message is shown as typed, markup included, and its links lead outside safely", async ({
  chatMember,
}) => {
  const [anna, ben] = [await chatMember(), await chatMember()];
  const text = "<img src=x onerror=alert(1)>see <b>https://bopolis.example/a?b=1&c</b>, javascript:alert(1)";
  await ben.send(anna, text);
  const page = await anna.open(`/chat?with=${ben.id}`);
  await expectMessages(page, text);
  const link = shownMessages(page).getByRole("link");
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute("href", "https://bopolis.example/a?b=1&c");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
  await expect(link).toHaveAttribute("target", "_blank");
});

test(
  "the empty chat leads to the search, and the search to a conversation, by keyboard alone",
  NIGHTLY,
  async ({ chatMember }) => {
    const [anna, ben] = [await chatMember(), await chatMember()];
    const page = await anna.open();
    await expect(
      page.getByText("You don't have any conversations. Click search to find a user to start one with."),
    ).toBeVisible();
    const tab = page
      .getByRole("navigation", { name: "Conversations and search" })
      .getByRole("link", { name: "Search" });
    await tab.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/chat?tab=search");
    const search = page.getByRole("searchbox", { name: "Search for people" });
    await search.focus();
    await page.keyboard.type("nobodyhasthisname");
    await expect(page.getByText("No results found")).toBeVisible();
    await search.fill(ben.username);
    await expect(conversationRow(page, ben)).toBeVisible();
    await conversationRow(page, ben).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/chat?with=${ben.id}`);
    await expect(messageBox(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Your message must at least be 1 character");
    await page.keyboard.type("two");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("lines");
    await page.keyboard.press("Enter");
    await expectMessages(page, "two\nlines");
    await expect(messageBox(page)).toBeFocused();
    // Nothing can be sent on the search tab.
    await tab.click();
    await expect(messageBox(page)).toBeDisabled();
  },
);

test(
  "a message is cut at 501 characters as people count them, and is not sent with more than 500",
  NIGHTLY,
  async ({ chatMember }) => {
    const [anna, ben] = [await chatMember(), await chatMember()];
    const page = await anna.open(`/chat?with=${ben.id}`);
    await messageBox(page).fill("👩‍👩‍👧‍👦".repeat(510));
    await expect(page.getByText("501 / 500")).toBeVisible();
    await messageBox(page).press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Message must be at most 500 characters.");
    await messageBox(page).fill("👩‍👩‍👧‍👦".repeat(500));
    await messageBox(page).press("Enter");
    await expect(shownMessages(page)).toHaveCount(1);
    await expectAllSent(page);
  },
);

test("a member sets in the chat itself who can message them", async ({ chatMember }) => {
  const [anna, ben] = [await chatMember(), await chatMember()];
  await ben.send(anna, "hello");
  const a = await openLiveChat(anna, `/chat?with=${ben.id}`);
  const b = await openLiveChat(ben, `/chat?with=${anna.id}`);
  await expect(messageBox(b)).toBeEnabled();
  await a.getByRole("button", { name: "Chat settings" }).click();
  await a.getByLabel("Who can message you").selectOption("No one");
  await expect(b.getByPlaceholder("You can't message this person.")).toBeDisabled();
  await a.getByLabel("Who can message you").selectOption("Everyone");
  await expect(messageBox(b)).toBeEnabled();
});

test("a visitor is sent to sign in, with the chat as the next page", async ({ page }) => {
  await page.goto("/chat?with=3");
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent("/chat?with=3")}`);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("the list and the conversation each have the whole screen, with a way back", async ({
    chatMember,
    browser,
    complaints,
  }) => {
    const [anna, ben] = [await chatMember(), await chatMember()];
    await ben.send(anna, `look: https://bopolis.example/${"long".repeat(40)}`);
    const context = await browser.newContext({
      storageState: await anna.api.request.storageState(),
      viewport: { width: 390, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    await complaints.watch(context);
    await delayCalls(context);
    const page = await context.newPage();
    await page.goto("/chat");
    await expectFits(page);
    await expect(messageBox(page)).toHaveCount(0);
    await conversationRow(page, ben).tap();
    await expect(conversationRow(page, ben)).toBeHidden();
    await expectFits(page);
    await expect(messageBox(page)).toBeInViewport({ ratio: 1 });
    await typeMessages(page, "hello from the bus");
    await expect(shownMessages(page)).toHaveCount(2);
    await page.getByRole("link", { name: "Back to conversations" }).tap();
    await expect(conversationRow(page, ben)).toContainText("You: hello from the bus");
    await expect(messageBox(page)).toHaveCount(0);
    await context.close();
  });
});

test("the list, the conversation and the search are accessible", NIGHTLY, async ({ chatMember }) => {
  test.slow();
  const [anna, ben] = [await chatMember(), await chatMember()];
  await ben.send(anna, "hello :star: https://bopolis.example");
  await anna.send(ben, "hi");
  const page = await anna.open(`/chat?with=${ben.id}`);
  await expect(shownMessages(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.goto(`/chat?tab=search&term=${ben.username}`);
  await expect(conversationRow(page, ben)).toBeVisible();
  await expectAccessible(page);
});
