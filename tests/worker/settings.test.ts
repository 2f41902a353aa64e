import { sql } from "drizzle-orm";
import { sessionRoute } from "#domain/auth/api.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { changePasswordRoute, updateBioRoute, userDetailsRoute } from "#domain/settings/api.ts";
import {
  type AccountOwner,
  createAccountOwner,
  emailSubjectsTo,
  PASSWORD,
  signInStatus,
} from "#tests/support/account-owner.ts";
import { Browser, countRows, runSql } from "#tests/support/browser.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";

const isSignedIn = async (browser: Browser) => (await browser.call(sessionRoute)).body.user !== null;

describe("POST /api/auth/user/details", () => {
  test("returns all settings in one D1 round trip", async () => {
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

  test("returns no link, no end of Gold and no recovery codes where there are none", async () => {
    const me = await createAccountOwner({ email_verified_at: null });
    const off = { has_gold: false, email_verified: false, "2fa": false };
    const { body } = await me.call(userDetailsRoute);
    expect(body).toMatchObject({ discord_link: null, gold_ends_at: null, ...off, recovery_codes_left: 0 });
  });
});

describe("a bio", () => {
  const save = (me: AccountOwner, bio: unknown) => me.call(updateBioRoute, { bio });

  test("is saved as typed and can be emptied", async () => {
    const me = await createAccountOwner();
    const saved = await save(me, "  Two\r\nlines 👩‍👩‍👧  ");
    expect([saved.status, saved.body]).toEqual([200, { message: "Bio saved." }]);
    expect(await runSql`select bio from users where id = ${me.id}`).toEqual([{ bio: "Two\nlines 👩‍👩‍👧" }]);
    expect((await save(me, "")).status).toBe(200);
    expect(await runSql`select bio from users where id = ${me.id}`).toEqual([{ bio: "" }]);
  });

  test("that didn't change writes nothing", async () => {
    const me = await createAccountOwner({ bio: "Same" });
    const response = await save(me, "Same");
    expect([response.status, response.cost.written]).toEqual([200, 0]);
  });
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
