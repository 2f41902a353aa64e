import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { registerRoute, resetPasswordRoute, verifyEmailRoute } from "#domain/auth/sign-in-api.ts";
import { CLOSE } from "#domain/live/frames.ts";
import { changeEmailRoute, revertEmailRoute } from "#domain/settings/api.ts";
import { mailedToken, mailsTo, type Owner, owner, PASSWORD, signInStatus } from "#tests/support/account.ts";
import { Browser, countRows, db, unique } from "#tests/support/browser.ts";
import { listen } from "#tests/support/socket.ts";

const run = <R = unknown>(template: ReturnType<typeof sql>) => db.all(statement<R>(template));
const DAY = 24 * 60 * 60 * 1000;
const SUBJECT = "Your Bopolis account has another e-mail address";
const VERIFY = "Confirm your e-mail address for Bopolis";

const fresh = () => `fresh_${unique()}@example.com`;
const change = (browser: Browser, email: string, password = PASSWORD) =>
  browser.call(changeEmailRoute, { input: { email, password } });
const revert = async (token: string, browser?: Browser) =>
  (browser ?? (await Browser.visitor())).call(revertEmailRoute, { input: { token } });
const isSignedIn = async (browser: Browser) => (await browser.call(sessionRoute)).body.user !== null;
const addressOf = async ({ id }: { id: number }) => {
  const [row] = await run<{ email: string; verified: 0 | 1 }>(
    sql`select email, email_verified_at is not null as verified from users where id = ${id}`,
  );
  return row;
};
const register = async (email: string) => {
  const input = {
    username: `taker_${unique()}`,
    email,
    password: "windmill otter 77",
    password_confirmation: "windmill otter 77",
  };
  return (await Browser.visitor()).call(registerRoute, { input });
};

const verify = async (browser: Browser, email: string) =>
  browser.call(verifyEmailRoute, { input: { token: await mailedToken(email, "email/verify") } });

/** Somebody whose address was changed, once for each. */
async function changed(...emails: string[]): Promise<Owner> {
  const me = await owner();
  for (const email of emails) {
    expect((await change(me.browser, email)).status).toBe(200);
    expect((await verify(me.browser, email)).status).toBe(200);
  }
  return me;
}

