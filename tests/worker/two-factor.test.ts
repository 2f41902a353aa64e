import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { API_ERRORS } from "#domain/errors.ts";
import { levelListRoute } from "#domain/levels/api.ts";
import { CLOSE } from "#domain/live/frames.ts";
import {
  confirmRoute,
  deviceListRoute,
  recoveryCodesRoute,
  twoFactorDisableRoute,
  twoFactorEnableRoute,
  twoFactorGenerateRoute,
} from "#domain/security/api.ts";
import { mailsTo, type Owner, owner, PASSWORD } from "#tests/support/account.ts";
import { Browser, countRows, db } from "#tests/support/browser.ts";
import { listen, openSocket } from "#tests/support/socket.ts";
import { codeIn, guarded, secondStep, signIn, wrongCode } from "#tests/support/two-factor.ts";
import { SESSION_COOKIE } from "#worker/http/session.ts";

const run = (template: ReturnType<typeof sql>) => db.all(statement<Record<string, unknown>>(template));
const ON = "Two-factor authentication is on on Bopolis";
const OFF = "Two-factor authentication is off on Bopolis";

const generate = async ({ browser }: Owner) => {
  const { status, body } = await browser.call(twoFactorGenerateRoute);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { svg: string; secret: string };
};
const enable = ({ browser }: Owner, code: string) => browser.call(twoFactorEnableRoute, { input: { code } });
const disable = ({ browser }: Owner, password = PASSWORD) =>
  browser.call(twoFactorDisableRoute, { input: { password } });
const isOn = async ({ id }: Owner) =>
  (await countRows("users", sql`id = ${id} and two_factor_at is not null`)) === 1;

/** Turns it on as its owner would; answers the secret and the codes. */
async function turnOn(who: Owner): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await generate(who);
  const { status, body } = await enable(who, codeIn({ secret }));
  expect(status, JSON.stringify(body)).toBe(200);
  return { secret, codes: body.recovery_codes as string[] };
}

