import { sql } from "drizzle-orm";
import { logoutRoute, sessionRoute } from "#domain/auth/api.ts";
import { forgotPasswordRoute, registerRoute, resetPasswordRoute } from "#domain/auth/sign-in/api.ts";
import { API_ERRORS } from "#domain/errors.ts";
import { emailedToken, emailSubjectsTo } from "#tests/support/account-owner.ts";
import { addUser, Browser, countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { addMember, browserWith, currentUsername, signUpInput } from "#tests/support/sign-up.ts";
import { submitPassword } from "#tests/support/two-factor.ts";
import { faultyDatabase } from "#tests/support/with-session.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { hashToken, SESSION_COOKIE } from "#worker/http/session.ts";

const HOUR = 3_600_000;

describe("a password reset", () => {
  const CHANGED = "battery staple";
  const reset = (browser: Browser, token: string, password = CHANGED, password_confirmation = password) =>
    browser.call(resetPasswordRoute, { token, password, password_confirmation });
  async function forget(email: string): Promise<{ browser: Browser; token: string }> {
    const browser = await browserWith();
    const response = await browser.call(forgotPasswordRoute, { email });
    expect(response.status).toBe(200);
    return { browser, token: await emailedToken(email, "reset-password") };
  }

  test("sets the new password once by the mailed link, verifies the email address and ends every session", async () => {
    const user = await addMember({ email_verified_at: null });
    const elsewhere = await Browser.signedIn(user);
    const { browser, token } = await forget(user.email);
    expect((await reset(browser, token)).status).toBe(200);
    expect(await currentUsername(elsewhere)).toBeNull();
    expect((await submitPassword(browser, user.username)).status).toBe(422);
    const signedIn = await submitPassword(browser, user.username, CHANGED);
    expect(signedIn.body.user).toMatchObject({ email_verified: true });
    const { status, body } = await reset(browser, token, "third time");
    const expired = [422, "token_expired", { token: [API_ERRORS.token_expired[1]] }];
    expect([status, body.code, body.errors]).toEqual(expired);
    expect(await currentUsername(browser)).toBe(user.username);
  });

  test("isn't promised while the database is away", async () => {
    const browser = await browserWith({ DB: faultyDatabase(testEnv.DB, () => "away").database });
    const response = await browser.call(forgotPasswordRoute, { email: "a@example.com" });
    expect([response.status, response.body.code]).toEqual([503, "unavailable"]);
    expectWorkerErrors();
  });

  test("mails a link to the configured origin, whatever host the request names", async () => {
    const user = await addMember();
    const browser = await browserWith({ ORIGIN: "https://bopolis.example" });
    await browser.call(forgotPasswordRoute, { email: user.email });
    const [mail] = await runSql`select body from mails where recipient = ${user.email}`;
    expect(mail?.body).toContain("https://bopolis.example/reset-password/");
    expect(mail?.body).not.toContain("bopolis.test");
  });

  test("returns the same response for an unknown email address and sends no mail", async () => {
    const { email } = await addMember();
    const browser = await browserWith();
    const before = await countRows("mails");
    const known = await browser.call(forgotPasswordRoute, { email });
    expect(await countRows("mails")).toBe(before + 1);
    const unknown = await browser.call(forgotPasswordRoute, { email: "unknown@example.com" });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(await countRows("mails")).toBe(before + 1);
  });

  test("has a link that expires after an hour", async () => {
    const { email } = await addMember();
    const { browser, token } = await forget(email);
    const [row] = await runSql`select expires_at from tokens where id = ${hashToken(token)}`;
    expect(Number(row?.expires_at)).toBeLessThanOrEqual(Date.now() + HOUR);
    await runSql`update tokens set expires_at = ${Date.now() - 1} where id = ${hashToken(token)}`;
    expect((await reset(browser, token)).body).toMatchObject({ code: "token_expired" });
  });

  test("has a link that is void once the account has another email address", async () => {
    const { id, email, username } = await addMember();
    const { browser, token } = await forget(email);
    await runSql`update users set email = ${`moved_${id}@example.com`} where id = ${id}`;
    expect((await reset(browser, token)).status).toBe(422);
    expect((await submitPassword(browser, username)).status).toBe(200);
  });

  test("has links that are valid side by side until one of them is used", async () => {
    const { email } = await addMember();
    const first = await forget(email);
    const second = await forget(email);
    expect(second.token).not.toBe(first.token);
    expect((await reset(first.browser, first.token)).status).toBe(200);
    expect((await reset(second.browser, second.token)).status).toBe(422);
  });

  test("rejects a weak or mistyped password at its field and leaves the link valid", async () => {
    const { email, username } = await addMember();
    const { browser, token } = await forget(email);
    for (const password of ["sunshine123", `${username}1`, "short"]) {
      const { status, body } = await reset(browser, token, password);
      expect([status, Object.keys(body.errors as object)]).toEqual([422, ["password"]]);
    }
    const { body } = await reset(browser, token, CHANGED, "something");
    expect(Object.keys(body.errors as object)).toEqual(["password_confirmation"]);
    expect((await reset(browser, token)).status).toBe(200);
  });

  test("sends a mail, forgets the known browsers of the account, and keeps two-factor on", async () => {
    const { id, email, username } = await addMember({ two_factor_at: 1 });
    await runSql`insert into known_browsers values (${id}, 'old', 1)`;
    const { browser, token } = await forget(email);
    expect((await reset(browser, token)).status).toBe(200);
    expect((await emailSubjectsTo(email)).at(-1)).toBe("Your password was changed on Bopolis");
    expect(await countRows("known_browsers", sql`user_id = ${id}`)).toBe(0);
    expect((await submitPassword(browser, username, CHANGED)).body).toEqual({ two_factor: true });
    expect(await currentUsername(browser)).toBeNull();
  });

  test("sets one of two passwords when its link is used twice at once", async () => {
    const { email, username } = await addMember();
    const { browser, token } = await forget(email);
    const passwords = ["first of two", "second of two"];
    const responses = await Promise.all(passwords.map((password) => reset(browser, token, password)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    const winner = passwords[responses.findIndex(({ status }) => status === 200)];
    expect((await submitPassword(browser, username, winner)).status).toBe(200);
  });

  test("rejects the token of an email verification link", async () => {
    const browser = await browserWith();
    const input = signUpInput();
    await browser.call(registerRoute, input);
    expect((await reset(browser, await emailedToken(input.email, "verify"))).status).toBe(422);
    expect((await submitPassword(browser, input.username)).status).toBe(200);
  });
});

describe("sign-in", () => {
  test("returns the same response for a wrong password and for an unknown account", async () => {
    const { username } = await addMember();
    const browser = await Browser.visitor();
    const wrong = await submitPassword(browser, username, "wrong horse");
    const unknown = await submitPassword(browser, "unknown_user", "wrong horse");
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toEqual({ login: [API_ERRORS.bad_credentials[1]] });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    expect(wrong.headers.has("Set-Cookie")).toBe(false);
  });

  test("rejects an account without a password", async () => {
    const { username } = await addUser({ password_hash: "" });
    for (const password of ["x", "undefined", "null"]) {
      expect((await submitPassword(await Browser.visitor(), username, password)).status).toBe(422);
    }
  });

  test("accepts a password in another Unicode normalization form", async () => {
    const browser = await Browser.visitor();
    const password = "cr\u00e8me br\u00fbl\u00e9e";
    const input = signUpInput({ password, password_confirmation: password });
    await browser.call(registerRoute, input);
    const signIn = await submitPassword(await Browser.visitor(), input.username, password.normalize("NFD"));
    expect(signIn.status).toBe(200);
  });

  test("sets the session cookie as HttpOnly, Secure and SameSite=Lax", async () => {
    const { username } = await addMember();
    const browser = await Browser.visitor();
    const [cookie = ""] = (await submitPassword(browser, username)).headers.getSetCookie();
    const flags = cookie.split("; ").slice(1).sort().join("; ");
    expect(flags).toBe(`HttpOnly; Max-Age=${60 * 24 * 3600}; Path=/; SameSite=Lax; Secure`);
    expect(cookie).toMatch(new RegExp(`^${SESSION_COOKIE}=`));
  });

  test("leaves the CSRF token valid, and so does signing out", async () => {
    const { username } = await addMember();
    const browser = await Browser.visitor();
    const before = browser.csrf;
    await submitPassword(browser, username);
    expect((await browser.call(sessionRoute)).body.csrf_token).toBe(before);
    await browser.call(logoutRoute);
    expect((await browser.call(sessionRoute)).body.csrf_token).toBe(before);
  });

  test("creates a session that signing out ends without ending the others", async () => {
    const { id, username } = await addMember();
    const [one, other] = [await Browser.visitor(), await Browser.visitor()];
    await submitPassword(one, username);
    await submitPassword(other, username);
    const copiedCookie = one.cookies.get(SESSION_COOKIE) ?? "";
    await one.call(logoutRoute);
    expect(one.cookies.has(SESSION_COOKIE)).toBe(false);
    one.cookies.set(SESSION_COOKIE, copiedCookie);
    expect(await currentUsername(one)).toBeNull();
    expect(await currentUsername(other)).toBe(username);
    expect(await countRows("sessions", sql`user_id = ${id}`)).toBe(1);
  });
});
