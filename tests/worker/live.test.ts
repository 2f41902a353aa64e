import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { select } from "#db/client.ts";
import { updateAvatarRoute } from "#domain/avatar/api.ts";
import { LIVE_PATH } from "#domain/live/path.ts";
import { createOutfitRoute } from "#domain/outfits/api.ts";
import { readRenderEvent } from "#domain/renders/events.ts";
import { addUser, Browser, db, ORIGIN } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { runJobs } from "#tests/support/renders.ts";
import { openSocket, type TestSocket } from "#tests/support/socket.ts";
import { addWearable } from "#tests/support/wardrobe.ts";

const upgrade = { Upgrade: "websocket", Origin: ORIGIN };
const ask = (browser: Browser, headers: Record<string, string>) => browser.fetch(LIVE_PATH, { headers });

async function listen(who: Person): Promise<TestSocket> {
  const socket = await openSocket(who.browser);
  if (!socket) throw new Error("no socket was opened");
  return socket;
}

test("a request that wants no socket is answered 426", async () => {
  const { browser } = await person();
  expect((await ask(browser, {})).status).toBe(426);
  expect((await ask(browser, { Origin: ORIGIN, Upgrade: "h2c" })).body).toMatchObject({
    code: "not_a_socket",
  });
});

test("a socket for nobody, or for a session that has ended, is a 401", async () => {
  expect((await ask(await Browser.visitor(), upgrade)).status).toBe(401);
  const { id, browser } = await person();
  await db.all(select(sql`delete from sessions where user_id = ${id}`));
  expect((await ask(browser, upgrade)).status).toBe(401);
  const forged = await Browser.signedIn(await addUser());
  for (const [name, value] of forged.cookies) forged.cookies.set(name, value.replace(/.$/, "#"));
  expect((await ask(forged, upgrade)).status).toBe(401);
});

test("a page of another site, or none that says so, gets no socket with its visitor's cookie", async () => {
  const { browser } = await person();
  for (const Origin of ["https://evil.test", "null", `${ORIGIN}.evil.test`, "http://bopolis.test"])
    expect((await ask(browser, { Upgrade: "websocket", Origin })).status).toBe(419);
  expect((await ask(browser, { Upgrade: "websocket" })).status).toBe(419);
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
    const heard = (await socket.messages(3)).map((message) => readRenderEvent(JSON.parse(message)));
    expect(heard.map((one) => one?.event).sort()).toEqual([
      "AvatarRendered",
      "ItemRendered",
      "OutfitRendered",
    ]);
    expect(heard).toContainEqual({
      event: "AvatarRendered",
      bopi: {
        headshot_url: expect.stringMatching(/^\/assets\//),
        avatar_url: expect.stringMatching(/^\/assets\//),
      },
    });
  }
  // The stranger's socket is awake and has heard nothing before the answer to its own ping.
  stranger.send("ping");
  expect(await stranger.messages(1)).toEqual(["pong"]);
  for (const socket of [...sockets, stranger]) socket.close();
});

test("a socket that is told nonsense or is closed rudely disturbs no other", async () => {
  const who = await person();
  const [loud, quiet] = [await listen(who), await listen(who)];
  for (const noise of ["", "{", '{"event":"AvatarRendered"}', "x".repeat(100_000), "\u0000"])
    loud.send(noise);
  loud.send(new Uint8Array([0, 255, 254]));
  loud.close();
  await who.browser.call(updateAvatarRoute, { input: { head_color: "123123" } });
  await runJobs(who.jobs);
  const [first = ""] = await quiet.messages(1);
  expect(JSON.parse(first)).toMatchObject({ event: "AvatarRendered" });
  quiet.close();
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
  const [first = ""] = await socket.messages(1);
  const { bopi } = JSON.parse(first) as { bopi: { avatar_url: string } };
  expect((await who.browser.fetch(bopi.avatar_url)).status).toBe(200);
  socket.close();
});

test("a page that opens its socket a moment too late hears what it has missed", async () => {
  const who = await person();
  await who.browser.call(updateAvatarRoute, { input: { head_color: "ABCDEF" } });
  await runJobs(who.jobs);
  const late = await listen(who);
  const [heard = ""] = await late.messages(1);
  expect(readRenderEvent(JSON.parse(heard))?.event).toBe("AvatarRendered");
});
