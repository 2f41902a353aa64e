import { runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { sessionRoute } from "#domain/auth/api.ts";
import { API_ERRORS } from "#domain/errors.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import {
  confirmRoute,
  deviceListRoute,
  recoveryCodesRoute,
  twoFactorDisableRoute,
  twoFactorEnableRoute,
  twoFactorGenerateRoute,
} from "#domain/security/api.ts";
import {
  type AccountOwner,
  createAccountOwner,
  emailSubjectsTo,
  PASSWORD,
} from "#tests/support/account-owner.ts";
import { Browser, countRows, runSql, type TestResponse, testEnv } from "#tests/support/browser.ts";
import { browserWith, currentUsername } from "#tests/support/sign-up.ts";
import { connectSocket, tryConnectSocket } from "#tests/support/socket.ts";
import {
  codeAt,
  createTwoFactorUser,
  submitPassword,
  submitSecondStep,
  type TwoFactorUser,
  wrongCode,
} from "#tests/support/two-factor.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { SESSION_COOKIE } from "#worker/http/session.ts";

const ON = "Two-factor authentication is on on Bopolis";
const OFF = "Two-factor authentication is off on Bopolis";

const generate = (browser: AccountOwner) => browser.output(twoFactorGenerateRoute);
const enable = (browser: Browser, code: string) => browser.call(twoFactorEnableRoute, { code });
const disable = (browser: AccountOwner, password = PASSWORD) =>
  browser.call(twoFactorDisableRoute, { password });
/** Gives a visitor's browser to the second step of an account's sign-in with a recovery code. */
const recover = async (browser: Browser, { username }: AccountOwner, recovery_code = "") => {
  await submitPassword(browser, username);
  return (await submitSecondStep(browser, { recovery_code })).status;
};
const expectWrongPassword = ({ status, body }: TestResponse) =>
  expect([status, body.errors]).toEqual([422, { password: [API_ERRORS.wrong_password[1]] }]);
const isOn = async ({ id }: AccountOwner) =>
  (await countRows("users", sql`id = ${id} and two_factor_at is not null`)) === 1;

/** Turns it on as its owner would; returns the secret and the recovery codes. */
async function turnOn(user: AccountOwner): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await generate(user);
  const { recovery_codes } = await user.output(twoFactorEnableRoute, { code: codeAt({ secret }) });
  return { secret, codes: recovery_codes };
}

