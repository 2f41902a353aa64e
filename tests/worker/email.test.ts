import { sql } from "drizzle-orm";
import { sessionRoute } from "#domain/auth/api.ts";
import {
  forgotPasswordRoute,
  registerRoute,
  resendVerificationRoute,
  resetPasswordRoute,
  verifyEmailRoute,
} from "#domain/auth/sign-in/api.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { changeEmailRoute, revertEmailRoute } from "#domain/settings/api.ts";
import {
  type AccountOwner,
  createAccountOwner,
  emailedToken,
  emailSubjectsTo,
  PASSWORD,
  signInStatus,
} from "#tests/support/account-owner.ts";
import { Browser, countRows, runSql, unique } from "#tests/support/browser.ts";
import { browserWith, signUpInput } from "#tests/support/sign-up.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { hashToken } from "#worker/http/session.ts";

describe("email verification", () => {
  async function unverified() {
    const browser = await browserWith();
    const input = signUpInput();
    await browser.call(registerRoute, input);
    return { browser, input, token: await emailedToken(input.email, "verify") };
  }
  /** Confirms the token of a mailed link: 200 once verified, 422 for a void link. */
  const confirm = async (browser: Browser, token: string) => {
    const { status, body } = await browser.call(verifyEmailRoute, { token });
    if (status === 422) expect(body.errors).toHaveProperty("token");
    return status;
  };
  const isVerified = async (browser: Browser) =>
    ((await browser.call(sessionRoute)).body.user as { email_verified: boolean }).email_verified;

  test("works once with the mailed link, from any browser, whatever scanners opened before, and not with a made-up one", async () => {
    const { browser, token } = await unverified();
    const scanner = await Browser.visitor();
    for (const method of ["HEAD", "GET", "OPTIONS", "GET", "HEAD"]) {
      const response = await scanner.fetch(`/email/verify/${token}`, { method });
      expect(response.cost.written, method).toBe(0);
      if (method !== "OPTIONS") expect(response.status, method).toBe(200);
    }
    expect(await isVerified(browser)).toBe(false);
    expect(await confirm(await Browser.visitor(), token)).toBe(200);
    expect(await isVerified(browser)).toBe(true);
    expect(await confirm(browser, token)).toBe(422);
    expect(await confirm(browser, "a".repeat(43))).toBe(422);
    for (const token of ["%00", "a".repeat(5_000)])
      expect((await browser.fetch(`/email/verify/${encodeURIComponent(token)}`)).status).toBe(404);
  });

  test("sends the link again on request, unless the address is already verified", async () => {
    const { browser, input, token } = await unverified();
    expect((await browser.call(resendVerificationRoute)).status).toBe(200);
    const second = await emailedToken(input.email, "verify");
    expect(second).not.toBe(token);
    expect(await confirm(browser, second)).toBe(200);
    const before = await countRows("mails");
    const response = await browser.call(resendVerificationRoute);
    expect(response.body.message).toBe("Your email address is already verified.");
    expect(await countRows("mails")).toBe(before);
  });

  test("rejects a link after three days or for an address that was given up, and that of a password reset", async () => {
    const { browser, input, token } = await unverified();
    await browser.call(forgotPasswordRoute, { email: input.email });
    expect(await confirm(browser, await emailedToken(input.email, "reset-password"))).toBe(422);
    const moveTo = (email: string) =>
      runSql`update users set email = ${email} where username = ${input.username}`;
    await moveTo(`other_${unique()}@example.com`);
    expect(await confirm(browser, token)).toBe(422);
    await moveTo(input.email);
    await runSql`update tokens set expires_at = ${Date.now() - 1} where id = ${hashToken(token)}`;
    expect(await confirm(browser, token)).toBe(422);
    expect(await isVerified(browser)).toBe(false);
  });
});

const DAY = 24 * 60 * 60 * 1000;
const SUBJECT = "Your Bopolis account has a new email address";
const VERIFY = "Confirm your email address for Bopolis";

const fresh = () => `fresh_${unique()}@example.com`;
const change = (browser: Browser, email: string, password = PASSWORD) =>
  browser.call(changeEmailRoute, { email, password });
const revert = async (token: string, browser?: Browser) =>
  (browser ?? (await Browser.visitor())).call(revertEmailRoute, { token });
const isSignedIn = async (browser: Browser) => (await browser.call(sessionRoute)).body.user !== null;
const emailOf = async ({ id }: { id: number }) => {
  const [row] = await runSql<{ email: string; verified: 0 | 1 }>`select email,
    email_verified_at is not null as verified from users where id = ${id}`;
  return row;
};
const verify = async (browser: Browser, email: string) =>
  browser.call(verifyEmailRoute, { token: await emailedToken(email, "email/verify") });

/** A member whose email address was changed to each of these in turn. */
async function changed(...emails: string[]): Promise<AccountOwner> {
  const me = await createAccountOwner();
  for (const email of emails) {
    expect((await change(me, email)).status).toBe(200);
    expect((await verify(me, email)).status).toBe(200);
  }
  return me;
}