describe("an e-mail address", () => {
  test("is changed with the password: unverified then, with a mail to either address and another secret for the session", async () => {
    const me = await owner();
    const elsewhere = await Browser.signedIn(me);
    const cookie = me.browser.cookies.get("bopolis_session");
    const email = fresh();
    const answer = await change(me.browser, ` ${email.toUpperCase()} `);
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: `Your e-mail address is changed. Open the link that we sent to ${email} to verify it.` },
    ]);
    expect(await addressOf(me)).toEqual({ email, verified: 0 });
    expect(await mailsTo(email)).toEqual([VERIFY]);
    expect(await mailsTo(me.email)).toEqual([SUBJECT]);
    expect(me.browser.cookies.get("bopolis_session")).not.toBe(cookie);
    expect(await isSignedIn(me.browser)).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect((await verify(elsewhere, email)).status).toBe(200);
    expect(await addressOf(me)).toEqual({ email, verified: 1 });
  });

  test("that was never verified gets no mail and can't be taken back", async () => {
    const me = await owner({ email_verified_at: null });
    await change(me.browser, fresh());
    expect(await mailsTo(me.email)).toEqual([]);
    expect(await countRows("tokens", sql`user_id = ${me.id} and kind = 'revert'`)).toBe(0);
  });

  test("voids what was on its way to the old one", async () => {
    const me = await owner();
    for (const kind of ["verify", "reset"])
      await run(sql`insert into tokens (id, kind, user_id, email, created_at, expires_at)
        values (${`${kind}${me.id}`}, ${kind}, ${me.id}, ${me.email}, 1, ${Date.now() + DAY})`);
    await change(me.browser, fresh());
    expect(await run(sql`select kind from tokens where user_id = ${me.id} order by kind`)).toEqual([
      { kind: "revert" },
      { kind: "verify" },
    ]);
  });

  test("is not changed without the password, to what it is, or to what is no address", async () => {
    const me = await owner();
    for (const [email, password, errors] of [
      [fresh(), "not it", { password: ["That is not your password."] }],
      [fresh(), "", { password: ["Password is required."] }],
      [me.email.toUpperCase(), PASSWORD, { email: ["This is your e-mail address already."] }],
      ["nobody", PASSWORD, { email: ["E-mail address must look like name@example.com."] }],
    ] as const) {
      const answer = await change(me.browser, email, password);
      expect([answer.status, answer.body.errors]).toEqual([422, errors]);
      expect(answer.cost.written).toBe(0);
    }
    expect(await addressOf(me)).toEqual({ email: me.email, verified: 1 });
  });

  test("is not changed to somebody else's, nor to one that somebody else can take back", async () => {
    const [me, other] = [await owner(), await owner()];
    const errors = { email: ["There is an account with this e-mail address already."] };
    const refused = await change(me.browser, other.email);
    expect([refused.status, refused.body.errors]).toEqual([422, errors]);
    expect((await change(other.browser, fresh())).status).toBe(200);
    const held = await change(me.browser, other.email);
    expect([held.status, held.body.errors]).toEqual([422, errors]);
    expect((await register(other.email)).status).toBe(422);
    // A week later it is free.
    await run(sql`update tokens set expires_at = ${Date.now() - 1} where user_id = ${other.id}`);
    expect((await change(me.browser, other.email)).status).toBe(200);
  });

  test("is changed five times an hour at most", async () => {
    const me = await owner();
    me.browser.variant = { ...me.browser.variant, RATE_LIMITS: "on" };
    for (let n = 0; n < 5; n++) expect((await change(me.browser, fresh())).status).toBe(200);
    expect((await change(me.browser, fresh())).status).toBe(429);
  });

  test("may be changed back by its owner", async () => {
    const me = await changed(fresh());
    expect((await change(me.browser, me.email)).status).toBe(200);
    expect(await addressOf(me)).toEqual({ email: me.email, verified: 0 });
  });

  test("of two changes at once one counts, from one browser or two", async () => {
    for (const twice of [false, true]) {
      const me = await owner();
      const second = twice ? await Browser.signedIn(me) : me.browser;
      const emails = [fresh(), fresh()];
      const answers = await Promise.all([
        change(me.browser, emails[0] ?? ""),
        change(second, emails[1] ?? ""),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = emails[answers.findIndex(({ status }) => status === 200)] ?? "";
      expect(await addressOf(me)).toMatchObject({ email: winner });
      expect((await Promise.all(emails.map(mailsTo))).flat()).toEqual([VERIFY]);
      expect(await countRows("tokens", sql`user_id = ${me.id}`)).toBe(2);
      for (const browser of [me.browser, second]) expect(await isSignedIn(browser)).toBe(true);
    }
  });

  test("that two people want at once is one's", async () => {
    const people = [await owner(), await owner()];
    const email = fresh();
    const answers = await Promise.all(people.map(({ browser }) => change(browser, email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await countRows("users", sql`email = ${email}`)).toBe(1);
    for (const { browser } of people) expect(await isSignedIn(browser)).toBe(true);
  });
});

describe("a changed address is taken back", () => {
  test("by the mailed link, once: verified as it was, every browser signed out, and a new password is chosen", async () => {
    const me = await changed(fresh());
    const elsewhere = await Browser.signedIn(me);
    const socket = await listen({ browser: elsewhere });
    const token = await mailedToken(me.email, "email/revert");
    const answer = await revert(token);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        message:
          "Your old e-mail address is back, and every browser is signed out. Choose a new password now.",
        reset_token: expect.any(String),
      },
    ]);
    expect(await addressOf(me)).toEqual({ email: me.email, verified: 1 });
    expect(await socket.end()).toMatchObject({ code: CLOSE.sessionEnded });
    for (const browser of [me.browser, elsewhere]) expect(await isSignedIn(browser)).toBe(false);
    // Whoever changed the address knows the password, so it opens nothing any more.
    expect(await signInStatus(me.username)).toBe(422);
    const input = {
      token: answer.body.reset_token,
      password: "windmill otter 77",
      password_confirmation: "windmill otter 77",
    };
    expect((await (await Browser.visitor()).call(resetPasswordRoute, { input })).status).toBe(200);
    expect(await signInStatus(me.email, "windmill otter 77")).toBe(200);
    const again = await revert(token);
    expect([again.status, again.body]).toMatchObject([
      422,
      { code: "token_expired", message: "This link has been used or has expired." },
    ]);
  });

  test("with everything that came after it, in whatever order the links are followed", async () => {
    const [second, third] = [fresh(), fresh()];
    for (const first of [false, true]) {
      const me = await changed(second, third);
      const oldest = await mailedToken(me.email, "email/revert");
      const newer = await mailedToken(second, "email/revert");
      if (first) {
        // The thief's own link gives them their address back, and keeps nobody from taking back the first change.
        expect((await revert(newer)).status).toBe(200);
        expect(await addressOf(me)).toMatchObject({ email: second });
      }
      expect((await revert(oldest)).status).toBe(200);
      expect(await addressOf(me)).toEqual({ email: me.email, verified: 1 });
      expect((await revert(newer)).status).toBe(422);
      expect(await addressOf(me)).toEqual({ email: me.email, verified: 1 });
      expect(await run(sql`select kind from tokens where user_id = ${me.id}`)).toEqual([{ kind: "reset" }]);
    }
  });

  test("with a second factor that came after it, and without one that was there before", async () => {
    for (const [before, kept] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const me = await changed(fresh());
      await run(
        sql`update users set two_factor_at = ${before ? 5 : Date.now() + 5}, two_factor_secret = 'x' where id = ${me.id}`,
      );
      await run(sql`insert into recovery_codes (user_id, hash) values (${me.id}, 'a')`);
      await run(sql`insert into known_browsers (user_id, browser, created_at) values (${me.id}, 'thief', 1)`);
      expect((await revert(await mailedToken(me.email, "email/revert"))).status).toBe(200);
      expect(
        await countRows("users", sql`id = ${me.id} and two_factor_secret = 'x' and two_factor_at = 5`),
      ).toBe(kept);
      expect(await countRows("recovery_codes", sql`user_id = ${me.id}`)).toBe(kept);
      expect(await countRows("known_browsers", sql`user_id = ${me.id}`)).toBe(0);
    }
  });

  test("once, when the link is followed many times at once", async () => {
    const me = await changed(fresh());
    const token = await mailedToken(me.email, "email/revert");
    const answers = await Promise.all(Array.from({ length: 5 }, () => revert(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    expect(await countRows("tokens", sql`user_id = ${me.id}`)).toBe(1);
  });

  test("for seven days, and by no link of another kind", async () => {
    const me = await owner();
    const email = fresh();
    await change(me.browser, email);
    expect((await revert(await mailedToken(email, "email/verify"))).status).toBe(422);
    await run(
      sql`update tokens set expires_at = ${Date.now() - 1} where user_id = ${me.id} and kind = 'revert'`,
    );
    expect((await revert(await mailedToken(me.email, "email/revert"))).status).toBe(422);
    expect(await addressOf(me)).toEqual({ email, verified: 0 });
  });

  test("while the thief changes it once more", async () => {
    const me = await changed(fresh());
    const token = await mailedToken(me.email, "email/revert");
    const [, reverted] = await Promise.all([change(me.browser, fresh()), revert(token)]);
    expect(reverted.status).toBe(200);
    const { email } = (await addressOf(me)) ?? {};
    // Where the thief was last, their change has been made of the old address and can be taken back again.
    if (email !== me.email)
      expect((await revert(await mailedToken(me.email, "email/revert"))).status).toBe(200);
    expect(await addressOf(me)).toEqual({ email: me.email, verified: 1 });
  });
});