describe("turning two-factor authentication on", () => {
  test("needs a code of the new secret and returns sixteen recovery codes, each valid once", async () => {
    const ann = await createAccountOwner();
    const { svg, secret } = await generate(ann);
    expect(svg).toMatch(/^<svg /);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await isOn(ann)).toBe(false);
    const wrong = await enable(ann, wrongCode({ secret }));
    expect([wrong.status, wrong.body.errors]).toEqual([422, { code: [API_ERRORS.bad_code[1]] }]);
    expect(await isOn(ann)).toBe(false);
    const code = codeAt({ secret });
    const codes = (await enable(ann, code)).body.recovery_codes as string[];
    expect(codes).toHaveLength(16);
    expect(new Set(codes).size).toBe(16);
    for (const one of codes) expect(one).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){2}$/);
    expect(await isOn(ann)).toBe(true);
    expect(await emailSubjectsTo(ann.email)).toContain(ON);
    // The code that turned it on has been used.
    const browser = await Browser.visitor();
    await submitPassword(browser, ann.username);
    expect((await submitSecondStep(browser, { code })).status).toBe(422);
    expect(await recover(browser, ann, codes[3])).toBe(200);
    expect(await recover(browser, ann, codes[3])).toBe(422);
    expect((await submitSecondStep(browser, { code: codeAt({ secret }, 1) })).status).toBe(200);
  });

  test("stores neither the secret nor a recovery code in plain text", async () => {
    const ann = await createAccountOwner();
    const { secret } = await generate(ann);
    const read = async () =>
      JSON.stringify([
        await runSql`select * from users where id = ${ann.id}`,
        await runSql`select * from recovery_codes where user_id = ${ann.id}`,
        await runSql`select * from mails where recipient = ${ann.email}`,
      ]);
    expect(await read()).not.toContain(secret);
    const { body } = await enable(ann, codeAt({ secret }));
    const stored = await read();
    for (const text of [secret, ...(body.recovery_codes as string[])]) {
      expect(stored).not.toContain(text);
      expect(stored).not.toContain(text.replaceAll("-", ""));
    }
  });

  test("needs a code of the newest secret within fifteen minutes", async () => {
    const ann = await createAccountOwner();
    const none = await enable(ann, "123456");
    const OLD = "This QR code is too old. Make a new one and scan that.";
    expect([none.status, none.body.errors]).toEqual([422, { code: [OLD] }]);
    const first = await generate(ann);
    const second = await generate(ann);
    expect((await enable(ann, codeAt(first))).status).toBe(422);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16 * 60 * 1000 });
    expect((await enable(ann, codeAt(second))).body.errors).toEqual({ code: [OLD] });
    vi.useRealTimers();
    expect((await enable(ann, codeAt(second))).status).toBe(200);
  });

  test("works once, even for two concurrent requests", async () => {
    const ann = await createAccountOwner();
    const { secret } = await generate(ann);
    const other = await Browser.signedIn(ann);
    const code = codeAt({ secret });
    const responses = await Promise.all([enable(ann, code), enable(other, code)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await countRows("recovery_codes", sql`user_id = ${ann.id}`)).toBe(16);
    const winner = responses[0]?.status === 200 ? ann : other;
    for (const again of [await enable(winner, code), await winner.call(twoFactorGenerateRoute)])
      expect([again.status, again.body.code]).toEqual([409, "two_factor_on"]);
  });

  test("needs a password confirmation within the last half hour", async () => {
    const ann = await createAccountOwner();
    const { secret } = await generate(ann);
    await runSql`update sessions set confirmed_at = ${Date.now() - 31 * 60 * 1000} where user_id = ${ann.id}`;
    for (const response of [await ann.call(twoFactorGenerateRoute), await enable(ann, codeAt({ secret }))])
      expect([response.status, response.body.code]).toEqual([403, "confirm_needed"]);
    const confirm = (password: string) => ann.call(confirmRoute, { password });
    expectWrongPassword(await confirm("wrong horse"));
    expect((await enable(ann, codeAt({ secret }))).status).toBe(403);
    expect((await confirm(PASSWORD)).status).toBe(200);
    expect((await enable(ann, codeAt({ secret }))).status).toBe(200);
  });
});

describe("the session that turns two-factor authentication on or off", () => {
  test("gets another secret, so a copy of the old cookie is invalid", async () => {
    const ann = await createAccountOwner();
    const copy = await Browser.visitor();
    for (const change of [() => turnOn(ann), () => disable(ann)]) {
      const before = ann.cookies.get(SESSION_COOKIE) ?? "";
      await change();
      expect(ann.cookies.get(SESSION_COOKIE)).not.toBe(before);
      expect((await ann.call(deviceListRoute)).status).toBe(200);
      copy.cookies.set(SESSION_COOKIE, before);
      const rejected = await copy.call(deviceListRoute);
      expect([rejected.status, rejected.body.code]).toEqual([401, "session_changed"]);
      expect((await copy.call(sessionRoute)).body.user).toBeNull();
    }
    expect((await ann.call(deviceListRoute)).body.data).toHaveLength(1);
  });

  test("keeps its new cookie despite concurrent requests of its page", async () => {
    const ann = await createAccountOwner();
    const before = ann.cookies.get(SESSION_COOKIE) ?? "";
    await turnOn(ann);
    const after = ann.cookies.get(SESSION_COOKIE) ?? "";
    // The page's other calls were sent with the old cookie and return after the new one is set.
    for (const url of ["/api/levels", deviceListRoute.path, "/"]) {
      ann.cookies.set(SESSION_COOKIE, before);
      expect((await ann.fetch(url)).headers.getSetCookie().join()).not.toContain(SESSION_COOKIE);
    }
    ann.cookies.set(SESSION_COOKIE, after);
    expect((await ann.call(deviceListRoute)).status).toBe(200);
  });

  test("has its sockets closed, and the page reconnects with the new cookie", async () => {
    const ann = await createAccountOwner();
    const [socket, other] = [await connectSocket(ann), await connectSocket(await Browser.signedIn(ann))];
    const before = ann.cookies.get(SESSION_COOKIE) ?? "";
    await turnOn(ann);
    const { code } = await socket.end();
    expect(code).toBe(CLOSE_CODES.sessionRenewed);
    expect(code).toBeLessThan(CLOSE_CODES.sessionEnded);
    // A page that reconnects before the new cookie is set gets the same code and reconnects again.
    const after = ann.cookies.get(SESSION_COOKIE) ?? "";
    ann.cookies.set(SESSION_COOKIE, before);
    expect((await (await tryConnectSocket(ann))?.end())?.code).toBe(CLOSE_CODES.sessionRenewed);
    ann.cookies.set(SESSION_COOKIE, after);
    const again = await connectSocket(ann);
    await other.settled();
    expect(other.closed).toBeNull();
    for (const one of [again, other]) one.close();
  });
});

