import { runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { API_ERRORS } from "#domain/errors.ts";
import { emailSubjectsTo } from "#tests/support/account-owner.ts";
import { Browser, countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { browserWith, currentUsername } from "#tests/support/sign-up.ts";
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

const CHALLENGE = "bopolis_second_step";
const BAD_CODE = API_ERRORS.bad_code[1];

/** A browser in the second step of a member's sign-in, with these bindings. */
async function inSecondStep({ username }: { username: string }, bindings?: Partial<Env>): Promise<Browser> {
  const browser = bindings ? await browserWith(bindings) : await Browser.visitor();
  expect((await submitPassword(browser, username)).body).toEqual({ two_factor: true });
  return browser;
}
/** Tries a wrong code. Returns the status. */
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