describe("an email change", () => {
  test("needs the password, mails both addresses, unverifies the address and renews the session secret", async () => {
    const me = await createAccountOwner();
    const elsewhere = await Browser.signedIn(me);
    const cookie = me.cookies.get("bopolis_session");
    const email = fresh();
    expect((await change(me, ` ${email.toUpperCase()} `)).body).toEqual({
      message: `Your email address was changed. Open the link we sent to ${email} to verify it.`,
    });
    expect(await emailOf(me)).toEqual({ email, verified: 0 });
    expect(await emailSubjectsTo(email)).toEqual([VERIFY]);
    expect(await emailSubjectsTo(me.email)).toEqual([SUBJECT]);
    expect(me.cookies.get("bopolis_session")).not.toBe(cookie);
    expect(await isSignedIn(me)).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect((await verify(elsewhere, email)).status).toBe(200);
    expect(await emailOf(me)).toEqual({ email, verified: 1 });
  });

  test("from an address that was never verified sends it no mail and can't be reverted", async () => {
    const me = await createAccountOwner({ email_verified_at: null });
    await change(me, fresh());
    expect(await emailSubjectsTo(me.email)).toEqual([]);
    expect(await countRows("tokens", sql`user_id = ${me.id} and kind = 'revert'`)).toBe(0);
  });

  test("is rejected without the password, to the same or an invalid address, and voids pending links to the old one", async () => {
    const me = await createAccountOwner();
    for (const [email, password, errors] of [
      [fresh(), "not it", { password: ["That's not your password."] }],
      [fresh(), "", { password: ["Password is required."] }],
      [me.email.toUpperCase(), PASSWORD, { email: ["That's already your email address."] }],
      ["unknown", PASSWORD, { email: ["Email address must look like name@example.com."] }],
    ] as const) {
      const response = await change(me, email, password);
      expect([response.status, response.body.errors]).toEqual([422, errors]);
      expect(response.cost.written).toBe(0);
    }
    expect(await emailOf(me)).toEqual({ email: me.email, verified: 1 });
    for (const kind of ["verify", "reset"])
      await runSql`insert into tokens (id, kind, user_id, email, created_at, expires_at)
        values (${`${kind}${me.id}`}, ${kind}, ${me.id}, ${me.email}, 1, ${Date.now() + DAY})`;
    await change(me, fresh());
    expect(await runSql`select kind from tokens where user_id = ${me.id} order by kind`).toEqual([
      { kind: "revert" },
      { kind: "verify" },
    ]);
  });

  test("is rejected to another member's address or to one that can still be reverted", async () => {
    const [me, other] = [await createAccountOwner(), await createAccountOwner()];
    const errors = { email: ["This email address already has an account."] };
    const rejected = await change(me, other.email);
    expect([rejected.status, rejected.body.errors]).toEqual([422, errors]);
    expect((await change(other, fresh())).status).toBe(200);
    const held = await change(me, other.email);
    expect([held.status, held.body.errors]).toEqual([422, errors]);
    const input = signUpInput({ email: other.email });
    expect((await (await Browser.visitor()).call(registerRoute, input)).status).toBe(422);
    // It is free a week later.
    await runSql`update tokens set expires_at = ${Date.now() - 1} where user_id = ${other.id}`;
    expect((await change(me, other.email)).status).toBe(200);
  });

  test("is limited to five times an hour", async () => {
    const me = await createAccountOwner();
    me.variant = { ...me.variant, RATE_LIMITS: "on" };
    for (let n = 0; n < 5; n++) expect((await change(me, fresh())).status).toBe(200);
    expect((await change(me, fresh())).status).toBe(429);
  });

  test("can be undone by its owner", async () => {
    const me = await changed(fresh());
    expect((await change(me, me.email)).status).toBe(200);
    expect(await emailOf(me)).toEqual({ email: me.email, verified: 0 });
  });

  test("succeeds once for two concurrent changes, from one browser or two", async () => {
    for (const twice of [false, true]) {
      const me = await createAccountOwner();
      const second = twice ? await Browser.signedIn(me) : me;
      const emails = [fresh(), fresh()];
      const responses = await Promise.all([change(me, emails[0] ?? ""), change(second, emails[1] ?? "")]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = emails[responses.findIndex(({ status }) => status === 200)] ?? "";
      expect(await emailOf(me)).toMatchObject({ email: winner });
      expect((await Promise.all(emails.map(emailSubjectsTo))).flat()).toEqual([VERIFY]);
      expect(await countRows("tokens", sql`user_id = ${me.id}`)).toBe(2);
      for (const browser of [me, second]) expect(await isSignedIn(browser)).toBe(true);
    }
  });

  test("to the same address by two members succeeds for one", async () => {
    const people = [await createAccountOwner(), await createAccountOwner()];
    const email = fresh();
    const responses = await Promise.all(people.map((browser) => change(browser, email)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await countRows("users", sql`email = ${email}`)).toBe(1);
    for (const browser of people) expect(await isSignedIn(browser)).toBe(true);
  });
});

describe("reverting an email change", () => {
  test("restores the verified address, signs out every browser and asks for a new password, once", async () => {
    const me = await changed(fresh());
    const elsewhere = await Browser.signedIn(me);
    const socket = await connectSocket(elsewhere);
    const token = await emailedToken(me.email, "email/revert");
    const response = await revert(token);
    expect(response.body).toEqual({
      message: "Your old email address is back, and every browser is signed out. Choose a new password now.",
      reset_token: expect.any(String),
    });
    expect(await emailOf(me)).toEqual({ email: me.email, verified: 1 });
    expect(await socket.end()).toMatchObject({ code: CLOSE_CODES.sessionEnded });
    for (const browser of [me, elsewhere]) expect(await isSignedIn(browser)).toBe(false);
    // The thief knows the password, so it stops working.
    expect(await signInStatus(me.username)).toBe(422);
    const password = "windmill otter 77";
    const input = { token: response.body.reset_token, password, password_confirmation: password };
    expect((await (await Browser.visitor()).call(resetPasswordRoute, input)).status).toBe(200);
    expect(await signInStatus(me.email, password)).toBe(200);
    const again = await revert(token);
    expect([again.status, again.body]).toMatchObject([
      422,
      { code: "token_expired", message: "This link has expired or was already used." },
    ]);
  });

  test("also reverts later changes, in whatever order the links are opened", async () => {
    const [second, third] = [fresh(), fresh()];
    for (const first of [false, true]) {
      const me = await changed(second, third);
      const oldest = await emailedToken(me.email, "email/revert");
      const newer = await emailedToken(second, "email/revert");
      if (first) {
        // The thief's link restores the thief's address but doesn't prevent reverting the first change.
        expect((await revert(newer)).status).toBe(200);
        expect(await emailOf(me)).toMatchObject({ email: second });
      }
      expect((await revert(oldest)).status).toBe(200);
      expect(await emailOf(me)).toEqual({ email: me.email, verified: 1 });
      expect((await revert(newer)).status).toBe(422);
      expect(await emailOf(me)).toEqual({ email: me.email, verified: 1 });
      expect(await runSql`select kind from tokens where user_id = ${me.id}`).toEqual([{ kind: "reset" }]);
    }
  });

  test("removes two-factor set up after it and keeps two-factor from before", async () => {
    for (const [before, remaining] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const me = await changed(fresh());
      await runSql`update users set two_factor_at = ${before ? 5 : Date.now() + 5}, two_factor_secret = 'x'
        where id = ${me.id}`;
      await runSql`insert into recovery_codes (user_id, hash) values (${me.id}, 'a')`;
      await runSql`insert into known_browsers (user_id, browser, created_at) values (${me.id}, 'thief', 1)`;
      expect((await revert(await emailedToken(me.email, "email/revert"))).status).toBe(200);
      expect(
        await countRows("users", sql`id = ${me.id} and two_factor_secret = 'x' and two_factor_at = 5`),
      ).toBe(remaining);
      expect(await countRows("recovery_codes", sql`user_id = ${me.id}`)).toBe(remaining);
      expect(await countRows("known_browsers", sql`user_id = ${me.id}`)).toBe(0);
    }
  });

  test("works once when the link is opened several times at once", async () => {
    const me = await changed(fresh());
    const token = await emailedToken(me.email, "email/revert");
    const responses = await Promise.all(Array.from({ length: 5 }, () => revert(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    expect(await countRows("tokens", sql`user_id = ${me.id}`)).toBe(1);
  });

  test("is possible for seven days and with no other kind of link", async () => {
    const me = await createAccountOwner();
    const email = fresh();
    await change(me, email);
    expect((await revert(await emailedToken(email, "email/verify"))).status).toBe(422);
    await runSql`update tokens set expires_at = ${Date.now() - 1} where user_id = ${me.id}
      and kind = 'revert'`;
    expect((await revert(await emailedToken(me.email, "email/revert"))).status).toBe(422);
    expect(await emailOf(me)).toEqual({ email, verified: 0 });
  });

  test("works while the thief changes the address once more", async () => {
    const me = await changed(fresh());
    const token = await emailedToken(me.email, "email/revert");
    const [, reverted] = await Promise.all([change(me, fresh()), revert(token)]);
    expect(reverted.status).toBe(200);
    const { email } = (await emailOf(me)) ?? {};
    // If the thief came last, their change replaced the old address and can be reverted again.
    if (email !== me.email)
      expect((await revert(await emailedToken(me.email, "email/revert"))).status).toBe(200);
    expect(await emailOf(me)).toEqual({ email: me.email, verified: 1 });
  });
});
