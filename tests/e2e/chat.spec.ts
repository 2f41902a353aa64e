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
import { expectFits } from "./expect-accessible.ts";
import { expect, NIGHTLY } from "./test.ts";

// The states of the chat are component tests: tests/ui/chat.test.ts.

test("two members chat live; offline messages arrive once, in order", async ({ chatMember, complaints }) => {
  test.slow();
  complaints.allow(/ERR_INTERNET_DISCONNECTED/);
  const [anna, ben] = [await chatMember(), await chatMember()];
  const a = [
    await openLiveChat(anna, `/chat?user=${ben.username}`),
    await openLiveChat(anna, "/levels"),
  ] as const;
  await expect(a[0]).toHaveURL(`/chat?with=${ben.id}`);
  await expect(a[0].getByText(`Say hello to ${ben.username}`)).toBeVisible();
  await typeMessages(a[0], "first :star:");
  const b = [await openLiveChat(ben, `/chat?with=${anna.id}`), await openLiveChat(ben, "/levels")] as const;
  await expectMessages(b[0], "first ");
  await expect(shownMessages(b[0]).getByRole("img", { name: ":star:" })).toBeVisible();
  await expect(shownMessages(a[0]).last()).toContainText("Seen");
  await messageBox(b[0]).pressSequentially("hey");
  await expect(a[0].getByRole("status").filter({ hasText: `${ben.username} is typing…` })).toBeVisible();
  await messageBox(b[0]).press("Enter");
  await expectMessages(a[0], "first ", "hey");
  await expect(a[0].getByText("is typing…")).toHaveCount(0);

  await a[0].context().setOffline(true);
  await expect(a[0].getByText("Reconnecting…")).toBeVisible();
  await typeMessages(a[0], "a1", "a2");
  await expect(shownMessages(a[0]).last().getByLabel("Waiting for a connection")).toBeVisible();
  await typeMessages(b[0], "b1", "b2", "b3");
  await expectMessages(b[0], "first ", "hey", "b1", "b2", "b3");
  await expectAllSent(b[0]);
  await expectMessages(a[0], "first ", "hey", "a1", "a2");

  await a[0].context().setOffline(false);
  const sent = ["first ", "hey", "b1", "b2", "b3", "a1", "a2"];
  for (const page of [a[0], b[0]]) await expectMessages(page, ...sent);
  await expectAllSent(a[0]);
  await expect(a[0].getByText("Reconnecting…")).toHaveCount(0);
  await expect(shownMessages(a[0]).filter({ hasText: "Seen" })).toHaveCount(1);
  for (const page of [...a, ...b]) await expectUnread(page, 0);
  // The count of a tab without the chat: no one reads there.
  await b[0].goto("/ratings");
  await typeMessages(a[0], "a3", "a4");
  for (const page of b) await expectUnread(page, 2);
  for (const page of a) await expectUnread(page, 0);
  await b[0].goto(`/chat?with=${anna.id}`);
  await expectMessages(b[0], ...sent, "a3", "a4");
  for (const page of b) await expectUnread(page, 0);
});

test("on a phone, list and conversation fill it, and older lines move nothing", async ({ chatMember }) => {
  const [anna, ben] = [await chatMember(), await chatMember()];
  await ben.send(anna, `look: https://bopolis.example/${"long".repeat(40)}`);
  for (let i = 0; i < 129; i++) await ben.send(anna, `number ${i}`);
  const page = await anna.open("about:blank");
  await page.setViewportSize({ width: 390, height: 740 });
  await page.goto("/chat");
  await expectFits(page);
  await expect(messageBox(page)).toHaveCount(0);
  await conversationRow(page, ben).click();
  await expect(conversationRow(page, ben)).toBeHidden();
  await expect(messageBox(page)).toBeInViewport({ ratio: 1 });
  await expect(shownMessages(page)).toHaveCount(50);
  await expect(shownMessages(page).last()).toBeInViewport();
  const anchor = shownMessages(page)
    .filter({ hasText: /number 81\b/ })
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
  await expectFits(page);
  await typeMessages(page, "hello from the bus");
  await expect(shownMessages(page)).toHaveCount(132);
  await page.getByRole("link", { name: "Back to conversations" }).click();
  await expect(conversationRow(page, ben)).toContainText("You: hello from the bus");
  await expect(messageBox(page)).toHaveCount(0);
});

test("a socket dropped while it opens is quiet, and the next one works", NIGHTLY, async ({ chatMember }) => {
  const [anna, ben] = [await chatMember(), await chatMember()];
  const page = await ben.open("about:blank");
  await page.addInitScript(() => {
    const sockets: WebSocket[] = [];
    class Watched extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        // The network changes while it opens.
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
  await anna.send(ben, "heard?");
  await expectUnread(page, 1);
});
