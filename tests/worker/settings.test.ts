import { sql } from "drizzle-orm";
import { logoutRoute, sessionRoute } from "#domain/auth/api.ts";
import { registerRoute, resetPasswordRoute } from "#domain/auth/sign-in/api.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import {
  changePasswordRoute,
  updateAccountRoute,
  updateBioRoute,
  userDetailsRoute,
} from "#domain/settings/api.ts";
import {
  type AccountOwner,
  createAccountOwner,
  emailSubjectsTo,
  PASSWORD,
  signInStatus,
} from "#tests/support/account-owner.ts";
import { addUser, Browser, countRows, db, runSql, testEnv } from "#tests/support/browser.ts";
import { befriend } from "#tests/support/buddies.ts";
import { sendMessage, trySendMessage } from "#tests/support/messages.ts";
import { signUpInput } from "#tests/support/sign-up.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { createToken } from "#worker/auth/commands.ts";
import { hubStub } from "#worker/live/stubs.ts";

const isSignedIn = async (browser: Browser) => (await browser.call(sessionRoute)).body.user !== null;

test("POST /api/auth/user/details returns all settings in one D1 round trip", async () => {
  const me = await createAccountOwner({
    email: "ada.lovelace@example.com",
    bio: "Hello",
    gold_until: Date.UTC(2099, 11, 31, 15, 4),
    xp: 300,
    two_factor_at: 5,
    message_privacy: 2,
    comment_privacy: 3,
    plays_sum: 7,
    clears_count: 8,
    achievements_count: 9,
    show_custom_usernames: 0,
  });
  await runSql`insert into recovery_codes (user_id, hash) values (${me.id}, 'a'), (${me.id}, 'b')`;
  await runSql`insert into discord_links (user_id, discord_id, username, global_name, linked_at)
    values (${me.id}, '81', 'ada', 'Ada L', 1)`;
  await runSql`insert into blocks (user_id, blocked_id, created_at)
    values (${me.id}, ${(await signedInUser()).id}, 1)`;
  const response = await me.call(userDetailsRoute);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  expect(response.cost.roundTrips).toBe(1);
  expect(response.body).toMatchObject({
    id: me.id,
    username: me.username,
    bio: "Hello",
    email: "ada.lovelace@example.com",
    email_address: "ad**********@*******.***",
    email_verified: true,
    has_gold: true,
    gold_ends_at: "2099-12-31T15:04:00.000Z",
    gold_username: true,
    show_custom_themes: true,
    show_custom_usernames: false,
    "2fa": true,
    recovery_codes_left: 2,
    level: 3,
    xp: 300,
    online: false,
    player: null,
    theme_id: 1,
    custom_theme_id: null,
    comment_privacy_permission_id: 3,
    message_privacy_permission_id: 2,
    join_privacy_permission_id: 1,
    appear_offline: false,
    blocks_count: 1,
    discord_link: { discord_id: "81", username: "ada", global_name: "Ada L" },
    levels_sum_plays: 7,
    clears_count: 8,
    user_achievements_count: 9,
  });
  expect(JSON.stringify(response.body)).not.toMatch(/scrypt|hash|secret/);
});

test("POST /api/auth/user/details returns no link, no end of Gold and no recovery codes where there are none", async () => {
  const me = await createAccountOwner({ email_verified_at: null });
  const off = { has_gold: false, email_verified: false, "2fa": false };
  const { body } = await me.call(userDetailsRoute);
  expect(body).toMatchObject({ discord_link: null, gold_ends_at: null, ...off, recovery_codes_left: 0 });
});

const save = (me: AccountOwner, bio: unknown) => me.call(updateBioRoute, { bio });

test("a bio is saved as typed, can be emptied, and writes nothing if it didn't change", async () => {
  const me = await createAccountOwner();
  const saved = await save(me, "  Two\r\nlines 👩‍👩‍👧  ");
  expect([saved.status, saved.body]).toEqual([200, { message: "Bio saved." }]);
  expect(await runSql`select bio from users where id = ${me.id}`).toEqual([{ bio: "Two\nlines 👩‍👩‍👧" }]);
  expect((await save(me, "")).status).toBe(200);
  expect(await runSql`select bio from users where id = ${me.id}`).toEqual([{ bio: "" }]);
  const response = await save(me, "");
  expect([response.status, response.cost.written]).toEqual([200, 0]);
});

