import {
  expectAllSent,
  expectMessages,
  expectUnread,
  messageBox,
  openLiveChat,
  shownMessages,
  testChat as test,
  typeMessages,
} from "./chat-member.ts";
import { openLive } from "./open-live.ts";
import { expect, NIGHTLY } from "./test.ts";

test("messages written offline go out on return, in the same order for both, without gaps or duplicates", async ({
  chatMember,
  complaints,
}) => {
  test.slow();
  complaints.allow(/ERR_INTERNET_DISCONNECTED/);
  const [anna, ben] = [await chatMember(), await chatMember()];
  await anna.send(ben, "first");
  const a = [await openLiveChat(anna, `/chat?with=${ben.id}`), await openLiveChat(anna, "/levels")] as const;
  const b = [await openLiveChat(ben, `/chat?with=${anna.id}`), await openLiveChat(ben, "/levels")] as const;
  await expectMessages(b[0], "first");

  await a[0].context().setOffline(true);
  await expect(a[0].getByText("Reconnecting…")).toBeVisible({ timeout: 20_000 });
  await typeMessages(a[0], "a1", "a2");
  await expect(shownMessages(a[0]).last().getByLabel("Waiting for a connection")).toBeVisible();
  await typeMessages(b[0], "b1", "b2", "b3");
  await expectMessages(b[0], "first", "b1", "b2", "b3");
  await expectAllSent(b[0]);
  await expectMessages(a[0], "first", "a1", "a2");

  await a[0].context().setOffline(false);
  for (const page of [a[0], b[0]]) await expectMessages(page, "first", "b1", "b2", "b3", "a1", "a2");
  await expectAllSent(a[0]);
  await expect(a[0].getByText("Reconnecting…")).toHaveCount(0);
  for (const page of [...a, ...b]) await expectUnread(page, 0);
  // The count of a tab without the chat: no one reads there.
  await b[0].goto("/ratings");
  await typeMessages(a[0], "a3", "a4");
  for (const page of b) await expectUnread(page, 2);
  for (const page of a) await expectUnread(page, 0);
  await b[0].goto(`/chat?with=${anna.id}`);
  await expectMessages(b[0], "first", "b1", "b2", "b3", "a1", "a2", "a3", "a4");
  for (const page of b) await expectUnread(page, 0);
});

test("a message goes over the open socket, or over HTTP if there is none or it closes before the reply", async ({
  chatMember,
}) => {
  const [anna, ben] = [await chatMember(), await chatMember()];
  const page = await anna.open("about:blank");
  let socketState: "open" | "closes after the next message" | "closed" = "open";
  const frames: string[] = [];
  const posts: unknown[] = [];
  await page.routeWebSocket(/\/api\/live/, (socket) => {
    if (socketState === "closed") return void socket.close();
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      server.send(message);
      if (!String(message).includes('"send"')) return;
      frames.push((JSON.parse(String(message)) as { body: string }).body);
      if (socketState === "open") return;
      socketState = "closed";
      void socket.close();
    });
  });
  page.on("request", (request) => {
    if (request.url().includes("/api/messages/send/")) posts.push(request.postDataJSON().body);
  });
  await openLive(page, `/chat?with=${ben.id}`);
  const b = await openLiveChat(ben, `/chat?with=${anna.id}`);

  await typeMessages(page, "one", "two");
  await expectMessages(b, "one", "two");
  await expectAllSent(page);
  expect({ frames, posts }).toEqual({ frames: ["one", "two"], posts: [] });

  socketState = "closes after the next message";
  await typeMessages(page, "three", "four");
  for (const shown of [page, b]) await expectMessages(shown, "one", "two", "three", "four");
  await expectAllSent(page);
  expect({ frames, posts }).toEqual({ frames: ["one", "two", "three"], posts: ["three", "four"] });

  await typeMessages(b, "five");
  for (const shown of [page, b]) await expectMessages(shown, "one", "two", "three", "four", "five");
});

test(
  "a socket dropped while it opens is closed without complaints, and the next one receives events",
  NIGHTLY,
  async ({ chatMember }) => {
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
  },
);

