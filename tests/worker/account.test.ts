import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { logoutRoute, sessionRoute, updateAccountRoute } from "#domain/auth/api.ts";
import { resetPasswordRoute } from "#domain/auth/sign-in-api.ts";
import { CLOSE } from "#domain/live/frames.ts";
import { Browser, countRows, db, testEnv } from "#tests/support/browser.ts";
import { say, send } from "#tests/support/chat.ts";
import { befriend } from "#tests/support/pairs.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listen } from "#tests/support/socket.ts";
import { expectComplaints } from "#tests/support/worker-setup.ts";
import { openToken } from "#worker/auth/commands.ts";
import { hubOf } from "#worker/live/stubs.ts";

const update = (who: Person, input: Record<string, unknown>) =>
  who.browser.call(updateAccountRoute, { input });
const self = async ({ browser }: { browser: Browser }) =>
  (await browser.call(sessionRoute)).body.user as Record<string, unknown>;

describe("the settings of an account", () => {
  const SETTINGS = [
    "message_privacy_permission_id",
    "comment_privacy_permission_id",
    "join_privacy_permission_id",
  ] as const;

  test("are everyone and seen at first, and change one by one or together", async () => {
    const who = await person();
    const before = {
      theme_id: 1,
      appear_offline: false,
      message_privacy_permission_id: 1,
      comment_privacy_permission_id: 1,
      join_privacy_permission_id: 1,
    };
    expect(await self(who)).toMatchObject(before);
    const now: Record<string, unknown> = { ...before };
    for (const [name, value] of [
      ...SETTINGS.map((name, i) => [name, i === 1 ? 2 : 3] as const),
      ["appear_offline", true] as const,
    ]) {
      const answer = await update(who, { [name]: value });
      expect([answer.status, answer.body.message, answer.cost.rounds]).toEqual([200, "Saved.", 2]);
      now[name] = value;
      expect(await self(who)).toMatchObject(now);
    }
    await update(who, before);
    expect(await self(who)).toMatchObject(before);
  });

  test("are nobody else's", async () => {
    const [who, other] = [await person(), await person()];
    await update(who, { message_privacy_permission_id: 3, appear_offline: true });
    expect(await self(other)).toMatchObject({ message_privacy_permission_id: 1, appear_offline: false });
    expect(
      (await (await Browser.visitor()).call(updateAccountRoute, { input: { appear_offline: true } })).status,
    ).toBe(401);
  });

  test.each(SETTINGS)("%s is one of the three", async (name) => {
    const who = await person();
    for (const value of [0, 4, 1.5, "all", null, true, [1]]) {
      const answer = await update(who, { [name]: value, theme_id: 3 });
      expect([answer.status, Object.keys(answer.body.errors as object)], String(value)).toEqual([
        422,
        [name],
      ]);
    }
    expect(await self(who)).toMatchObject({ [name]: 1, theme_id: 1 });
  });

  test("appearing offline is yes or no, and nothing sent changes nothing", async () => {
    const who = await person();
    for (const value of ["maybe", 2, null])
      expect((await update(who, { appear_offline: value })).body.errors).toEqual({
        appear_offline: ["Appear offline must be yes or no."],
      });
    const nothing = await update(who, { appear_online: true });
    expect([nothing.status, nothing.body.message]).toEqual([422, "There is nothing to change."]);
  });

  test("who may write is heeded from the next message on", async () => {
    const [who, friend, stranger] = [await person(), await person(), await person()];
    await befriend(who, friend);
    const reach = async () => [
      (await send(friend, who, "Hi")).status,
      (await send(stranger, who, "Hi")).status,
    ];
    expect(await reach()).toEqual([200, 200]);
    await update(who, { message_privacy_permission_id: 2 });
    expect(await reach()).toEqual([200, 403]);
    await update(who, { message_privacy_permission_id: 3 });
    expect(await reach()).toEqual([403, 403]);
    await update(who, { message_privacy_permission_id: 1 });
    expect(await reach()).toEqual([200, 200]);
    await say(who, stranger, "Hello");
  });

  test("who appears offline has gone before it is answered, and comes back the same way", async () => {
    const who = await person();
    const page = await listen(who);
    const isSeen = async () => (await hubOf(testEnv, who.id).whereabouts()).online;
    expect(await isSeen()).toBe(true);
    await update(who, { appear_offline: true });
    expect(await isSeen()).toBe(false);
    await update(who, { appear_offline: false });
    expect(await isSeen()).toBe(true);
    page.close();
  });
});

/** Another browser of the same person. */
const elsewhere = async ({ id, username }: Person): Promise<Person> => {
  const browser = await Browser.signedIn({ id });
  return { id, username, browser, jobs: [] };
};

describe("the sockets of a session", () => {
  test("close when it is signed out, and those of other sessions stay open", async () => {
    const who = await person();
    const [here, there] = [await listen(who), await listen(await elsewhere(who))];
    const again = await listen(who);
    expect((await who.browser.call(logoutRoute)).status).toBe(200);
    for (const socket of [here, again]) expect((await socket.end()).code).toBe(CLOSE.sessionEnded);
    await there.settled();
    expect(there.closed).toBeNull();
    there.close();
  });

  test("all close when the password is set anew", async () => {
    const [who, other] = [await person({ email: "lost@example.com" }), await person()];
    const sockets = [await listen(who), await listen(await elsewhere(who))];
    const stranger = await listen(other);
    const { token, insert } = openToken("reset", { id: who.id, email: "lost@example.com" }, Date.now());
    await db.all(insert);
    const input = { token, password: "a new password", password_confirmation: "a new password" };
    expect((await (await Browser.visitor()).call(resetPasswordRoute, { input })).status).toBe(200);
    for (const socket of sockets) expect((await socket.end()).code).toBe(CLOSE.sessionEnded);
    await stranger.settled();
    expect(stranger.closed).toBeNull();
    stranger.close();
  });

  test("that can't be closed do not keep it from ending", async () => {
    const who = await person();
    who.browser.variant = {
      USER_HUB: {
        getByName: () => ({ cut: () => Promise.reject(new Error("the object is away")) }),
      } as unknown as typeof testEnv.USER_HUB,
    };
    expect((await who.browser.call(logoutRoute)).status).toBe(200);
    expect(await countRows("sessions", sql`user_id = ${who.id}`)).toBe(0);
    expect(expectComplaints()).toEqual([expect.stringContaining("sockets not cut")]);
  });

  test("are not closed by a visitor who signs out of nothing", async () => {
    const answer = await (await Browser.visitor()).call(logoutRoute);
    expect([answer.status, answer.cost.rounds]).toEqual([200, 0]);
  });
});
