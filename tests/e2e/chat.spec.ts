import type { Browser, Page } from "@playwright/test";
import type { Api } from "./api.ts";
import type { Complaints } from "./complaints.ts";
import { test as base, expect, NIGHTLY, type Person } from "./fixtures.ts";
import { expectAccessible, expectFits } from "./look.ts";

/** Somebody with an account of their own, their API and as many windows as they like. */
interface Chatter extends Person {
  id: number;
  api: Api;
  open: (path?: string) => Promise<Page>;
  /** Says something without a window; answers the message's id. */
  say: (to: Chatter, body: string) => Promise<string>;
}

interface Fixtures {
  chatter: (username?: string) => Promise<Chatter>;
}

async function makeChatter(
  browser: Browser,
  complaints: Complaints,
  api: Api & { person: Person },
): Promise<Chatter> {
  const { user } = await api.get<{ user: { id: number } }>("/api/session");
  const context = await browser.newContext({ storageState: await api.request.storageState() });
  await complaints.watch(context);
  return {
    ...api.person,
    id: user.id,
    api,
    async open(path = "/chat") {
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
    say: async (to, body) => (await api.post<{ id: string }>(`/api/messages/send/${to.id}`, { body })).id,
  };
}

const test = base.extend<Fixtures>({
  chatter: async ({ browser, complaints, somebody }, use) => {
    await use(async (username) => makeChatter(browser, complaints, await somebody(username)));
  },
});

const box = (page: Page) => page.getByRole("textbox", { name: "Message" });
const messages = (page: Page) => page.getByRole("list", { name: /^Messages with/ }).getByRole("listitem");
const row = (page: Page, { username }: Person) =>
  page.getByRole("region", { name: "Conversations and search" }).getByRole("link", { name: username });
/** The way to the chat in the bar above, which tells how much is unread. */
const badge = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Chat/ });

/** What the messages say, in the order they stand in. */
const said = (page: Page) => messages(page).locator("p[class*=body], p[class*=removed]").allInnerTexts();
const expectSaid = (page: Page, ...bodies: string[]) => expect.poll(() => said(page)).toEqual(bodies);
/** The site has confirmed all of it. */
const expectSent = (page: Page) =>
  expect(messages(page).getByLabel(/^Sending$|^Waiting for a connection$/)).toHaveCount(0);
const unreadOf = (page: Page, count: number) =>
  expect(badge(page)).toHaveAccessibleName(count ? `Chat, ${count}` : "Chat");

async function write(page: Page, ...bodies: string[]): Promise<void> {
  for (const body of bodies) {
    await box(page).fill(body);
    await box(page).press("Enter");
  }
}

/** A window hears from now on: the socket is open once its user is seen online. */
const listen = (page: Page) =>
  page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));

async function openListening(who: Chatter, path?: string): Promise<Page> {
  const page = await who.open("about:blank");
  const heard = listen(page);
  await page.goto(path ?? "/chat");
  await heard;
  return page;
}

test("a stranger's first message rises to the top, counts in every tab, and is read in all of them at once", async ({
  chatter,
}) => {
  const [me, friend, stranger] = [await chatter(), await chatter(), await chatter()];
  await friend.say(me, "an old friend");
  const chat = await openListening(me);
  const other = await openListening(me, "/levels");
  await unreadOf(chat, 1);
  await unreadOf(other, 1);

  await stranger.say(me, "hello you");
  await stranger.say(me, "are you there?");
  const list = chat.getByRole("region", { name: "Conversations and search" }).getByRole("listitem");
  await expect(list.first()).toContainText(stranger.username);
  await expect(list.first()).toContainText("are you there?");
  await expect(list.first()).toContainText("2 unread");
  for (const page of [chat, other]) {
    await unreadOf(page, 3);
    await expect(page).toHaveTitle(/^\(3\) .* · Bopolis$/);
  }

  await row(chat, stranger).click();
  await expectSaid(chat, "hello you", "are you there?");
  for (const page of [chat, other]) {
    await unreadOf(page, 1);
    await expect(page).toHaveTitle(/^\(1\) /);
  }
  await expect(list.first()).not.toContainText("unread");
  await expect(row(chat, friend)).toContainText("1 unread");
});