describe("turning two-factor authentication on", () => {
  test("takes a code of the new secret, and answers sixteen recovery codes that get in once each", async () => {
    const ann = await owner();
    const { svg, secret } = await generate(ann);
    expect(svg).toMatch(/^<svg /);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await isOn(ann)).toBe(false);
    const wrong = await enable(ann, wrongCode({ secret }));
    expect([wrong.status, wrong.body.errors]).toEqual([422, { code: [API_ERRORS.bad_code[1]] }]);
    expect(await isOn(ann)).toBe(false);
    const code = codeIn({ secret });
    const done = await enable(ann, code);
    const codes = done.body.recovery_codes as string[];
    expect(codes).toHaveLength(16);
    expect(new Set(codes).size).toBe(16);
    for (const one of codes) expect(one).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){2}$/);
    expect(await isOn(ann)).toBe(true);
    expect(await mailsTo(ann.email)).toContain(ON);
    // The code that turned it on has been used.
    const browser = await Browser.visitor();
    await signIn(browser, ann.username);
    expect((await secondStep(browser, { code })).status).toBe(422);
    expect((await secondStep(browser, { recovery_code: codes[3] ?? "" })).status).toBe(200);
    await signIn(browser, ann.username);
    expect((await secondStep(browser, { recovery_code: codes[3] ?? "" })).status).toBe(422);
    expect((await secondStep(browser, { code: codeIn({ secret }, 1) })).status).toBe(200);
  });

  test("leaves neither the secret nor a recovery code in the database as it is", async () => {
    const ann = await owner();
    const { secret } = await generate(ann);
    const read = async () =>
      JSON.stringify([
        await run(sql`select * from users where id = ${ann.id}`),
        await run(sql`select * from recovery_codes where user_id = ${ann.id}`),
        await run(sql`select * from mails where recipient = ${ann.email}`),
      ]);
    expect(await read()).not.toContain(secret);
    const { body } = await enable(ann, codeIn({ secret }));
    const stored = await read();
    for (const text of [secret, ...(body.recovery_codes as string[])]) {
      expect(stored).not.toContain(text);
      expect(stored).not.toContain(text.replaceAll("-", ""));
    }
  });

  test("takes a code of the newest secret, for a quarter of an hour", async () => {
    const ann = await owner();
    const none = await enable(ann, "123456");
    const OLD = "This QR code is too old. Make a new one and scan that.";
    expect([none.status, none.body.errors]).toEqual([422, { code: [OLD] }]);
    const first = await generate(ann);
    const second = await generate(ann);
    expect((await enable(ann, codeIn(first))).status).toBe(422);
    const now = Date.now;
    Date.now = () => now() + 16 * 60 * 1000;
    try {
      expect((await enable(ann, codeIn(second))).body.errors).toEqual({ code: [OLD] });
    } finally {
      Date.now = now;
    }
    expect((await enable(ann, codeIn(second))).status).toBe(200);
  });

  test("is done once, also by two that do it at once", async () => {
    const ann = await owner();
    const { secret } = await generate(ann);
    const other = { ...ann, browser: await Browser.signedIn(ann) };
    const code = codeIn({ secret });
    const answers = await Promise.all([enable(ann, code), enable(other, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await countRows("recovery_codes", sql`user_id = ${ann.id}`)).toBe(16);
    const winner = answers[0]?.status === 200 ? ann : other;
    for (const again of [await enable(winner, code), await winner.browser.call(twoFactorGenerateRoute)])
      expect([again.status, again.body.code]).toEqual([409, "two_factor_on"]);
  });

  test("wants a password of the last half hour", async () => {
    const ann = await owner();
    const { secret } = await generate(ann);
    await run(
      sql`update sessions set confirmed_at = ${Date.now() - 31 * 60 * 1000} where user_id = ${ann.id}`,
    );
    for (const answer of [
      await ann.browser.call(twoFactorGenerateRoute),
      await enable(ann, codeIn({ secret })),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, "confirm_needed"]);
    const confirm = (password: string) => ann.browser.call(confirmRoute, { input: { password } });
    const wrong = await confirm("wrong horse");
    expect([wrong.status, wrong.body.errors]).toEqual([422, { password: [API_ERRORS.wrong_password[1]] }]);
    expect((await enable(ann, codeIn({ secret }))).status).toBe(403);
    expect((await confirm(PASSWORD)).status).toBe(200);
    expect((await enable(ann, codeIn({ secret }))).status).toBe(200);
  });
});

describe("the session in which it is turned on or off", () => {
  test("has another secret afterwards: a copy of the old cookie is nobody's", async () => {
    const ann = await owner();
    const copy = await Browser.visitor();
    for (const change of [() => turnOn(ann), () => disable(ann)]) {
      const before = ann.browser.cookies.get(SESSION_COOKIE) ?? "";
      await change();
      expect(ann.browser.cookies.get(SESSION_COOKIE)).not.toBe(before);
      expect((await ann.browser.call(deviceListRoute)).status).toBe(200);
      copy.cookies.set(SESSION_COOKIE, before);
      const refused = await copy.call(deviceListRoute);
      expect([refused.status, refused.body.code]).toEqual([401, "session_changed"]);
      expect((await copy.call(sessionRoute)).body.user).toBeNull();
    }
    const { data } = (await ann.browser.call(deviceListRoute)).body as { data: unknown[] };
    expect(data).toHaveLength(1);
  });

  test("is not lost to what its page has under way meanwhile", async () => {
    const ann = await owner();
    const before = ann.browser.cookies.get(SESSION_COOKIE) ?? "";
    await turnOn(ann);
    const after = ann.browser.cookies.get(SESSION_COOKIE) ?? "";
    // The page's other calls were sent with the old cookie and are answered after the new one has come.
    for (const ask of [
      () => ann.browser.call(levelListRoute),
      () => ann.browser.call(deviceListRoute),
      () => ann.browser.fetch("/"),
    ]) {
      ann.browser.cookies.set(SESSION_COOKIE, before);
      const { headers } = await ask();
      expect(headers.getSetCookie().join()).not.toContain(SESSION_COOKIE);
    }
    ann.browser.cookies.set(SESSION_COOKIE, after);
    expect((await ann.browser.call(deviceListRoute)).status).toBe(200);
  });

  test("has its sockets closed so that the page comes back with the new cookie", async () => {
    const ann = await owner();
    const elsewhere = { browser: await Browser.signedIn(ann) };
    const [socket, other] = [await listen(ann), await listen(elsewhere)];
    const before = ann.browser.cookies.get(SESSION_COOKIE) ?? "";
    await turnOn(ann);
    const { code } = await socket.end();
    expect(code).toBe(CLOSE.sessionRenewed);
    expect(code).toBeLessThan(CLOSE.sessionEnded);
    // A page that comes back before the new cookie has reached it is told the same, and comes back again.
    const after = ann.browser.cookies.get(SESSION_COOKIE) ?? "";
    ann.browser.cookies.set(SESSION_COOKIE, before);
    expect((await (await openSocket(ann.browser))?.end())?.code).toBe(CLOSE.sessionRenewed);
    ann.browser.cookies.set(SESSION_COOKIE, after);
    const again = await listen(ann);
    await other.settled();
    expect(other.closed).toBeNull();
    for (const one of [again, other]) one.close();
  });
});

