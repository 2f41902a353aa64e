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
import { Browser, countRows, runSql, type TestResponse } from "#tests/support/browser.ts";
import { connectSocket, tryConnectSocket } from "#tests/support/socket.ts";
import {
  codeAt,
  createTwoFactorUser,
  submitPassword,
  submitSecondStep,
  wrongCode,
} from "#tests/support/two-factor.ts";
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
    const done = await enable(ann, code);
    const codes = done.body.recovery_codes as string[];
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
      const { headers } = await ann.fetch(url);
      expect(headers.getSetCookie().join()).not.toContain(SESSION_COOKIE);
    }
    ann.cookies.set(SESSION_COOKIE, after);
    expect((await ann.call(deviceListRoute)).status).toBe(200);
  });

  test("has its sockets closed, and the page reconnects with the new cookie", async () => {
    const ann = await createAccountOwner();
    const elsewhere = await Browser.signedIn(ann);
    const [socket, other] = [await connectSocket(ann), await connectSocket(elsewhere)];
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

describe("turning two-factor authentication off", () => {
  test("needs the password and deletes the recovery codes", async () => {
    const ann = await createAccountOwner();
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

  test("returns two_factor_off if it is off, as do new recovery codes", async () => {
    const ann = await createAccountOwner();
    for (const response of [await disable(ann), await ann.call(recoveryCodesRoute, { password: PASSWORD })])
      expect([response.status, response.body.code]).toEqual([409, "two_factor_off"]);
  });
});

describe("new recovery codes", () => {
  const OLD = "k7dm-2xqf-0wz9";

  test("need the password, replace the old ones, and are announced by mail", async () => {
    const ann = await createTwoFactorUser({}, [OLD]);
    const renew = (password: string) => ann.call(recoveryCodesRoute, { password });
    expect((await renew("wrong horse")).status).toBe(422);
    const { body } = await renew(PASSWORD);
    const codes = body.recovery_codes as string[];
    expect(codes).toHaveLength(16);
    expect(await countRows("recovery_codes", sql`user_id = ${ann.id}`)).toBe(16);
    expect(await emailSubjectsTo(ann.email)).toEqual(["You have new recovery codes on Bopolis"]);
    const browser = await Browser.visitor();
    expect(await recover(browser, ann, OLD)).toBe(422);
    expect(await recover(browser, ann, codes[15]?.toUpperCase())).toBe(200);
  });

  test("don't work for another account", async () => {
    const [ann, bob] = [await createTwoFactorUser({}, [OLD]), await createTwoFactorUser()];
    expect(await recover(await Browser.visitor(), bob, OLD)).toBe(422);
    expect(await countRows("recovery_codes", sql`user_id = ${ann.id}`)).toBe(1);
  });
});
