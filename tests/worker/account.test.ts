import { sql } from "drizzle-orm";
import { logoutRoute, sessionRoute } from "#domain/auth/api.ts";
import { registerRoute, resetPasswordRoute } from "#domain/auth/sign-in/api.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import { addUser, Browser, countRows, db, testEnv } from "#tests/support/browser.ts";
import { befriend } from "#tests/support/buddies.ts";
import { sendMessage, trySendMessage } from "#tests/support/messages.ts";
import { signUpInput } from "#tests/support/sign-up.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { createToken } from "#worker/auth/commands.ts";
import { hubStub } from "#worker/live/stubs.ts";

const update = (user: TestUser, input: Record<string, unknown>) => user.call(updateAccountRoute, input);
const self = async (browser: Browser) =>
  (await browser.call(sessionRoute)).body.user as Record<string, unknown>;

describe("account settings", () => {
  const SETTINGS = [
    "message_privacy_permission_id",
    "comment_privacy_permission_id",
    "join_privacy_permission_id",
  ] as const;

  test("start at everyone and visible, and change one by one or together, for their owner only", async () => {
    const [user, other] = [await signedInUser(), await signedInUser()];
    const before = {
      theme_id: 1,
      appear_offline: false,
      message_privacy_permission_id: 1,
      comment_privacy_permission_id: 1,
      join_privacy_permission_id: 1,
    };
    expect(await self(user)).toMatchObject(before);
    const now: Record<string, unknown> = { ...before };
    for (const [name, value] of [
      ...SETTINGS.map((name, i) => [name, i === 1 ? 2 : 3] as const),
      ["appear_offline", true] as const,
    ]) {
      const response = await update(user, { [name]: value });
      expect([response.status, response.body.message, response.cost.roundTrips]).toEqual([200, "Saved.", 2]);
      now[name] = value;
      expect(await self(user)).toMatchObject(now);
    }
    expect(await self(other)).toMatchObject(before);
    await update(user, before);
    expect(await self(user)).toMatchObject(before);
  });

  test.each(SETTINGS)("accept only the three choices for %s", async (name) => {
    const user = await signedInUser();
    for (const value of [0, 4, 1.5, "all", null, true, [1]]) {
      const { body } = await update(user, { [name]: value, theme_id: 3 });
      expect(Object.keys(body.errors as object), String(value)).toEqual([name]);
    }
    expect(await self(user)).toMatchObject({ [name]: 1, theme_id: 1 });
  });

  test("reject an empty update", async () => {
    const nothing = await update(await signedInUser(), { appear_online: true });
    expect([nothing.status, nothing.body.message]).toEqual([422, "There's nothing to change."]);
  });

  test("apply to message privacy from the next message on", async () => {
    const [user, friend, stranger] = [await signedInUser(), await signedInUser(), await signedInUser()];
    await befriend(user, friend);
    const reach = async () => [
      (await trySendMessage(friend, user, "Hi")).status,
      (await trySendMessage(stranger, user, "Hi")).status,
    ];
    expect(await reach()).toEqual([200, 200]);
    await update(user, { message_privacy_permission_id: 2 });
    expect(await reach()).toEqual([200, 403]);
    await update(user, { message_privacy_permission_id: 3 });
    expect(await reach()).toEqual([403, 403]);
    await update(user, { message_privacy_permission_id: 1 });
    expect(await reach()).toEqual([200, 200]);
    await sendMessage(user, stranger, "Hello");
  });

  test("take a member offline before the response, and online again the same way", async () => {
    const user = await signedInUser();
    await connectSocket(user);
    const isSeen = async () => (await hubStub(testEnv, user.id).presence()).online;
    expect(await isSeen()).toBe(true);
    await update(user, { appear_offline: true });
    expect(await isSeen()).toBe(false);
    await update(user, { appear_offline: false });
    expect(await isSeen()).toBe(true);
  });
});

/** Returns the same member in a second browser. */
const elsewhere = async (user: TestUser): Promise<TestUser> =>
  Object.assign(await Browser.signedIn(user), { jobs: [] });

describe("the sockets of a session", () => {
  test("close when it is signed out; those of other sessions stay open", async () => {
    const user = await signedInUser();
    const [here, there] = [await connectSocket(user), await connectSocket(await elsewhere(user))];
    const again = await connectSocket(user);
    expect((await user.call(logoutRoute)).status).toBe(200);
    for (const socket of [here, again]) expect((await socket.end()).code).toBe(CLOSE_CODES.sessionEnded);
    await there.settled();
    expect(there.closed).toBeNull();
  });

  test("close in every session when the password is reset", async () => {
    const [user, other] = [await signedInUser({ email: "lost@example.com" }), await signedInUser()];
    const sockets = [await connectSocket(user), await connectSocket(await elsewhere(user))];
    const stranger = await connectSocket(other);
    const { token, insert } = createToken("reset", { id: user.id, email: "lost@example.com" }, Date.now());
    await db.all(insert);
    const input = { token, password: "a new password", password_confirmation: "a new password" };
    expect((await (await Browser.visitor()).call(resetPasswordRoute, input)).status).toBe(200);
    for (const socket of sockets) expect((await socket.end()).code).toBe(CLOSE_CODES.sessionEnded);
    await stranger.settled();
    expect(stranger.closed).toBeNull();
  });

  test("don't prevent it from ending when they can't be closed", async () => {
    const user = await signedInUser();
    user.variant = {
      USER_HUB: {
        getByName: () => ({ disconnect: () => Promise.reject(new Error("the object is away")) }),
      } as unknown as typeof testEnv.USER_HUB,
    };
    expect((await user.call(logoutRoute)).status).toBe(200);
    expect(await countRows("sessions", sql`user_id = ${user.id}`)).toBe(0);
    expect(expectWorkerErrors()).toEqual([expect.stringContaining("sockets not closed")]);
  });

  test("are left alone, without a query, when a visitor signs out", async () => {
    const response = await (await Browser.visitor()).call(logoutRoute);
    expect([response.status, response.cost.roundTrips]).toEqual([200, 0]);
  });
});

describe("the theme of an account", () => {
  test.each([
    ["seafoam", 4],
    ["contrast", 5],
    ["device", 6],
    ['"><script>', 1],
    [undefined, 1],
  ])("is the one chosen on the device at first: %j", async (cookie, theme_id) => {
    const browser = await Browser.visitor();
    if (cookie) browser.cookies.set("bopolis_theme", cookie);
    expect((await browser.call(registerRoute, signUpInput({}))).body.user).toMatchObject({ theme_id });
  });

  test("is one of the site's five, or the device's, and is stored", async () => {
    const browser = await Browser.signedIn(await addUser());
    for (const theme_id of [5, 6, 1]) {
      expect((await browser.call(updateAccountRoute, { theme_id })).status).toBe(200);
      expect((await browser.call(sessionRoute)).body.user).toMatchObject({ theme_id });
    }
  });

  test.each([0, 7, -1, 1.5, "2", null, true, [1], {}, 1e99])("can't be %j", async (theme_id) => {
    const browser = await Browser.signedIn(await addUser());
    const { status, body, cost } = await browser.call(updateAccountRoute, { theme_id });
    expect([status, cost.written]).toEqual([422, 0]);
    expect(body.errors).toEqual({ theme_id: ["Theme must be one of the site's."] });
  });
});
