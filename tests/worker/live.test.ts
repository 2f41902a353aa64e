import { evictDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { updateAvatarRoute } from "#domain/avatar/api.ts";
import { CLOSE, CREDITS, FRAME_BYTES, LIVE_PATH, readUpFrame } from "#domain/live/frames.ts";
import { createOutfitRoute } from "#domain/outfits/api.ts";
import { addUser, Browser, db, ORIGIN, testEnv } from "#tests/support/browser.ts";
import { person } from "#tests/support/people.ts";
import { runJobs } from "#tests/support/renders.ts";
import { listen, openSocket, TestSocket } from "#tests/support/socket.ts";
import { addWearable } from "#tests/support/wardrobe.ts";
import { cutSockets } from "#worker/live/access.ts";
import { ASKED_HEADER } from "#worker/live/hub.ts";
import { notifyUser } from "#worker/live/notify.ts";
import { SESSION_HEADER } from "#worker/live/room.ts";
import { hubOf } from "#worker/live/stubs.ts";

const ask = (browser: Browser, headers: Record<string, string>) => browser.fetch(LIVE_PATH, { headers });
const outfit = (id: number) => ({
  event: "OutfitRendered" as const,
  outfit: { id, thumbnail_url: "/assets/x" },
});

test("a request that wants no socket is answered 426", async () => {
  const { browser } = await person();
  expect((await ask(browser, {})).status).toBe(426);
  expect((await ask(browser, { Origin: ORIGIN, Upgrade: "h2c" })).body).toMatchObject({
    code: "not_a_socket",
  });
});

test("a socket for nobody, for a session that has ended or for a banned person is closed with the reason", async () => {
  const endOf = async (browser: Browser) => (await (await openSocket(browser))?.end())?.code;
  expect(await endOf(await Browser.visitor())).toBe(CLOSE.sessionEnded);
  const { id, browser } = await person();
  await db.all(statement(sql`delete from sessions where user_id = ${id}`));
  expect(await endOf(browser)).toBe(CLOSE.sessionEnded);
  const forged = await Browser.signedIn(await addUser());
  for (const [name, value] of forged.cookies) forged.cookies.set(name, value.replace(/.$/, "#"));
  expect(await endOf(forged)).toBe(CLOSE.sessionEnded);
  const banned = await person({ banned_at: 1, ban_reason: "Spam" });
  expect(await endOf(banned.browser)).toBe(CLOSE.banned);
});

test("a socket that was let in just before a ban, and comes just after it, is closed with the reason", async () => {
  const { id, browser } = await person();
  const asked = Date.now();
  await cutSockets(testEnv, id, CLOSE.banned);
  const come = async (at: number) => {
    const headers = { Upgrade: "websocket", [SESSION_HEADER]: "one", [ASKED_HEADER]: String(at) };
    const { webSocket } = await hubOf(testEnv, id).fetch(new Request(ORIGIN + LIVE_PATH, { headers }));
    return webSocket && new TestSocket(webSocket);
  };
  const late = await come(asked);
  expect(await late?.end()).toMatchObject({ code: CLOSE.banned });
  expect(late?.events).toEqual([{ event: "Closing", code: CLOSE.banned }]);
  // Who is let in later is: the ban may be over.
  const fresh = await come(Date.now() + 1_000);
  expect(await fresh?.all("Hello")).toHaveLength(1);
  fresh?.close();
  // The header never comes from outside.
  const forged = await openSocket(browser, null, { [ASKED_HEADER]: "0" });
  expect(await forged?.all("Hello")).toHaveLength(1);
  forged?.close();
});

test("a role that has changed since the cookie was made does not keep a page from its socket", async () => {
  const who = await person({ role: "moderator" });
  await db.all(statement(sql`update users set role = 'member' where id = ${who.id}`));
  (await listen(who)).close();
});

test("a page of another site, or none that says so, gets no socket with its visitor's cookie", async () => {
  const { browser } = await person();
  for (const Origin of ["https://evil.test", "null", `${ORIGIN}.evil.test`, "http://bopolis.test"])
    expect((await ask(browser, { Upgrade: "websocket", Origin })).status).toBe(419);
  expect((await ask(browser, { Upgrade: "websocket" })).status).toBe(419);
});

test("what a request says of its own session is not believed", async () => {
  const who = await person();
  const socket = await openSocket(who.browser, null, { "x-live-session": "another", "x-live-hidden": "1" });
  await cutSockets(testEnv, who.id, CLOSE.sessionEnded, "another");
  await socket?.settled();
  expect(socket?.closed).toBeNull();
  socket?.close();
});

test("a socket hears when its user's bopi, outfit and item have been drawn, on every page; nobody else's does", async () => {
  const [who, other] = [await person(), await person()];
  const sockets = [await listen(who), await listen(who)];
  const stranger = await listen(other);
  await who.browser.call(updateAvatarRoute, { input: { head_color: "ABCDEF" } });
  await who.browser.call(createOutfitRoute, { input: { name: "Look" } });
  const item = await addWearable(who.id, 4);
  await runJobs([...who.jobs, { kind: "item", item_id: item.id }]);
  for (const socket of sockets) {
    await Promise.all([socket.all("ItemRendered"), socket.all("OutfitRendered")]);
    const { bopi } = await socket.one("AvatarRendered");
    expect(bopi).toEqual({
      headshot_url: expect.stringMatching(/^\/assets\//),
      avatar_url: expect.stringMatching(/^\/assets\//),
    });
  }
  await stranger.settled();
  expect(stranger.events.map(({ event }) => event)).toEqual(["Hello"]);
  for (const socket of [...sockets, stranger]) socket.close();
});

test("a picture is hung up when nobody listens", async () => {
  const who = await person();
  await who.browser.call(updateAvatarRoute, { input: { head_color: "321321" } });
  expect(await runJobs(who.jobs)).toEqual({ done: [0], retried: [] });
});

test("a page hears of a new look that went the whole way through the queue", async () => {
  const who = await person();
  who.browser.variant = null;
  const socket = await listen(who);
  await who.browser.call(updateAvatarRoute, { input: { head_color: "456456" } });
  const { bopi } = await socket.one("AvatarRendered");
  expect((await who.browser.fetch(bopi.avatar_url)).status).toBe(200);
  socket.close();
});

test("a page that opens its socket a moment too late hears what it has missed", async () => {
  const who = await person();
  await notifyUser(testEnv, who.id, outfit(7));
  const late = await listen(who);
  expect(await late.one("OutfitRendered")).toMatchObject({ outfit: { id: 7 } });
  expect(await late.one("Hello")).toMatchObject({
    resume: "new",
    unread_messages: 0,
    unread_notifications: 0,
  });
  late.close();
});

test("a page that comes back gets silence, what it has missed, or is told to ask anew", async () => {
  const who = await person();
  const first = await listen(who);
  await notifyUser(testEnv, who.id, outfit(1));
  await first.one("OutfitRendered");
  const { mark } = first;
  first.close();

  const nothing = await listen(who, mark);
  await nothing.settled();
  expect(nothing.events).toMatchObject([{ event: "Hello", resume: "silence" }]);

  await notifyUser(testEnv, who.id, outfit(2));
  await notifyUser(testEnv, who.id, outfit(3));
  const behind = await listen(who, mark);
  await behind.settled();
  expect(behind.events).toMatchObject([
    { event: "Hello", resume: "replay" },
    { event: "OutfitRendered", outfit: { id: 2 } },
    { event: "OutfitRendered", outfit: { id: 3 } },
  ]);
  expect(behind.mark).toBe(nothing.mark);

  for (const nonsense of [
    "nonsense",
    `${mark?.split(".")[0]}.999`,
    `other.1`,
    ".",
    "1.-1",
    "x".repeat(2_000),
  ]) {
    const lost = await listen(who, nonsense);
    await lost.settled();
    expect(lost.events, nonsense).toMatchObject([{ event: "Hello", resume: "resync" }]);
    lost.close();
  }
  for (const socket of [nothing, behind]) socket.close();
});

test("a page that has missed more than is kept asks anew; what is kept does not grow for ever", async () => {
  const who = await person();
  const first = await listen(who);
  await notifyUser(testEnv, who.id, outfit(1));
  await first.one("OutfitRendered");
  const { mark } = first;
  first.close();
  for (let i = 0; i < 260; i++) await hubOf(testEnv, who.id).tell(outfit(i));
  const back = await listen(who, mark);
  expect(await back.one("Hello")).toMatchObject({ resume: "resync" });
  const [epoch, last] = back.mark?.split(".") ?? [];
  const near = await listen(who, `${epoch}.${Number(last) - 200}`);
  await near.all("OutfitRendered", 200);
  expect(await near.one("Hello")).toMatchObject({ resume: "replay" });
  for (const socket of [back, near]) socket.close();
});

test("sockets and what was said outlive their object's being put to sleep", async () => {
  const who = await person();
  const socket = await listen(who);
  await notifyUser(testEnv, who.id, outfit(1));
  await socket.one("OutfitRendered");
  const { mark } = socket;
  await evictDurableObject(hubOf(testEnv, who.id));
  await notifyUser(testEnv, who.id, outfit(2));
  await socket.all("OutfitRendered", 2);
  const back = await listen(who, mark);
  expect(await back.one("Hello")).toMatchObject({ resume: "replay" });
  expect(await back.one("OutfitRendered")).toMatchObject({ outfit: { id: 2 } });
  for (const one of [socket, back]) one.close();
});

test("a socket that is told nonsense disturbs no other", async () => {
  const who = await person();
  const [loud, quiet] = [await listen(who), await listen(who)];
  const noise = ["", "{", "[]", "null", '{"type":"dance"}', '{"type":"typing","user_id":"1"}', "\u0000"];
  for (const one of noise) loud.send(one);
  await notifyUser(testEnv, who.id, outfit(1));
  await Promise.all([quiet.one("OutfitRendered"), loud.one("OutfitRendered")]);
  for (const socket of [loud, quiet]) socket.close();
});

test("a frame that is too long, or of bytes, closes the socket", async () => {
  const who = await person();
  for (const frame of ["x".repeat(FRAME_BYTES + 1), new Uint8Array([0, 255, 254])]) {
    const socket = await listen(who);
    socket.send(frame);
    expect(await socket.end()).toMatchObject({ code: CLOSE.tooLarge });
  }
});

test("frames faster than credits close the socket", async () => {
  const who = await person();
  const socket = await listen(who);
  for (let i = 0; i < CREDITS.most + 10; i++) socket.send("{}");
  expect(await socket.end()).toMatchObject({ code: CLOSE.tooFast });
});

test("the sockets of one session are cut, or all of them", async () => {
  const who = await person();
  const other = await Browser.signedIn(who);
  const [here, there] = [await listen(who), await listen({ browser: other })];
  const [session] = await db.all<{ id: string }>(
    statement(sql`select id from sessions where user_id = ${who.id} order by created_at limit 1`),
  );
  await cutSockets(testEnv, who.id, CLOSE.sessionEnded, session?.id);
  expect(await here.end()).toMatchObject({ code: CLOSE.sessionEnded });
  await there.settled();
  expect(there.closed).toBeNull();
  await cutSockets(testEnv, who.id, CLOSE.banned);
  expect(await there.end()).toMatchObject({ code: CLOSE.banned });
});

test("a page's frame is read, or passed over when it is of no use", () => {
  expect(readUpFrame('{"type":"watch","user_ids":[3,3,4]}')).toEqual({ type: "watch", user_ids: [3, 4] });
  expect(readUpFrame('{"type":"typing","user_id":2}')).toEqual({ type: "typing", user_id: 2 });
  for (const bad of [
    '{"type":"watch","user_ids":[0]}',
    '{"type":"watch"}',
    '{"type":"typing","user_id":1.5}',
  ])
    expect(readUpFrame(bad)).toBeNull();
});