test("two people speak live: the messages, who types, and what was seen", async ({ chatter }) => {
  const [anna, ben] = [await chatter(), await chatter()];
  const a = await openListening(anna, `/chat?user=${ben.username}`);
  await expect(a).toHaveURL(`/chat?with=${ben.id}`);
  await expect(a.getByText(`Say hello to ${ben.username}`)).toBeVisible();
  await write(a, "hi Ben :star:");
  await expect(messages(a)).toHaveCount(1);

  const b = await openListening(ben, `/chat?with=${anna.id}`);
  await expectSaid(b, "hi Ben ");
  await expect(messages(b).getByRole("img", { name: ":star:" })).toBeVisible();
  await expect(messages(a).last()).toContainText("Seen");

  await box(b).pressSequentially("hey");
  await expect(a.getByRole("status").filter({ hasText: `${ben.username} is typing…` })).toBeVisible();
  await box(b).press("Enter");
  await expectSaid(a, "hi Ben ", "hey");
  await expect(a.getByText("is typing…")).toHaveCount(0);
  await write(a, "one", "two", "three");
  for (const page of [a, b]) await expectSaid(page, "hi Ben ", "hey", "one", "two", "three");
  await expect(messages(a).last()).toContainText("Seen");
  await expect(messages(a).filter({ hasText: "Seen" })).toHaveCount(1);
  await unreadOf(b, 0);
});

test("what is written while the connection is away goes out on return, in the same order for both, without gap or double", async ({
  chatter,
  complaints,
}) => {
  test.slow();
  complaints.allow(/ERR_INTERNET_DISCONNECTED/);
  const [anna, ben] = [await chatter(), await chatter()];
  await anna.say(ben, "first");
  const a = [
    await openListening(anna, `/chat?with=${ben.id}`),
    await openListening(anna, "/levels"),
  ] as const;
  const b = [await openListening(ben, `/chat?with=${anna.id}`), await openListening(ben, "/levels")] as const;
  await expectSaid(b[0], "first");

  await a[0].context().setOffline(true);
  await expect(a[0].getByText("Reconnecting…")).toBeVisible({ timeout: 20_000 });
  await write(a[0], "a1", "a2");
  await expect(messages(a[0]).last().getByLabel("Waiting for a connection")).toBeVisible();
  await write(b[0], "b1", "b2", "b3");
  await expectSaid(b[0], "first", "b1", "b2", "b3");
  await expectSent(b[0]);
  await expectSaid(a[0], "first", "a1", "a2");

  await a[0].context().setOffline(false);
  for (const page of [a[0], b[0]]) await expectSaid(page, "first", "b1", "b2", "b3", "a1", "a2");
  await expectSent(a[0]);
  await expect(a[0].getByText("Reconnecting…")).toHaveCount(0);
  for (const page of [...a, ...b]) await unreadOf(page, 0);
  // What a tab without the chat counts: nobody reads there.
  await b[0].goto("/ratings");
  await write(a[0], "a3", "a4");
  for (const page of b) await unreadOf(page, 2);
  for (const page of a) await unreadOf(page, 0);
  await b[0].goto(`/chat?with=${anna.id}`);
  await expectSaid(b[0], "first", "b1", "b2", "b3", "a1", "a2", "a3", "a4");
  for (const page of b) await unreadOf(page, 0);
});

test(
  "a socket given up while it is being opened is ended once it is, without complaint, and the next one hears",
  NIGHTLY,
  async ({ chatter }) => {
    const [anna, ben] = [await chatter(), await chatter()];
    const page = await ben.open("about:blank");
    await page.addInitScript(() => {
      const sockets: WebSocket[] = [];
      class Watched extends WebSocket {
        constructor(...given: ConstructorParameters<typeof WebSocket>) {
          super(...given);
          // The network changes in the middle of it.
          if (sockets.push(this) === 1) queueMicrotask(() => dispatchEvent(new Event("online")));
        }
      }
      Object.assign(globalThis, { WebSocket: Watched, sockets });
    });
    await page.goto("/levels");
    const states = () =>
      page.evaluate(() =>
        (globalThis as unknown as { sockets: WebSocket[] }).sockets.map((socket) => socket.readyState),
      );
    await expect.poll(states).toEqual([WebSocket.CLOSED, WebSocket.OPEN]);
    await anna.say(ben, "heard?");
    await unreadOf(page, 1);
  },
);