test("unsent messages outlive the page", NIGHTLY, async ({ chatMember, complaints }) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED/);
  const [anna, ben] = [await chatMember(), await chatMember()];
  const page = await openLiveChat(anna, `/chat?with=${ben.id}`);
  await expect(messageBox(page)).toBeEnabled();
  await page.context().setOffline(true);
  await typeMessages(page, "kept");
  await expect(shownMessages(page)).toHaveCount(1);
  await page.context().setOffline(false);
  await page.reload();
  await expectMessages(page, "kept");
  await expect
    .poll(
      async () =>
        (await ben.api.get<{ data: { body: string }[] }>(`/api/messages/from/${anna.id}`)).data.length,
    )
    .toBe(1);
  await expectMessages(page, "kept");
});

test("an unsent text outlives a reload, another conversation and a closed tab, but not signing out", async ({
  chatMember,
}) => {
  const [anna, ben, cleo] = [await chatMember(), await chatMember(), await chatMember()];
  const path = `/chat?with=${ben.id}`;
  const first = await openLiveChat(anna, path);
  await messageBox(first).fill("half a");
  await first.reload();
  await expect(messageBox(first)).toHaveValue("half a");
  await messageBox(first).fill("half a thought");
  await first.goto(`/chat?with=${cleo.id}`);
  await expect(messageBox(first)).toBeEnabled();
  await expect(messageBox(first)).toHaveValue("");
  await first.close();

  const page = await anna.open(path);
  await expect(messageBox(page)).toHaveValue("half a thought");
  // It shows the text before the conversation is there.
  await expect(messageBox(page)).toBeEnabled();
  await messageBox(page).press("Enter");
  await expectMessages(page, "half a thought");
  await page.reload();
  await expectMessages(page, "half a thought");
  await expect(messageBox(page)).toHaveValue("");

  await messageBox(page).fill("for no one else's eyes");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("eyes");
});

test("Enter sends once while it is held, and nothing when it confirms an input method", async ({
  chatMember,
}) => {
  const [anna, ben] = [await chatMember(), await chatMember()];
  const page = await openLiveChat(anna, `/chat?with=${ben.id}`);
  await messageBox(page).fill("にほん");
  // Safari has ended the composition by then.
  await messageBox(page).dispatchEvent("keydown", { key: "Enter", keyCode: 229 });
  await expect(messageBox(page)).toHaveValue("にほん");
  // A key that goes down again without coming up repeats.
  for (let i = 0; i < 4; i++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expectMessages(page, "にほん");
  await expect(messageBox(page)).toHaveValue("");
  await expect(page.getByText("Your message must at least be 1 character")).toHaveCount(0);
});

test("a rejected message says why and stays with Retry and Delete", async ({ chatMember, complaints }) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED/);
  // Over the socket instead, if that is back first.
  complaints.allow(/^403 POST .*\/api\/messages\/send\//);
  const [anna, ben] = [await chatMember(), await chatMember()];
  await anna.send(ben, "hello");
  const page = await openLiveChat(anna, `/chat?with=${ben.id}`);
  await expectMessages(page, "hello");
  await page.context().setOffline(true);
  await typeMessages(page, "lost", "dear");
  await ben.api.post(`/api/block/${anna.username}/toggle`);
  await page.context().setOffline(false);

  const reason = "You can't message this person.";
  await expect(shownMessages(page).getByRole("img", { name: reason })).toHaveCount(2);
  await expect(page.getByRole("alert").filter({ hasText: reason })).toBeVisible();
  await expect(page.getByPlaceholder(reason)).toBeDisabled();
  await expect(page.getByPlaceholder("This user is blocked")).toHaveCount(0);

  await shownMessages(page).nth(1).getByRole("button", { name: "Delete" }).click();
  await expectMessages(page, "hello", "dear");
  await ben.api.post(`/api/block/${anna.username}/toggle`);
  await shownMessages(page).nth(1).getByRole("button", { name: "Retry" }).click();
  await expect(shownMessages(page).getByRole("button", { name: "Retry" })).toHaveCount(0);
  await expect(page.getByRole("alert").filter({ hasText: reason })).toHaveCount(0);
  await expect(messageBox(page)).toBeEnabled();
  await expectMessages(page, "hello", "dear");
});
