import { sql } from "drizzle-orm";
import { logoutRoute, sessionRoute } from "#domain/auth/api.ts";
import {
  forgotPasswordRoute,
  loginRoute,
  registerRoute,
  resetPasswordRoute,
} from "#domain/auth/sign-in/api.ts";
import { API_ERRORS } from "#domain/errors.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { createAccountOwner, emailedToken, emailSubjectsTo } from "#tests/support/account-owner.ts";
import { addUser, Browser, countRows, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { addMember, browserWith, currentUsername, signUpInput } from "#tests/support/sign-up.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { codeAt, createTwoFactorUser, submitPassword, submitSecondStep } from "#tests/support/two-factor.ts";
import { FULL_COST, hashPassword, keyDerivation } from "#worker/auth/password.ts";
import { type AttemptsKey, hashToken, inventedKey, SESSION_COOKIE } from "#worker/http/session.ts";

const limited = () => browserWith({ RATE_LIMITS: "on" });

describe("guessing passwords", () => {
  /** Records earlier attempts; real ones would each derive a key. */
  const addAttempts = async (key: AttemptsKey, tries: number) => {
    const { object, entry } = typeof key === "string" ? { object: key, entry: undefined } : key;
    for (let n = 0; n < tries; n++) await testEnv.THROTTLE.getByName(object).attempt(10, 900, 1, entry);
  };

  test("doesn't lock the owner out of a browser the account knows", async () => {
    const bob = await createAccountOwner();
    const own = await limited();
    expect((await submitPassword(own, bob.username)).status).toBe(200);
    const strangers = `login:${bob.id}`;
    await addAttempts(strangers, 9);
    const stranger = await limited();
    const guess = async (browser: Browser) => (await submitPassword(browser, bob.username, "wrong")).status;
    expect([await guess(stranger), await guess(stranger)]).toEqual([422, 429]);
    expect((await submitPassword(await limited(), bob.username)).status).toBe(429);
    expect((await submitPassword(own, bob.username)).status).toBe(200);
    await addAttempts(`${strangers}:${hashToken(`browser:${own.cookies.get("bopolis_browser")}`)}`, 9);
    expect([await guess(own), await guess(own)]).toEqual([422, 429]);
  });

  test("gets ten attempts per account, by username and email address together", async () => {
    const bob = await createAccountOwner();
    const browser = await limited();
    const tries = [];
    for (let n = 0; n < 11; n++) {
      const login = [bob.username, bob.email, bob.username.toUpperCase(), ` ${bob.email} `][n % 4] ?? "";
      tries.push((await submitPassword(browser, login, "wrong")).status);
    }
    expect(tries).toEqual([...Array(10).fill(422), 429]);
    for (const login of [bob.username, bob.email])
      expect((await submitPassword(browser, login)).status).toBe(429);
  });

  test("is limited just as much for an account that doesn't exist", async () => {
    const browser = await limited();
    const bob = await createAccountOwner();
    const unknown = (login: string) => [login, inventedKey("login-unknown", login)] as const;
    for (const [login, key] of [
      [bob.username, `login:${bob.id}`] as const,
      unknown("unknown_user"),
      unknown("unknown.user@example.com"),
    ]) {
      await addAttempts(key, 9);
      expect((await submitPassword(browser, login, "wrong")).status).toBe(422);
      const { status, body } = await submitPassword(browser, login, "wrong");
      expect([status, body.message]).toEqual([429, "Too many tries. Wait 15 minutes and try again."]);
    }
  });

  test("reveals nothing about existing accounts, neither by the response nor by the work for it", async () => {
    const password_hash = await hashPassword("plum harbour 42");
    const bob = await createAccountOwner({ password_hash });
    const ann = await createTwoFactorUser({ password_hash });
    const deleted = await createAccountOwner({ password_hash, deleted_at: 1 });
    const empty = await addUser({ password_hash: "" });
    const browser = await browserWith({ PASSWORD_COST: "full" });
    const cases: [login: string, password?: string][] = [
      [`unknown_${unique()}`],
      [`unknown_${unique()}@example.com`],
      [bob.username],
      [bob.email],
      [ann.username],
      [deleted.username, "plum harbour 42"],
      ...["x", "undefined", "null"].map((password): [string, string] => [empty.username, password]),
    ];
    const derive = vi.spyOn(keyDerivation, "derive");
    onTestFinished(() => derive.mockRestore());
    const seenResponses = new Set<string>();
    for (const [login, password = "wrong horse"] of cases) {
      derive.mockClear();
      const { status, body, headers, cost } = await submitPassword(browser, login, password);
      const names = [...headers.keys()].sort().join();
      expect(derive.mock.calls.map(([, , derivation]) => derivation)).toEqual([FULL_COST]);
      expect(headers.has("Set-Cookie")).toBe(false);
      seenResponses.add(JSON.stringify([status, body, names, cost.roundTrips, cost.written]));
    }
    expect([...seenResponses]).toEqual([expect.stringContaining(API_ERRORS.bad_credentials[1])]);
  });
});

describe("signing in again in the same browser", () => {
  const sessionsOf = ({ id }: { id: number }) => countRows("sessions", sql`user_id = ${id}`);

  test("ends its previous session with its sockets, and no other browser's, once the password is right", async () => {
    const bob = await createAccountOwner();
    const elsewhere = await Browser.signedIn(bob);
    const copied = await Browser.visitor();
    for (const [name, value] of bob.cookies) copied.cookies.set(name, value);
    const page = await connectSocket(bob);
    const before = await sessionsOf(bob);
    expect((await submitPassword(bob, bob.username, "wrong")).status).toBe(422);
    expect(await currentUsername(bob)).toBe(bob.username);
    expect((await submitPassword(bob, bob.username)).status).toBe(200);
    expect((await page.end()).code).toBe(CLOSE_CODES.sessionEnded);
    expect(await sessionsOf(bob)).toBe(before);
    expect(await currentUsername(bob)).toBe(bob.username);
    expect(await currentUsername(copied)).toBeNull();
    expect(await currentUsername(elsewhere)).toBe(bob.username);
  });

  test("ends the previous session only after the second step, also for another account or a sign-up", async () => {
    const [bob, ann] = [await createAccountOwner(), await createTwoFactorUser()];
    await submitPassword(bob, ann.username);
    expect(await sessionsOf(bob)).toBe(1);
    await submitSecondStep(bob, { code: codeAt(ann) });
    expect([await sessionsOf(bob), await currentUsername(bob)]).toEqual([0, ann.username]);
    const before = await sessionsOf(ann);
    const input = signUpInput();
    await bob.call(registerRoute, input);
    expect([await sessionsOf(ann), await currentUsername(bob)]).toEqual([before - 1, input.username]);
  });
});

describe("a browser unknown to the account", () => {
  const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0";
  const NEW = "A new browser signed in to your account on Bopolis";
  const from = (browser: Browser, login: string, cf: object) =>
    browser.fetch(loginRoute.path, {
      method: "POST",
      body: JSON.stringify({ login, password: "plum harbour 42" }),
      headers: { ...browser.writeHeaders(), "Content-Type": "application/json", "User-Agent": FIREFOX },
      ...({ cf } as object),
    });

  test("is announced by mail once, with its name and place and what to do", async () => {
    const bob = await createAccountOwner();
    const browser = await browserWith({ ORIGIN: "https://bopolis.example" });
    expect((await from(browser, bob.username, { city: "Lyon", country: "FR" })).status).toBe(200);
    expect(await emailSubjectsTo(bob.email)).toEqual([NEW]);
    const [mail] = await runSql`select body from mails where recipient = ${bob.email}`;
    const links = ["forgot-password", "settings/account"].map((path) => `https://bopolis.example/${path}`);
    for (const part of ["Firefox on Windows\nLyon, France\n", " UTC", ...links])
      expect(mail?.body).toContain(part);
    const [session] = await runSql`select place from sessions where user_id = ${bob.id} and place <> ''`;
    expect(session).toEqual({ place: "Lyon, France" });
    await from(browser, bob.username, {});
    expect(await emailSubjectsTo(bob.email)).toEqual([NEW]);
    await from(await browserWith({}), bob.username, { country: "T1" });
    expect(await emailSubjectsTo(bob.email)).toEqual([NEW, NEW]);
    const [last] = await runSql`select body from mails where recipient = ${bob.email} order by id desc`;
    expect(last?.body).toContain("Firefox on Windows\nUnknown location\n");
  });

  test("isn't the one in which the account was created", async () => {
    const browser = await browserWith({});
    const input = signUpInput();
    await browser.call(registerRoute, input);
    await submitPassword(browser, input.username);
    expect(await emailSubjectsTo(input.email)).toEqual(["Confirm your email address for Bopolis"]);
    expect(await countRows("known_browsers", sql`browser <> ''`)).toBeGreaterThan(0);
  });

  test("is announced after the second step only", async () => {
    const ann = await createTwoFactorUser();
    const browser = await browserWith({});
    await submitPassword(browser, ann.username);
    expect(await emailSubjectsTo(ann.email)).toEqual([]);
    await submitSecondStep(browser, { code: codeAt(ann) });
    expect(await emailSubjectsTo(ann.email)).toEqual([NEW]);
  });

  test("is stored as a hash", async () => {
    const bob = await createAccountOwner();
    const browser = await browserWith({});
    await submitPassword(browser, bob.username);
    const cookie = browser.cookies.get("bopolis_browser") ?? "";
    const rows = await runSql`select browser from known_browsers where user_id = ${bob.id}`;
    expect(rows).toEqual([{ browser: hashToken(`browser:${cookie}`) }]);
  });
});

const HOUR = 3_600_000;

describe("a password reset", () => {
  const CHANGED = "battery staple";
  const reset = (browser: Browser, token: string, password = CHANGED, password_confirmation = password) =>
    browser.call(resetPasswordRoute, { token, password, password_confirmation });
  async function forget(email: string): Promise<{ browser: Browser; token: string }> {
    const browser = await browserWith();
    expect((await browser.call(forgotPasswordRoute, { email })).status).toBe(200);
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

  test("has a link that expires after an hour, and is void while the account has another email address", async () => {
    const { id, email, username } = await addMember();
    const { browser, token } = await forget(email);
    await runSql`update users set email = ${`moved_${id}@example.com`} where id = ${id}`;
    expect((await reset(browser, token)).status).toBe(422);
    expect((await submitPassword(browser, username)).status).toBe(200);
    await runSql`update users set email = ${email} where id = ${id}`;
    const [row] = await runSql`select expires_at from tokens where id = ${hashToken(token)}`;
    expect(Number(row?.expires_at)).toBeLessThanOrEqual(Date.now() + HOUR);
    await runSql`update tokens set expires_at = ${Date.now() - 1} where id = ${hashToken(token)}`;
    expect((await reset(browser, token)).body).toMatchObject({ code: "token_expired" });
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
  test("accepts a password in another Unicode normalization form", async () => {
    const browser = await Browser.visitor();
    const password = "cr\u00e8me br\u00fbl\u00e9e";
    const input = signUpInput({ password, password_confirmation: password });
    await browser.call(registerRoute, input);
    const signIn = await submitPassword(await Browser.visitor(), input.username, password.normalize("NFD"));
    expect(signIn.status).toBe(200);
  });

  test("leaves the CSRF token valid, as signing out does, and sets an HttpOnly, Secure, SameSite=Lax cookie", async () => {
    const { username } = await addMember();
    const browser = await Browser.visitor();
    const before = browser.csrf;
    await submitPassword(browser, username);
    expect((await browser.call(sessionRoute)).body.csrf_token).toBe(before);
    await browser.call(logoutRoute);
    expect((await browser.call(sessionRoute)).body.csrf_token).toBe(before);
    const [cookie = ""] = (await submitPassword(browser, username)).headers.getSetCookie();
    const flags = cookie.split("; ").slice(1).sort().join("; ");
    expect(flags).toBe(`HttpOnly; Max-Age=${60 * 24 * 3600}; Path=/; SameSite=Lax; Secure`);
    expect(cookie).toMatch(new RegExp(`^${SESSION_COOKIE}=`));
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
