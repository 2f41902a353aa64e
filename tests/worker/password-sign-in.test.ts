import { sql } from "drizzle-orm";
import { logoutRoute, sessionRoute } from "#domain/auth/api.ts";
import { loginRoute, registerRoute } from "#domain/auth/sign-in/api.ts";
import { API_ERRORS } from "#domain/errors.ts";
import { addUser, Browser, countRows, type TestResponse } from "#tests/support/browser.ts";
import { addMember, currentUsername, signUpInput } from "#tests/support/sign-up.ts";
import { submitPassword } from "#tests/support/two-factor.ts";
import { SESSION_COOKIE } from "#worker/http/session.ts";

const errorsOf = (response: TestResponse) => response.body.errors as Record<string, string[]>;
const setCookies = (response: TestResponse) => response.headers.getSetCookie();

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

  test("reports missing fields at the fields", async () => {
    const response = await (await Browser.visitor()).call(loginRoute);
    expect(errorsOf(response)).toEqual({
      login: ["Username or email is required."],
      password: ["Password is required."],
    });
  });

  test("sets the session cookie as HttpOnly, Secure and SameSite=Lax", async () => {
    const { username } = await addMember();
    const browser = await Browser.visitor();
    const [cookie = ""] = setCookies(await submitPassword(browser, username));
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