test("what waits outlives the page", NIGHTLY, async ({ chatter, complaints }) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED/);
  const [anna, ben] = [await chatter(), await chatter()];
  const page = await openListening(anna, `/chat?with=${ben.id}`);
  await expect(box(page)).toBeEnabled();
  await page.context().setOffline(true);
  await write(page, "kept");
  await expect(messages(page)).toHaveCount(1);
  await page.context().setOffline(false);
  await page.reload();
  await expectSaid(page, "kept");
  await expect
    .poll(
      async () =>
        (await ben.api.get<{ data: { body: string }[] }>(`/api/messages/from/${anna.id}`)).data.length,
    )
    .toBe(1);
  await expectSaid(page, "kept");
});

test("a refused message says why and stays with Retry and Delete", async ({ chatter, complaints }) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED/);
  complaints.expect(/^403 POST .*\/api\/messages\/send\//);
  const [anna, ben] = [await chatter(), await chatter()];
  await anna.say(ben, "hello");
  const page = await openListening(anna, `/chat?with=${ben.id}`);
  await expectSaid(page, "hello");
  await page.context().setOffline(true);
  await write(page, "lost", "dear");
  await ben.api.post(`/api/block/${anna.username}/toggle`);
  await page.context().setOffline(false);

  const refusal = "This person does not take messages from you.";
  await expect(messages(page).getByRole("img", { name: refusal })).toHaveCount(2);
  await expect(page.getByRole("alert").filter({ hasText: refusal })).toBeVisible();
  await expect(page.getByPlaceholder(refusal)).toBeDisabled();
  await expect(page.getByPlaceholder("This user is blocked")).toHaveCount(0);

  await messages(page).nth(1).getByRole("button", { name: "Delete" }).click();
  await expectSaid(page, "hello", "dear");
  await ben.api.post(`/api/block/${anna.username}/toggle`);
  await messages(page).nth(1).getByRole("button", { name: "Retry" }).click();
  await expect(messages(page).getByRole("button", { name: "Retry" })).toHaveCount(0);
  await expect(page.getByRole("alert").filter({ hasText: refusal })).toHaveCount(0);
  await expect(box(page)).toBeEnabled();
  await expectSaid(page, "hello", "dear");
});

test("who is blocked in the middle of it can't be written to, in any tab, until they are unblocked", async ({
  chatter,
}) => {
  const [anna, ben] = [await chatter(), await chatter()];
  await ben.say(anna, "you again");
  const path = `/chat?with=${ben.id}`;
  const [one, two] = [await openListening(anna, path), await openListening(anna, path)];
  await expect(box(two)).toBeEnabled();
  await one.getByRole("button", { name: `More about ${ben.username}` }).click();
  await one.getByRole("menuitem", { name: "Block" }).click();
  await one.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
  for (const page of [one, two]) {
    await expect(page.getByPlaceholder("This user is blocked")).toBeDisabled();
    await expect(row(page, ben).getByRole("img", { name: "This user is blocked" })).toBeVisible();
  }
  await one.getByRole("button", { name: `More about ${ben.username}` }).click();
  await one.getByRole("menuitem", { name: "Unblock" }).click();
  for (const page of [one, two]) await expect(box(page)).toBeEnabled();
  await write(two, "peace?");
  await expectSaid(one, "you again", "peace?");
});