describe("a password change", () => {
  const NEW = "windmill otter 77";
  const change = (browser: Browser, input: object = {}, password = NEW) => {
    const all = { current_password: PASSWORD, password, password_confirmation: password, ...input };
    return browser.call(changePasswordRoute, all);
  };

  test("needs the current password, signs out every other browser and closes its sockets", async () => {
    const me = await createAccountOwner();
    const elsewhere = await Browser.signedIn(me);
    const socket = await connectSocket(elsewhere);
    const cookie = [...me.cookies.values()].join();
    const message = "Your password was changed, and every other browser is signed out.";
    expect((await change(me)).body).toEqual({ message });
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await socket.end()).toMatchObject({ code: CLOSE_CODES.sessionEnded });
    // This browser stays signed in, with a new secret.
    expect(await isSignedIn(me)).toBe(true);
    expect([...me.cookies.values()].join()).not.toBe(cookie);
    expect(await signInStatus(me.username)).toBe(422);
    expect(await signInStatus(me.username, NEW)).toBe(200);
    expect(await emailSubjectsTo(me.email)).toContain("Your password was changed on Bopolis");
  });

  test("invalidates copies of the old cookie and pending reset links", async () => {
    const me = await createAccountOwner();
    const thief = await Browser.visitor();
    thief.cookies.set("bopolis_session", me.cookies.get("bopolis_session") ?? "");
    await runSql`insert into tokens (id, kind, user_id, email, created_at, expires_at)
      values (${`reset${me.id}`}, 'reset', ${me.id}, ${me.email}, 1, ${Date.now() + 1e6})`;
    await change(me);
    expect(await isSignedIn(thief)).toBe(false);
    expect(await countRows("tokens", sql`user_id = ${me.id}`)).toBe(0);
  });

  test.each<[field: string, input: object, password: string, why: string]>([
    ["current_password", { current_password: "not it" }, NEW, "That's not your password."],
    ["password_confirmation", { password_confirmation: "other" }, NEW, "The two passwords don't match."],
    ["password", {}, "short", "Password must be at least 8 characters."],
    ["password", {}, PASSWORD, "That's already your password. Choose another one."],
    ["password", {}, "Long_enough_name", "Password must be more than your username."],
  ])("is rejected at its field %s with %j and %s", async (field, input, password, why) => {
    const me = await createAccountOwner(password === "Long_enough_name" ? { username: password } : {});
    const elsewhere = await Browser.signedIn(me);
    const { status, body } = await change(me, input, password);
    expect([status, body.errors]).toEqual([422, { [field]: [why] }]);
    expect(await signInStatus(me.username)).toBe(200);
    expect(await isSignedIn(elsewhere)).toBe(true);
  });

  test("succeeds once for two concurrent requests of one browser, which stays signed in", async () => {
    const me = await createAccountOwner();
    const passwords = ["windmill otter 78", "windmill otter 79"];
    const responses = await Promise.all(passwords.map((password) => change(me, {}, password)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await isSignedIn(me)).toBe(true);
    const works = await Promise.all(passwords.map((password) => signInStatus(me.username, password)));
    expect(works.sort()).toEqual([200, 422]);
  });
});

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

const elsewhere = async (user: TestUser): Promise<TestUser> =>
  Object.assign(await Browser.signedIn(user), { jobs: [] });

test("the sockets of a session close when it is signed out; those of other sessions stay open", async () => {
  const user = await signedInUser();
  const [here, there] = [await connectSocket(user), await connectSocket(await elsewhere(user))];
  const again = await connectSocket(user);
  expect((await user.call(logoutRoute)).status).toBe(200);
  for (const socket of [here, again]) expect((await socket.end()).code).toBe(CLOSE_CODES.sessionEnded);
  await there.settled();
  expect(there.closed).toBeNull();
});

test("the sockets of a session close in every session when the password is reset", async () => {
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

test("the sockets of a session don't prevent it from ending when they can't be closed", async () => {
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

test("the sockets of a session are left alone, without a query, when a visitor signs out", async () => {
  const response = await (await Browser.visitor()).call(logoutRoute);
  expect([response.status, response.cost.roundTrips]).toEqual([200, 0]);
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
