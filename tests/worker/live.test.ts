import { updateAvatarRoute } from "#domain/avatar/api.ts";
import { CLOSE_CODES, CREDITS, LIVE_PATH, MAX_FRAME_LENGTH, parseClientFrame } from "#domain/live/frames.ts";
import { createOutfitRoute } from "#domain/outfits/api.ts";
import { addUser, Browser, ORIGIN, runSql, testEnv } from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";
import { runRenderJobs } from "#tests/support/render-jobs.ts";
import { connectSocket, TestSocket, tryConnectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { disconnectUser, notifyUser } from "#worker/live/notify.ts";
import { SESSION_HEADER } from "#worker/live/socket-room.ts";
import { hubStub } from "#worker/live/stubs.ts";
import { REQUESTED_AT_HEADER } from "#worker/objects/user-hub-api.ts";

const requestSocket = (browser: Browser, headers: Record<string, string>) =>
  browser.fetch(LIVE_PATH, { headers });
const outfit = (id: number) =>
  ({ event: "OutfitRendered", outfit: { id, thumbnail_url: "/assets/x" } }) as const;

/** The cursor of a user's page that has got an event, and whose socket is closed. */
async function closedPage(user: TestUser): Promise<string | null> {
  const page = await connectSocket(user);
  await notifyUser(testEnv, user.id, outfit(1));
  await page.one("OutfitRendered");
  page.close();
  return page.cursor;
}

test("a live request without an upgrade, from another site or without an Origin opens no socket", async () => {
  const browser = await signedInUser();
  expect((await requestSocket(browser, {})).status).toBe(426);
  expect((await requestSocket(browser, { Origin: ORIGIN, Upgrade: "h2c" })).body.code).toBe("not_a_socket");
  for (const Origin of ["https://evil.test", "null", `${ORIGIN}.evil.test`, "http://bopolis.test"])
    expect((await requestSocket(browser, { Upgrade: "websocket", Origin })).status).toBe(419);
  expect((await requestSocket(browser, { Upgrade: "websocket" })).status).toBe(419);
});

test("a socket without a session, with an ended one or of a banned member is closed with the reason", async () => {
  const endOf = async (browser: Browser) => (await (await tryConnectSocket(browser))?.end())?.code;
  expect(await endOf(await Browser.visitor())).toBe(CLOSE_CODES.sessionEnded);
  const browser = await signedInUser();
  await runSql`delete from sessions where user_id = ${browser.id}`;
  expect(await endOf(browser)).toBe(CLOSE_CODES.sessionEnded);
  const forged = await Browser.signedIn(await addUser());
  for (const [name, value] of forged.cookies) forged.cookies.set(name, value.replace(/.$/, "#"));
  expect(await endOf(forged)).toBe(CLOSE_CODES.sessionEnded);
  expect(await endOf(await signedInUser({ banned_at: 1, ban_reason: "Spam" }))).toBe(CLOSE_CODES.banned);
});

test("a socket accepted before a ban that connects just after it is closed with the reason", async () => {
  const browser = await signedInUser();
  const { id } = browser;
  const acceptedAt = Date.now();
  await disconnectUser(testEnv, id, CLOSE_CODES.banned);
  const connect = async (at: number) => {
    const headers = { Upgrade: "websocket", [SESSION_HEADER]: "one", [REQUESTED_AT_HEADER]: String(at) };
    const { webSocket } = await hubStub(testEnv, id).fetch(new Request(ORIGIN + LIVE_PATH, { headers }));
    return webSocket && new TestSocket(webSocket);
  };
  const late = await connect(acceptedAt);
  expect(await late?.end()).toMatchObject({ code: CLOSE_CODES.banned });
  expect(late?.events).toEqual([{ event: "Closing", code: CLOSE_CODES.banned }]);
  // A later request is accepted, as the ban may have ended.
  const fresh = await connect(Date.now() + 1_000);
  expect(await fresh?.all("Hello")).toHaveLength(1);
  fresh?.close();
  // The header is ignored when a client sends it.
  const forged = await tryConnectSocket(browser, null, { [REQUESTED_AT_HEADER]: "0" });
  expect(await forged?.all("Hello")).toHaveLength(1);
  forged?.close();
});

test("a role that changed since the cookie was set doesn't prevent a socket", async () => {
  const user = await signedInUser({ role: "moderator" });
  await runSql`update users set role = 'member' where id = ${user.id}`;
  (await connectSocket(user)).close();
});

test("session headers sent by the client are ignored", async () => {
  const user = await signedInUser();
  const socket = await tryConnectSocket(user, null, { "x-live-session": "another", "x-live-hidden": "1" });
  await disconnectUser(testEnv, user.id, CLOSE_CODES.sessionEnded, "another");
  await socket?.settled();
  expect(socket?.closed).toBeNull();
  socket?.close();
});

test("every socket of a user, and no one else's, receives when their bopi, outfit and item are rendered", async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const sockets = [await connectSocket(user), await connectSocket(user)];
  const stranger = await connectSocket(other);
  await user.call(updateAvatarRoute, { head_color: "ABCDEF" });
  await user.call(createOutfitRoute, { name: "Look" });
  const item = await addWearable(user.id, 4);
  await runRenderJobs([...user.jobs, { kind: "item", item_id: item.id }]);
  for (const socket of sockets) {
    await Promise.all([socket.all("ItemRendered"), socket.all("OutfitRendered")]);
    const url = expect.stringMatching(/^\/assets\//);
    expect((await socket.one("AvatarRendered")).bopi).toEqual({ headshot_url: url, avatar_url: url });
  }
  await stranger.settled();
  expect(stranger.events.map(({ event }) => event)).toEqual(["Hello"]);
  for (const socket of [...sockets, stranger]) socket.close();
});

test("a page receives a new look that went through the whole queue", async () => {
  const user = await signedInUser();
  user.variant = null;
  const socket = await connectSocket(user);
  await user.call(updateAvatarRoute, { head_color: "456456" });
  const { bopi } = await socket.one("AvatarRendered");
  expect((await user.fetch(bopi.avatar_url)).status).toBe(200);
  socket.close();
});

test("a page that opens its socket a moment too late receives what it missed", async () => {
  const user = await signedInUser();
  await notifyUser(testEnv, user.id, outfit(7));
  const late = await connectSocket(user);
  expect(await late.one("OutfitRendered")).toMatchObject({ outfit: { id: 7 } });
  const unread = { unread_messages: 0, unread_notifications: 0 };
  expect(await late.one("Hello")).toMatchObject({ resume: "new", ...unread });
  late.close();
});

test("a reconnecting page gets nothing, what it missed, or resync", async () => {
  const user = await signedInUser();
  const mark = await closedPage(user);
  const nothing = await connectSocket(user, mark);
  await nothing.settled();
  expect(nothing.events).toMatchObject([{ event: "Hello", resume: "silence" }]);

  await notifyUser(testEnv, user.id, outfit(2));
  await notifyUser(testEnv, user.id, outfit(3));
  const behind = await connectSocket(user, mark);
  await behind.settled();
  expect(behind.events).toMatchObject([
    { event: "Hello", resume: "replay" },
    { event: "OutfitRendered", outfit: { id: 2 } },
    { event: "OutfitRendered", outfit: { id: 3 } },
  ]);
  expect(behind.cursor).toBe(nothing.cursor);

  const unknown = `${mark?.split(".")[0]}.999`;
  for (const nonsense of ["nonsense", unknown, "other.1", ".", "1.-1", "x".repeat(2_000)]) {
    const lost = await connectSocket(user, nonsense);
    await lost.settled();
    expect(lost.events, nonsense).toMatchObject([{ event: "Hello", resume: "resync" }]);
    lost.close();
  }
  for (const socket of [nothing, behind]) socket.close();
});

test("a page that missed more than is stored gets resync, and the journal doesn't grow forever", async () => {
  const user = await signedInUser();
  const mark = await closedPage(user);
  for (let i = 0; i < 260; i++) await hubStub(testEnv, user.id).notifyPages(outfit(i));
  const back = await connectSocket(user, mark);
  expect(await back.one("Hello")).toMatchObject({ resume: "resync" });
  const [epoch, last] = back.cursor?.split(".") ?? [];
  const near = await connectSocket(user, `${epoch}.${Number(last) - 200}`);
  await near.all("OutfitRendered", 200);
  expect(await near.one("Hello")).toMatchObject({ resume: "replay" });
  for (const socket of [back, near]) socket.close();
});

test("sockets and events survive the hibernation of their object", async () => {
  const user = await signedInUser();
  const mark = await closedPage(user);
  const socket = await connectSocket(user, mark);
  await evict(hubStub(testEnv, user.id));
  await notifyUser(testEnv, user.id, outfit(2));
  await socket.one("OutfitRendered");
  const back = await connectSocket(user, mark);
  expect(await back.one("Hello")).toMatchObject({ resume: "replay" });
  expect(await back.one("OutfitRendered")).toMatchObject({ outfit: { id: 2 } });
  for (const one of [socket, back]) one.close();
});

test("an invalid frame doesn't affect other sockets; one that is too long, binary or too fast closes its own", async () => {
  const user = await signedInUser();
  const [loud, quiet] = [await connectSocket(user), await connectSocket(user)];
  const noise = ["", "{", "[]", "null", '{"type":"dance"}', '{"type":"typing","user_id":"1"}', "\u0000"];
  for (const one of noise) loud.send(one);
  await notifyUser(testEnv, user.id, outfit(1));
  await Promise.all([quiet.one("OutfitRendered"), loud.one("OutfitRendered")]);
  for (const socket of [loud, quiet]) socket.close();
  for (const frame of ["x".repeat(MAX_FRAME_LENGTH + 1), new Uint8Array([0, 255, 254])]) {
    const socket = await connectSocket(user);
    socket.send(frame);
    expect(await socket.end()).toMatchObject({ code: CLOSE_CODES.tooLarge });
  }
  const socket = await connectSocket(user);
  for (let i = 0; i < CREDITS.burst + 10; i++) socket.send("{}");
  expect(await socket.end()).toMatchObject({ code: CLOSE_CODES.tooFast });
});

test("a page's frame is parsed, and an invalid one is ignored", () => {
  const parse = (frame: object) => parseClientFrame(JSON.stringify(frame));
  expect(parse({ type: "watch", user_ids: [3, 3, 4] })).toEqual({ type: "watch", user_ids: [3, 4] });
  expect(parse({ type: "typing", user_id: 2 })).toEqual({ type: "typing", user_id: 2 });
  for (const bad of [{ type: "watch", user_ids: [0] }, { type: "watch" }, { type: "typing", user_id: 1.5 }])
    expect(parse(bad)).toBeNull();
});