test("a scrubbed message is removed for both, at once", async ({ chatter }) => {
  const [admin, ben] = [await chatter("admin"), await chatter()];
  await ben.say(admin, "something awful");
  const a = await openListening(admin, `/chat?with=${ben.id}`);
  const b = await openListening(ben, `/chat?with=${admin.id}`);
  await expectSaid(b, "something awful");
  await messages(a).first().hover();
  await messages(a).first().getByRole("button", { name: "More about this message" }).click();
  await a.getByRole("menuitem", { name: "Scrub" }).click();
  await a.getByRole("alertdialog").getByRole("button", { name: "Scrub" }).click();
  for (const page of [a, b]) await expectSaid(page, "Message removed");
  await expect(row(b, admin)).toContainText("Message removed");
  // A member has no such act.
  await ben.say(admin, "again");
  await expectSaid(b, "Message removed", "again");
  await expect(messages(b).getByRole("button", { name: "More about this message" })).toHaveCount(0);
});

test(
  "a moderator reads a reported conversation as one of the two, and can do no more than scrub",
  NIGHTLY,
  async ({ chatter, openBrowser }) => {
    const [anna, ben] = [await chatter(), await chatter()];
    const reported = await ben.say(anna, "the reported words");
    for (let i = 0; i < 120; i++) await ben.say(anna, `later ${i}`);
    await anna.api.post(`/api/report/message/${reported}`, { reason: "other", details: "look" });
    const page = await openBrowser("moderator");
    await page.goto(`/chat?as=${anna.id}&with=${ben.id}&message=${reported}`);
    await page.getByRole("button", { name: "Look at the chat" }).click();
    await expect(page.getByText("Say why you look at this chat.")).toBeVisible();
    await page.getByRole("textbox", { name: "Why do you look?" }).fill("A reported message");
    await page.getByRole("button", { name: "Look at the chat" }).click();
    await expect(page.getByText(`You are looking at ${anna.username}'s chat as a moderator.`)).toBeVisible();
    await expect(page.getByRole("link", { name: "Search" })).toHaveCount(0);
    await expect(page.getByPlaceholder(/^You are only looking/)).toBeDisabled();
    await expect(messages(page).last()).toContainText("later 119");

    await page.getByRole("button", { name: "Jump to reported content" }).click();
    const message = messages(page).filter({ hasText: "the reported words" });
    await expect(message).toBeInViewport();
    await message.hover();
    await message.getByRole("button", { name: "More about this message" }).click();
    await page.getByRole("menuitem", { name: "Scrub" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Scrub" }).click();
    await expect(messages(page).first()).toContainText("Message removed");
    // Looking has read nothing for her.
    const { unread_count } = await anna.api.get<{ unread_count: number }>("/api/conversations");
    expect(unread_count).toBe(120);
  },
);

test("older messages come in above without moving what is read", async ({ chatter }) => {
  const [anna, ben] = [await chatter(), await chatter()];
  for (let i = 0; i < 130; i++) await ben.say(anna, `number ${i}`);
  const page = await anna.open(`/chat?with=${ben.id}`);
  await expect(messages(page)).toHaveCount(50);
  await expect(messages(page).last()).toBeInViewport();
  const anchor = messages(page)
    .filter({ hasText: /^number 82$|number 82\b/ })
    .first();
  await anchor.scrollIntoViewIfNeeded();
  await expect.poll(() => messages(page).count()).toBeGreaterThan(50);
  await expect(anchor).toBeInViewport();
  // Somebody writes meanwhile: the place stays, a button leads down.
  const before = await anchor.boundingBox();
  await ben.say(anna, "and another");
  await expect(page.getByRole("button", { name: /^Show the newest/ })).toHaveAccessibleName(
    "Show the newest, 1",
  );
  expect((await anchor.boundingBox())?.y).toBe(before?.y);
  await page.getByRole("button", { name: /^Show the newest/ }).click();
  await expect(messages(page).last()).toContainText("and another");
  await expect(messages(page).last()).toBeInViewport();
  await expect
    .poll(async () => {
      await messages(page).first().scrollIntoViewIfNeeded();
      return said(page);
    })
    .toHaveLength(131);
  await expect(page.getByRole("button", { name: "Show older" })).toHaveCount(0);
});

test("a message is shown as typed, markup included, and its links lead outside safely", async ({
  chatter,
}) => {
  const [anna, ben] = [await chatter(), await chatter()];
  const text = "<img src=x onerror=alert(1)>see <b>https://bopolis.example/a?b=1&c</b>, javascript:alert(1)";
  await ben.say(anna, text);
  const page = await anna.open(`/chat?with=${ben.id}`);
  await expectSaid(page, text);
  const link = messages(page).getByRole("link");
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute("href", "https://bopolis.example/a?b=1&c");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
  await expect(link).toHaveAttribute("target", "_blank");
});

test(
  "the empty chat leads to the search, and the search to a conversation, by keyboard alone",
  NIGHTLY,
  async ({ chatter }) => {
    const [anna, ben] = [await chatter(), await chatter()];
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
    await expect(row(page, ben)).toBeVisible();
    await row(page, ben).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/chat?with=${ben.id}`);
    await expect(box(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Your message must at least be 1 character");
    await page.keyboard.type("two");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("lines");
    await page.keyboard.press("Enter");
    await expectSaid(page, "two\nlines");
    await expect(box(page)).toBeFocused();
    // On the search tab nothing can be sent.
    await tab.click();
    await expect(box(page)).toBeDisabled();
  },
);

test(
  "a message ends at 501 characters as people count them, and is not sent with more than 500",
  NIGHTLY,
  async ({ chatter }) => {
    const [anna, ben] = [await chatter(), await chatter()];
    const page = await anna.open(`/chat?with=${ben.id}`);
    await box(page).fill("👩‍👩‍👧‍👦".repeat(510));
    await expect(page.getByText("501 / 500")).toBeVisible();
    await box(page).press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Message must be at most 500 characters.");
    await box(page).fill("👩‍👩‍👧‍👦".repeat(500));
    await box(page).press("Enter");
    await expect(messages(page)).toHaveCount(1);
    await expectSent(page);
  },
);

test("who can message somebody is set in the chat itself", async ({ chatter }) => {
  const [anna, ben] = [await chatter(), await chatter()];
  await ben.say(anna, "hello");
  const a = await openListening(anna, `/chat?with=${ben.id}`);
  const b = await openListening(ben, `/chat?with=${anna.id}`);
  await expect(box(b)).toBeEnabled();
  await a.getByRole("button", { name: "Chat settings" }).click();
  await a.getByLabel("Who can message you").selectOption("No one");
  await expect(b.getByPlaceholder("This person does not take messages from you.")).toBeDisabled();
  await a.getByLabel("Who can message you").selectOption("Everyone");
  await expect(box(b)).toBeEnabled();
});

test("a visitor is asked to sign in, and comes back to the chat", async ({ page }) => {
  await page.goto("/chat?with=3");
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent("/chat?with=3")}`);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("the list and the conversation each have the screen, and a way back", async ({
    chatter,
    browser,
    complaints,
  }) => {
    const [anna, ben] = [await chatter(), await chatter()];
    await ben.say(anna, `look: https://bopolis.example/${"long".repeat(40)}`);
    const context = await browser.newContext({
      storageState: await anna.api.request.storageState(),
      viewport: { width: 390, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    await complaints.watch(context);
    const page = await context.newPage();
    await page.goto("/chat");
    await expectFits(page);
    await expect(box(page)).toHaveCount(0);
    await row(page, ben).tap();
    await expect(row(page, ben)).toBeHidden();
    await expectFits(page);
    await expect(box(page)).toBeInViewport({ ratio: 1 });
    await write(page, "hello from the bus");
    await expect(messages(page)).toHaveCount(2);
    await page.getByRole("link", { name: "Back to the conversations" }).tap();
    await expect(row(page, ben)).toContainText("You: hello from the bus");
    await expect(box(page)).toHaveCount(0);
    await context.close();
  });
});

test("list, conversation and search are accessible", NIGHTLY, async ({ chatter }) => {
  test.slow();
  const [anna, ben] = [await chatter(), await chatter()];
  await ben.say(anna, "hello :star: https://bopolis.example");
  await anna.say(ben, "hi");
  const page = await anna.open(`/chat?with=${ben.id}`);
  await expect(messages(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.goto(`/chat?tab=search&term=${ben.username}`);
  await expect(row(page, ben)).toBeVisible();
  await expectAccessible(page);
});
