import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { CLOSE } from "#domain/live/frames.ts";
import {
  changePasswordRoute,
  type UserDetails,
  updateBioRoute,
  userDetailsRoute,
} from "#domain/settings/api.ts";
import { mailsTo, type Owner, owner, PASSWORD, signInStatus } from "#tests/support/account.ts";
import { Browser, countRows, db } from "#tests/support/browser.ts";
import { person } from "#tests/support/people.ts";
import { listen } from "#tests/support/socket.ts";

const run = <R = unknown>(template: ReturnType<typeof sql>) => db.all(statement<R>(template));
const isSignedIn = async (browser: Browser) => (await browser.call(sessionRoute)).body.user !== null;

describe("one's own account", () => {
  const details = async (browser: Browser) => (await browser.call(userDetailsRoute)).body as UserDetails;

  test("is told with all that the settings show, in one round", async () => {
    const me = await owner({
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
    await run(sql`insert into recovery_codes (user_id, hash) values (${me.id}, 'a'), (${me.id}, 'b')`);
    await run(sql`insert into discord_links (user_id, discord_id, username, global_name, linked_at)
      values (${me.id}, '81', 'ada', 'Ada L', 1)`);
    await run(
      sql`insert into blocks (user_id, blocked_id, created_at) values (${me.id}, ${(await person()).id}, 1)`,
    );
    const answer = await me.browser.call(userDetailsRoute);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.cost.rounds).toBe(1);
    expect(answer.body).toMatchObject({
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
    expect(JSON.stringify(answer.body)).not.toMatch(/scrypt|hash|secret/);
  });

  test("has no link, no end of Gold and no codes where there are none", async () => {
    const me = await owner({ email_verified_at: null });
    expect(await details(me.browser)).toMatchObject({
      discord_link: null,
      gold_ends_at: null,
      has_gold: false,
      email_verified: false,
      "2fa": false,
      recovery_codes_left: 0,
    });
  });

  test("is shown to a banned member, and to nobody without a session", async () => {
    expect((await (await Browser.visitor()).call(userDetailsRoute)).status).toBe(401);
    const banned = await owner({ banned_at: 1, ban_reason: "Spam" });
    expect((await banned.browser.call(userDetailsRoute)).status).toBe(200);
  });
});

describe("a bio", () => {
  const save = (me: Owner, bio: unknown) => me.browser.call(updateBioRoute, { input: { bio } });

  test("is saved as typed, and can be emptied", async () => {
    const me = await owner();
    const saved = await save(me, "  Two\r\nlines 👩‍👩‍👧  ");
    expect([saved.status, saved.body]).toEqual([200, { message: "Your bio has been saved." }]);
    expect(await run(sql`select bio from users where id = ${me.id}`)).toEqual([{ bio: "Two\nlines 👩‍👩‍👧" }]);
    expect((await save(me, "")).status).toBe(200);
    expect(await run(sql`select bio from users where id = ${me.id}`)).toEqual([{ bio: "" }]);
  });

  test("that is what it was writes nothing", async () => {
    const me = await owner({ bio: "Same" });
    const answer = await save(me, "Same");
    expect([answer.status, answer.cost.written]).toEqual([200, 0]);
  });

  test("has at most 1,000 characters as people count them", async () => {
    const me = await owner();
    expect((await save(me, "👩‍👩‍👧".repeat(1_000))).status).toBe(200);
    const answer = await save(me, "a".repeat(1_001));
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { bio: ["Bio must be at most 1000 characters."] },
    ]);
  });
});

describe("a password", () => {
  const NEW = "windmill otter 77";
  const change = (browser: Browser, input: object = {}) =>
    browser.call(changePasswordRoute, {
      input: { current_password: PASSWORD, password: NEW, password_confirmation: NEW, ...input },
    });

  test("is changed with the current one; every other browser is signed out and its sockets are cut", async () => {
    const me = await owner();
    const elsewhere = await Browser.signedIn(me);
    const socket = await listen({ browser: elsewhere });
    const cookie = [...me.browser.cookies.values()].join();
    const answer = await change(me.browser);
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: "Your password is changed, and every other browser is signed out." },
    ]);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await socket.end()).toMatchObject({ code: CLOSE.sessionEnded });
    // This browser goes on, with another secret.
    expect(await isSignedIn(me.browser)).toBe(true);
    expect([...me.browser.cookies.values()].join()).not.toBe(cookie);
    expect(await signInStatus(me.username)).toBe(422);
    expect(await signInStatus(me.username, NEW)).toBe(200);
    expect(await mailsTo(me.email)).toContain("Your password is changed on Bopolis");
  });

  test("is not changed by a copy of the cookie that the change has replaced", async () => {
    const me = await owner();
    const thief = await Browser.visitor();
    thief.cookies.set("bopolis_session", me.browser.cookies.get("bopolis_session") ?? "");
    await change(me.browser);
    expect(await isSignedIn(thief)).toBe(false);
  });

  test("links to choose one that were on their way are void", async () => {
    const me = await owner();
    await run(sql`insert into tokens (id, kind, user_id, email, created_at, expires_at)
      values (${`reset${me.id}`}, 'reset', ${me.id}, ${me.email}, 1, ${Date.now() + 1e6})`);
    await change(me.browser);
    expect(await countRows("tokens", sql`user_id = ${me.id}`)).toBe(0);
  });

  test.each([
    [{ current_password: "not it" }, { current_password: ["That is not your password."] }],
    [{ current_password: "" }, { current_password: ["Current password is required."] }],
    [{ password_confirmation: "other" }, { password_confirmation: ["The two passwords are not the same."] }],
    [
      { password: "short", password_confirmation: "short" },
      { password: ["Password must be at least 8 characters."] },
    ],
    [
      { password: PASSWORD, password_confirmation: PASSWORD },
      { password: ["This is your password already. Choose another one."] },
    ],
  ])("is refused at its field: %j", async (input, errors) => {
    const me = await owner();
    const elsewhere = await Browser.signedIn(me);
    const answer = await change(me.browser, input);
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
    expect(await signInStatus(me.username)).toBe(200);
    expect(await isSignedIn(elsewhere)).toBe(true);
  });

  test("that is the username is refused", async () => {
    const me = await owner({ username: "long_enough_name" });
    const answer = await change(me.browser, {
      password: "Long_enough_name",
      password_confirmation: "Long_enough_name",
    });
    expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, ["password"]]);
  });

  test("of two changes at once in one browser one counts, and the browser stays signed in", async () => {
    const me = await owner();
    const passwords = ["windmill otter 78", "windmill otter 79"];
    const answers = await Promise.all(
      passwords.map((password) => change(me.browser, { password, password_confirmation: password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await isSignedIn(me.browser)).toBe(true);
    const works = await Promise.all(passwords.map((password) => signInStatus(me.username, password)));
    expect(works.sort()).toEqual([200, 422]);
  });
});