test("turning two-factor authentication off returns two_factor_off if it is off, needs the password, and deletes the recovery codes", async () => {
  const ann = await createAccountOwner();
  for (const response of [await disable(ann), await ann.call(recoveryCodesRoute, { password: PASSWORD })])
    expect([response.status, response.body.code]).toEqual([409, "two_factor_off"]);
  const { codes } = await turnOn(ann);
  expectWrongPassword(await disable(ann, "wrong horse"));
  expect(await isOn(ann)).toBe(true);
  const done = await disable(ann);
  expect([done.status, done.body.message]).toEqual([200, "Two-factor authentication is off."]);
  const cleared = sql`two_factor_secret is null and two_factor_pending is null`;
  expect(await countRows("users", sql`id = ${ann.id} and two_factor_at is null and ${cleared}`)).toBe(1);
  expect(await countRows("recovery_codes", sql`user_id = ${ann.id}`)).toBe(0);
  expect(await emailSubjectsTo(ann.email)).toEqual([ON, OFF]);
  const browser = await Browser.visitor();
  expect((await submitPassword(browser, ann.username)).body.user).toMatchObject({ username: ann.username });
  await turnOn(ann);
  expect(await recover(browser, ann, codes[0])).toBe(422);
});

describe("new recovery codes", () => {
  const OLD = "k7dm-2xqf-0wz9";

  test("need the password, replace the old ones of this account, and are announced by mail", async () => {
    const [ann, bob] = [await createTwoFactorUser({}, [OLD]), await createTwoFactorUser()];
    expect(await recover(await Browser.visitor(), bob, OLD)).toBe(422);
    expect(await countRows("recovery_codes", sql`user_id = ${ann.id}`)).toBe(1);
    const renew = (password: string) => ann.call(recoveryCodesRoute, { password });
    expect((await renew("wrong horse")).status).toBe(422);
    const codes = (await renew(PASSWORD)).body.recovery_codes as string[];
    expect(codes).toHaveLength(16);
    expect(await countRows("recovery_codes", sql`user_id = ${ann.id}`)).toBe(16);
    expect(await emailSubjectsTo(ann.email)).toEqual(["You have new recovery codes on Bopolis"]);
    const browser = await Browser.visitor();
    expect(await recover(browser, ann, OLD)).toBe(422);
    expect(await recover(browser, ann, codes[15]?.toUpperCase())).toBe(200);
  });
});

const CHALLENGE = "bopolis_second_step";
const BAD_CODE = API_ERRORS.bad_code[1];

/** A browser in the second step of a member's sign-in, with these bindings. */
async function inSecondStep({ username }: { username: string }, bindings?: Partial<Env>): Promise<Browser> {
  const browser = bindings ? await browserWith(bindings) : await Browser.visitor();
  expect((await submitPassword(browser, username)).body).toEqual({ two_factor: true });
  return browser;
}
const guess = async (browser: Browser, user: TwoFactorUser) =>
  (await submitSecondStep(browser, { code: wrongCode(user) })).status;