describe("turning two-factor authentication off", () => {
  test("takes the password, and ends the recovery codes", async () => {
    const ann = await owner();
    const { codes } = await turnOn(ann);
    const wrong = await disable(ann, "wrong horse");
    expect([wrong.status, wrong.body.errors]).toEqual([422, { password: [API_ERRORS.wrong_password[1]] }]);
    expect(await isOn(ann)).toBe(true);
    const done = await disable(ann);
    expect([done.status, done.body.message]).toEqual([200, "Two-factor authentication is off."]);
    expect(
      await run(
        sql`select two_factor_at, two_factor_secret, two_factor_pending from users where id = ${ann.id}`,
      ),
    ).toEqual([{ two_factor_at: null, two_factor_secret: null, two_factor_pending: null }]);
    expect(await countRows("recovery_codes", sql`user_id = ${ann.id}`)).toBe(0);
    expect(await mailsTo(ann.email)).toEqual([ON, OFF]);
    const browser = await Browser.visitor();
    expect((await signIn(browser, ann.username)).body.user).toMatchObject({ username: ann.username });
    await turnOn(ann);
    await signIn(browser, ann.username);
    expect((await secondStep(browser, { recovery_code: codes[0] ?? "" })).status).toBe(422);
  });

  test("is told to be done where it is off, as are new recovery codes", async () => {
    const ann = await owner();
    for (const answer of [
      await disable(ann),
      await ann.browser.call(recoveryCodesRoute, { input: { password: PASSWORD } }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, "two_factor_off"]);
  });
});

describe("new recovery codes", () => {
  test("take the password and the place of the old ones, which their owner is told", async () => {
    const ann = await guarded({}, ["k7dm-2xqf-0wz9"]);
    const renew = (password: string) => ann.browser.call(recoveryCodesRoute, { input: { password } });
    expect((await renew("wrong horse")).status).toBe(422);
    const { body } = await renew(PASSWORD);
    const codes = body.recovery_codes as string[];
    expect(codes).toHaveLength(16);
    expect(await countRows("recovery_codes", sql`user_id = ${ann.id}`)).toBe(16);
    expect(await mailsTo(ann.email)).toEqual(["You have new recovery codes on Bopolis"]);
    const browser = await Browser.visitor();
    await signIn(browser, ann.username);
    expect((await secondStep(browser, { recovery_code: "k7dm-2xqf-0wz9" })).status).toBe(422);
    expect((await secondStep(browser, { recovery_code: codes[15]?.toUpperCase() ?? "" })).status).toBe(200);
  });

  test("of another account get nobody in", async () => {
    const [ann, bob] = [await guarded({}, ["k7dm-2xqf-0wz9"]), await guarded()];
    const browser = await Browser.visitor();
    await signIn(browser, bob.username);
    expect((await secondStep(browser, { recovery_code: "k7dm-2xqf-0wz9" })).status).toBe(422);
    expect(await countRows("recovery_codes", sql`user_id = ${ann.id}`)).toBe(1);
  });
});