describe("two-factor sign-in", () => {
  test("needs the code after the password and then clears the cookie in between", async () => {
    const ann = await createTwoFactorUser();
    const browser = await Browser.visitor();
    const first = await submitPassword(browser, ann.email);
    expect([first.status, first.body]).toEqual([200, { two_factor: true }]);
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    expect(await currentUsername(browser)).toBeNull();
    const flags = first.headers.getSetCookie().join().split("; ").slice(1).sort();
    expect(flags).toEqual(["HttpOnly", "Max-Age=600", "Path=/", "SameSite=Lax", "Secure"]);
    const second = await submitSecondStep(browser, { code: codeAt(ann) });
    expect(second.status).toBe(200);
    expect(second.body.user).toMatchObject({ username: ann.username, role: "member" });
    expect(await currentUsername(browser)).toBe(ann.username);
    expect(browser.cookies.has(CHALLENGE)).toBe(false);
  });

  test("accepts a code one step early or late, with any spaces, and never twice", async () => {
    const ann = await createTwoFactorUser();
    const browser = await inSecondStep(ann);
    for (const steps of [-3, 3])
      expect((await submitSecondStep(browser, { code: codeAt(ann, steps) })).body.message).toBe(BAD_CODE);
    const code = codeAt(ann);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const again = await inSecondStep(ann);
    expect((await submitSecondStep(browser, { code: spaced })).status).toBe(200);
    const rejected = await submitSecondStep(again, { code });
    expect([rejected.status, rejected.body.errors]).toEqual([422, { code: [BAD_CODE] }]);
    expect((await submitSecondStep(again, { code: codeAt(ann, -1) })).status).toBe(422);
    expect((await submitSecondStep(again, { code: codeAt(ann, 1) })).status).toBe(200);
  });

  test("lets in one of several browsers that send the same code at once", async () => {
    const ann = await createTwoFactorUser({}, ["k7dm-2xqf-0wz9"]);
    for (const proof of [{ code: codeAt(ann) }, { recovery_code: "k7dm-2xqf-0wz9" }]) {
      const browsers = await Promise.all(Array.from({ length: 4 }, () => inSecondStep(ann)));
      const before = await countRows("sessions", sql`user_id = ${ann.id}`);
      const responses = await Promise.all(browsers.map((browser) => submitSecondStep(browser, proof)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
      expect(await countRows("sessions", sql`user_id = ${ann.id}`)).toBe(before + 1);
    }
  });

  test("accepts a recovery code once, however it is typed, and mails its owner", async () => {
    const ann = await createTwoFactorUser({}, ["k7dm-2xqf-0wz9", "aaaa-bbbb-cccc"]);
    const browser = await inSecondStep(ann);
    const wrong = await submitSecondStep(browser, { recovery_code: "k7dm-2xqf-0wz8" });
    expect([wrong.status, wrong.body.errors]).toEqual([422, { recovery_code: [BAD_CODE] }]);
    const used = await submitSecondStep(browser, { recovery_code: " K7DM2XQF OWZ9" });
    expect(used.body.user).toMatchObject({ username: ann.username });
    await submitPassword(browser, ann.username);
    expect((await submitSecondStep(browser, { recovery_code: "k7dm-2xqf-0wz9" })).status).toBe(422);
    expect(await countRows("recovery_codes", sql`user_id = ${ann.id}`)).toBe(1);
    expect(await emailSubjectsTo(ann.email)).toContain("A recovery code was used on Bopolis");
  });

  test("voids the challenge in another browser, after a password change, after ten minutes and without 2FA", async () => {
    const ann = await createTwoFactorUser();
    const browser = await Browser.visitor();
    const over = async (caller: Browser) => {
      const { status, body } = await submitSecondStep(caller, { code: codeAt(ann) });
      expect([status, body.code]).toEqual([422, "second_step_over"]);
    };
    await over(browser);
    await submitPassword(browser, ann.username);
    const challenge = browser.cookies.get(CHALLENGE) ?? "";
    const thief = await Browser.visitor();
    thief.cookies.set(CHALLENGE, challenge);
    await over(thief);
    const [id = "", until = "", mac = ""] = challenge.split(".");
    for (const forged of [
      [id, String(Number(until) + 1), mac],
      [String((await createTwoFactorUser()).id), until, mac],
      [id, String(Date.now() - 1), mac],
      [id, until, ""],
      ["x", until, mac],
    ]) {
      browser.cookies.set(CHALLENGE, forged.join("."));
      await over(browser);
    }
    browser.cookies.set(CHALLENGE, challenge);
    await runSql`update users set two_factor_at = null where id = ${ann.id}`;
    await over(browser);
    await runSql`update users set two_factor_at = 1, password_hash = 'another' where id = ${ann.id}`;
    await over(browser);
  });

  test("needs exactly one valid proof", async () => {
    const browser = await Browser.visitor();
    for (const [input, field, message] of [
      [{}, "code", "Send a code or a recovery code."],
      [{ code: "123456", recovery_code: "x" }, "recovery_code", "Send a code or a recovery code, not both."],
      [{ code: "12345" }, "code", "Code must be 6 digits."],
      [{ code: "12345a" }, "code", "Code must be 6 digits."],
    ] as const) {
      const { status, body } = await submitSecondStep(browser, input);
      expect([status, body.errors]).toEqual([422, { [field]: [message] }]);
    }
  });

  test("returns 500 and logs it when the site's sealing secret has changed", async () => {
    const ann = await createTwoFactorUser();
    const browser = await inSecondStep(ann, { SEAL_SECRET: "another secret by now" });
    expect((await submitSecondStep(browser, { code: codeAt(ann) })).status).toBe(500);
    expect(expectWorkerErrors()).toEqual([expect.stringContaining("can't be decrypted")]);
  });
});

describe("guessing a second factor", () => {
  const LIMITED = { RATE_LIMITS: "on" } as const;
  const letTimePass = (key: string) =>
    runInDurableObject(testEnv.THROTTLE.getByName(key), (_, state) => {
      const stored = state.storage.kv.get<{ count: number; resetsAt: number }>("attempts");
      if (stored) state.storage.kv.put("attempts", { ...stored, resetsAt: Date.now() - 1 });
    });

  test("is blocked after five attempts in fifteen minutes, across browsers and passwords", async () => {
    const ann = await createTwoFactorUser();
    const tries: number[] = [];
    for (let n = 0; n < 8; n++) tries.push(await guess(await inSecondStep(ann, LIMITED), ann));
    expect(tries).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
    const browser = await inSecondStep(ann, LIMITED);
    const right = await submitSecondStep(browser, { code: codeAt(ann) });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get("Retry-After"))).toBeGreaterThan(800);
    expect((await submitSecondStep(browser, { recovery_code: "k7dm-2xqf-0wz9" })).status).toBe(429);
    await letTimePass(`second-step:${ann.id}`);
    expect((await submitSecondStep(browser, { code: codeAt(ann) })).status).toBe(200);
  });

  test("is blocked after twenty attempts in a day", async () => {
    const ann = await createTwoFactorUser();
    const browser = await inSecondStep(ann, LIMITED);
    const tries: number[] = [];
    for (let n = 0; n < 21; n++) {
      if (n % 5 === 0) await letTimePass(`second-step:${ann.id}`);
      tries.push(await guess(browser, ann));
    }
    expect(tries).toEqual([...Array(20).fill(422), 429]);
    const rejected = await submitSecondStep(browser, { code: codeAt(ann) });
    expect(rejected.body.message).toBe("Too many tries. Wait 24 hours and try again.");
  });

  test("isn't helped by the owner's sign-ins, who has separate attempts in their own browser", async () => {
    const ann = await createTwoFactorUser();
    const own = await inSecondStep(ann, LIMITED);
    expect((await submitSecondStep(own, { code: codeAt(ann, -1) })).status).toBe(200);
    const thief = await inSecondStep(ann, LIMITED);
    const tries = [];
    for (let n = 0; n < 6; n++) tries.push(await guess(thief, ann));
    expect(tries).toEqual([422, 422, 422, 422, 422, 429]);
    await submitPassword(own, ann.username);
    expect((await submitSecondStep(own, { code: codeAt(ann) })).status).toBe(200);
    expect(await guess(thief, ann)).toBe(429);
  });

  test("isn't suspected when a member signs in seven times with right codes", async () => {
    const ann = await createTwoFactorUser();
    for (let n = 0; n < 7; n++) {
      await runSql`update users set two_factor_step = 0 where id = ${ann.id}`;
      await runSql`delete from known_browsers where user_id = ${ann.id}`;
      const browser = await inSecondStep(ann, LIMITED);
      expect((await submitSecondStep(browser, { code: codeAt(ann) })).status).toBe(200);
    }
  });
});
