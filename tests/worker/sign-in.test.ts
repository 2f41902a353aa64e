import { runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { loginRoute, registerRoute } from "#domain/auth/sign-in-api.ts";
import { API_ERRORS } from "#domain/errors.ts";
import { CLOSE } from "#domain/live/frames.ts";
import { mailsTo, owner } from "#tests/support/account.ts";
import { addUser, Browser, countRows, db, testEnv, unique } from "#tests/support/browser.ts";
import { listen } from "#tests/support/socket.ts";
import { codeIn, guarded, secondStep, signIn, wrongCode } from "#tests/support/two-factor.ts";
import { expectComplaints } from "#tests/support/worker-setup.ts";
import { hashPassword } from "#worker/auth/password.ts";
import type { Env } from "#worker/env.ts";
import { hashToken } from "#worker/http/crypto.ts";
import { SESSION_COOKIE } from "#worker/http/session.ts";

const CHALLENGE = "bopolis_second_step";
const LIMITED = { RATE_LIMITS: "on" } as const;
const BAD_CODE = API_ERRORS.bad_code[1];
const run = (template: ReturnType<typeof sql>) => db.all(statement<Record<string, unknown>>(template));

async function visitor(bindings: Partial<Env> | null = null): Promise<Browser> {
  const browser = await Browser.visitor();
  browser.variant = bindings;
  return browser;
}

const whoIs = async (browser: Browser) =>
  ((await browser.call(sessionRoute)).body.user as { username: string } | null)?.username ?? null;

describe("signing in with two factors", () => {
  test("the password opens nothing, the code does, and the cookie in between goes", async () => {
    const ann = await guarded();
    const browser = await visitor();
    const first = await signIn(browser, ann.email);
    expect([first.status, first.body]).toEqual([200, { two_factor: true }]);
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    expect(await whoIs(browser)).toBeNull();
    const flags = first.headers.getSetCookie().join().split("; ").slice(1).sort();
    expect(flags).toEqual(["HttpOnly", "Max-Age=600", "Path=/", "SameSite=Lax", "Secure"]);
    const second = await secondStep(browser, { code: codeIn(ann) });
    expect(second.status).toBe(200);
    expect(second.body.user).toMatchObject({ username: ann.username, role: "member" });
    expect(await whoIs(browser)).toBe(ann.username);
    expect(browser.cookies.has(CHALLENGE)).toBe(false);
  });

  test("a code is taken a step early or late, whatever spaces are in it, and never twice", async () => {
    const ann = await guarded();
    const browser = await visitor();
    await signIn(browser, ann.username);
    for (const steps of [-3, 3])
      expect((await secondStep(browser, { code: codeIn(ann, steps) })).body.message).toBe(BAD_CODE);
    const code = codeIn(ann);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const again = await visitor();
    await signIn(again, ann.username);
    expect((await secondStep(browser, { code: spaced })).status).toBe(200);
    const refused = await secondStep(again, { code });
    expect([refused.status, refused.body.errors]).toEqual([422, { code: [BAD_CODE] }]);
    expect((await secondStep(again, { code: codeIn(ann, -1) })).status).toBe(422);
    expect((await secondStep(again, { code: codeIn(ann, 1) })).status).toBe(200);
  });

  test("of two browsers that send the same code at once one gets in", async () => {
    const ann = await guarded({}, ["k7dm-2xqf-0wz9"]);
    for (const proof of [{ code: codeIn(ann) }, { recovery_code: "k7dm-2xqf-0wz9" }]) {
      const browsers = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const browser = await visitor();
          await signIn(browser, ann.username);
          return browser;
        }),
      );
      const before = await countRows("sessions", sql`user_id = ${ann.id}`);
      const answers = await Promise.all(browsers.map((browser) => secondStep(browser, proof)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
      expect(await countRows("sessions", sql`user_id = ${ann.id}`)).toBe(before + 1);
    }
  });

  test("a recovery code gets in once, however it is typed, and its owner is told by mail", async () => {
    const ann = await guarded({}, ["k7dm-2xqf-0wz9", "aaaa-bbbb-cccc"]);
    const browser = await visitor();
    await signIn(browser, ann.username);
    const wrong = await secondStep(browser, { recovery_code: "k7dm-2xqf-0wz8" });
    expect([wrong.status, wrong.body.errors]).toEqual([422, { recovery_code: [BAD_CODE] }]);
    const used = await secondStep(browser, { recovery_code: " K7DM2XQF OWZ9" });
    expect(used.body.user).toMatchObject({ username: ann.username });
    await signIn(browser, ann.username);
    expect((await secondStep(browser, { recovery_code: "k7dm-2xqf-0wz9" })).status).toBe(422);
    expect(await countRows("recovery_codes", sql`user_id = ${ann.id}`)).toBe(1);
    expect(await mailsTo(ann.email)).toContain("A recovery code was used on Bopolis");
  });

  test("the step between is over for another browser, another password, after ten minutes and without 2FA", async () => {
    const ann = await guarded();
    const browser = await visitor();
    const over = async (who: Browser) => {
      const { status, body } = await secondStep(who, { code: codeIn(ann) });
      expect([status, body.code]).toEqual([422, "second_step_over"]);
    };
    await over(browser);
    await signIn(browser, ann.username);
    const challenge = browser.cookies.get(CHALLENGE) ?? "";
    const thief = await visitor();
    thief.cookies.set(CHALLENGE, challenge);
    await over(thief);
    const [id = "", until = "", mac = ""] = challenge.split(".");
    for (const forged of [
      [id, String(Number(until) + 1), mac],
      [String((await guarded()).id), until, mac],
      [id, String(Date.now() - 1), mac],
      [id, until, ""],
      ["x", until, mac],
    ]) {
      browser.cookies.set(CHALLENGE, forged.join("."));
      await over(browser);
    }
    browser.cookies.set(CHALLENGE, challenge);
    await run(sql`update users set two_factor_at = null where id = ${ann.id}`);
    await over(browser);
    await run(sql`update users set two_factor_at = 1, password_hash = 'another' where id = ${ann.id}`);
    await over(browser);
  });

  test("wants one proof, of the right shape", async () => {
    const browser = await visitor();
    for (const [input, field, message] of [
      [{}, "code", "Send a code or a recovery code."],
      [{ code: "123456", recovery_code: "x" }, "recovery_code", "Send a code or a recovery code, not both."],
      [{ code: "12345" }, "code", "Code must be six digits."],
      [{ code: "12345a" }, "code", "Code must be six digits."],
    ] as const) {
      const { status, body } = await secondStep(browser, input);
      expect([status, body.errors]).toEqual([422, { [field]: [message] }]);
    }
  });

  test("is broken, and that is noted, where the site's own secret is another one than it was", async () => {
    const ann = await guarded();
    const browser = await visitor({ SEAL_SECRET: "another secret by now" });
    await signIn(browser, ann.username);
    expect((await secondStep(browser, { code: codeIn(ann) })).status).toBe(500);
    expect(expectComplaints()).toEqual([expect.stringContaining("can't be opened")]);
  });
});

describe("guessing a code", () => {
  const letTimePass = (key: string) =>
    runInDurableObject(testEnv.THROTTLE.getByName(key), (_, state) => {
      const stored = state.storage.kv.get<{ count: number; resetsAt: number }>("attempts");
      if (stored) state.storage.kv.put("attempts", { ...stored, resetsAt: Date.now() - 1 });
    });

  test("ends after five tries a quarter of an hour, from whatever browser and however often the password is given", async () => {
    const ann = await guarded();
    const tries: number[] = [];
    for (let n = 0; n < 8; n++) {
      const browser = await visitor(LIMITED);
      expect((await signIn(browser, ann.username)).body).toEqual({ two_factor: true });
      tries.push((await secondStep(browser, { code: wrongCode(ann) })).status);
    }
    expect(tries).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
    const browser = await visitor(LIMITED);
    await signIn(browser, ann.username);
    const right = await secondStep(browser, { code: codeIn(ann) });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get("Retry-After"))).toBeGreaterThan(800);
    expect((await secondStep(browser, { recovery_code: "k7dm-2xqf-0wz9" })).status).toBe(429);
    await letTimePass(`second-step:${ann.id}`);
    expect((await secondStep(browser, { code: codeIn(ann) })).status).toBe(200);
  });

  test("ends after twenty tries a day", async () => {
    const ann = await guarded();
    const browser = await visitor(LIMITED);
    await signIn(browser, ann.username);
    const tries: number[] = [];
    for (let n = 0; n < 21; n++) {
      if (n % 5 === 0) await letTimePass(`second-step:${ann.id}`);
      tries.push((await secondStep(browser, { code: wrongCode(ann) })).status);
    }
    expect(tries).toEqual([...Array(20).fill(422), 429]);
    const refused = await secondStep(browser, { code: codeIn(ann) });
    expect(refused.body.message).toBe("Too many tries. Wait 24 hours and try again.");
  });

  test("is not helped by its owner's signing in, who has as many tries in a browser of their own", async () => {
    const ann = await guarded();
    const own = await visitor(LIMITED);
    await signIn(own, ann.username);
    expect((await secondStep(own, { code: codeIn(ann, -1) })).status).toBe(200);
    const thief = await visitor(LIMITED);
    await signIn(thief, ann.username);
    const tries = [];
    for (let n = 0; n < 6; n++) tries.push((await secondStep(thief, { code: wrongCode(ann) })).status);
    expect(tries).toEqual([422, 422, 422, 422, 422, 429]);
    await signIn(own, ann.username);
    expect((await secondStep(own, { code: codeIn(ann) })).status).toBe(200);
    expect((await secondStep(thief, { code: wrongCode(ann) })).status).toBe(429);
  });

  test("is not what somebody does who signs in seven times with codes that are right", async () => {
    const ann = await guarded();
    for (let n = 0; n < 7; n++) {
      await run(sql`update users set two_factor_step = 0 where id = ${ann.id}`);
      await run(sql`delete from known_browsers where user_id = ${ann.id}`);
      const browser = await visitor(LIMITED);
      await signIn(browser, ann.username);
      expect((await secondStep(browser, { code: codeIn(ann) })).status).toBe(200);
    }
  });
});

describe("whoever guesses passwords", () => {
  /** Tries that were made before: each takes a derivation's time. */
  const tryBefore = async (key: string, tries: number) => {
    for (let n = 0; n < tries; n++) await testEnv.THROTTLE.getByName(key).attempt(10, 900);
  };

  test("does not keep the owner out of a browser that the account knows", async () => {
    const bob = await owner();
    const own = await visitor(LIMITED);
    expect((await signIn(own, bob.username)).status).toBe(200);
    const strangers = `login:${bob.id}`;
    await tryBefore(strangers, 9);
    const stranger = await visitor(LIMITED);
    const tries = [];
    for (let n = 0; n < 2; n++) tries.push((await signIn(stranger, bob.username, "wrong")).status);
    expect(tries).toEqual([422, 429]);
    expect((await signIn(await visitor(LIMITED), bob.username)).status).toBe(429);
    expect((await signIn(own, bob.username)).status).toBe(200);
    await tryBefore(`${strangers}:${hashToken(`browser:${own.cookies.get("bopolis_browser")}`)}`, 9);
    const mistyped = [];
    for (let n = 0; n < 2; n++) mistyped.push((await signIn(own, bob.username, "wrong")).status);
    expect(mistyped).toEqual([422, 429]);
  });

  test("has ten tries per account, whether they give its name or its e-mail address", async () => {
    const bob = await owner();
    const browser = await visitor(LIMITED);
    const tries = [];
    for (let n = 0; n < 11; n++) {
      const login = [bob.username, bob.email, bob.username.toUpperCase(), ` ${bob.email} `][n % 4] ?? "";
      tries.push((await signIn(browser, login, "wrong")).status);
    }
    expect(tries).toEqual([...Array(10).fill(422), 429]);
    for (const login of [bob.username, bob.email]) expect((await signIn(browser, login)).status).toBe(429);
  });

  test("waits as long for an account that does not exist", async () => {
    const browser = await visitor(LIMITED);
    const bob = await owner();
    const unknown = (login: string) => [login, `login-unknown:${hashToken(login)}`] as const;
    for (const [login, key] of [
      [bob.username, `login:${bob.id}`] as const,
      unknown("nobody_of_that_name"),
      unknown("nobody.there@example.com"),
    ]) {
      await tryBefore(key, 9);
      expect((await signIn(browser, login, "wrong")).status).toBe(422);
      const refused = await signIn(browser, login, "wrong");
      expect(refused.status).toBe(429);
      expect(refused.body.message).toBe("Too many tries. Wait 15 minutes and try again.");
    }
  });

  test("learns nothing of who has an account at the full password cost, neither by the answer nor by its time", async () => {
    const password_hash = await hashPassword("plum harbour 42");
    const bob = await owner({ password_hash });
    const ann = await guarded({ password_hash });
    const gone = await owner({ password_hash, deleted_at: 1 });
    const empty = await addUser({ password_hash: "" });
    const browser = await visitor({ PASSWORD_COST: "full" });
    const cases: Record<string, [login: string, password: string]> = {
      nobody: [`nobody_${unique()}`, "wrong horse"],
      "no address": [`nobody_${unique()}@example.com`, "wrong horse"],
      wrong: [bob.username, "wrong horse"],
      "wrong by address": [bob.email, "wrong horse"],
      "with two factors": [ann.username, "wrong horse"],
      deleted: [gone.username, "plum harbour 42"],
      "no password": [empty.username, "wrong horse"],
    };
    const times = new Map(Object.keys(cases).map((name) => [name, [] as number[]]));
    const said = new Set<string>();
    for (let round = 0; round < 3; round++) {
      for (const [name, [login, password]] of Object.entries(cases)) {
        const from = performance.now();
        const { status, body, headers, cost } = await signIn(browser, login, password);
        times.get(name)?.push(performance.now() - from);
        const names = [...headers.keys()].sort().join();
        said.add(JSON.stringify([status, body, names, cost.rounds, cost.written]));
      }
    }
    expect([...said]).toHaveLength(1);
    // Other work on the machine can only add to a time. An answer without a derivation takes a twentieth of one with it.
    const least = [...times.values()].map((list) => Math.min(...list));
    expect(Math.max(...least) / Math.min(...least)).toBeLessThan(4);
  }, 120_000);

  test("is not let in where the account was deleted", async () => {
    const gone = await owner({ deleted_at: 1 });
    expect((await signIn(await visitor(), gone.username)).status).toBe(422);
  });
});

describe("signing in again in the same browser", () => {
  const sessionsOf = ({ id }: { id: number }) => countRows("sessions", sql`user_id = ${id}`);

  test("ends the previous session with its sockets, and no other browser's", async () => {
    const bob = await owner();
    const elsewhere = await Browser.signedIn(bob);
    const copied = await visitor();
    for (const [name, value] of bob.browser.cookies) copied.cookies.set(name, value);
    const page = await listen(bob);
    const before = await sessionsOf(bob);
    expect((await signIn(bob.browser, bob.username)).status).toBe(200);
    expect((await page.end()).code).toBe(CLOSE.sessionEnded);
    expect(await sessionsOf(bob)).toBe(before);
    expect(await whoIs(bob.browser)).toBe(bob.username);
    expect(await whoIs(copied)).toBeNull();
    expect(await whoIs(elsewhere)).toBe(bob.username);
  });

  test("ends it after the second step only, and also where another account signs in or signs up", async () => {
    const [bob, ann] = [await owner(), await guarded()];
    const { browser } = bob;
    await signIn(browser, ann.username);
    expect(await sessionsOf(bob)).toBe(1);
    await secondStep(browser, { code: codeIn(ann) });
    expect([await sessionsOf(bob), await whoIs(browser)]).toEqual([0, ann.username]);
    const before = await sessionsOf(ann);
    const n = unique();
    const input = { username: `second_${n}`, email: `second_${n}@example.com` };
    const password = "plum harbour 42";
    await browser.call(registerRoute, { input: { ...input, password, password_confirmation: password } });
    expect([await sessionsOf(ann), await whoIs(browser)]).toEqual([before - 1, input.username]);
  });

  test("keeps the previous session where the password is wrong", async () => {
    const bob = await owner();
    expect((await signIn(bob.browser, bob.username, "wrong")).status).toBe(422);
    expect(await whoIs(bob.browser)).toBe(bob.username);
  });
});

describe("a browser that an account does not know", () => {
  const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0";
  const NEW = "A new browser has signed in to your account on Bopolis";
  const from = (browser: Browser, login: string, cf: object) =>
    browser.fetch(loginRoute.path, {
      method: "POST",
      body: JSON.stringify({ login, password: "plum harbour 42" }),
      headers: { ...browser.writeHeaders(), "Content-Type": "application/json", "User-Agent": FIREFOX },
      ...({ cf } as object),
    });

  test("is told of by mail once, in words, with where it was and what to do", async () => {
    const bob = await owner();
    const browser = await visitor({ ORIGIN: "https://bopolis.example" });
    expect((await from(browser, bob.username, { city: "Lyon", country: "FR" })).status).toBe(200);
    expect(await mailsTo(bob.email)).toEqual([NEW]);
    const [mail] = await run(sql`select body from mails where recipient = ${bob.email}`);
    for (const part of [
      "Firefox on Windows\nLyon, France\n",
      " UTC",
      "https://bopolis.example/forgot-password",
      "https://bopolis.example/settings/account",
    ])
      expect(mail?.body).toContain(part);
    const [session] = await run(sql`select place from sessions where user_id = ${bob.id} and place <> ''`);
    expect(session).toEqual({ place: "Lyon, France" });
    await from(browser, bob.username, {});
    expect(await mailsTo(bob.email)).toEqual([NEW]);
    await from(await visitor({}), bob.username, { country: "T1" });
    expect(await mailsTo(bob.email)).toEqual([NEW, NEW]);
    const [last] = await run(sql`select body from mails where recipient = ${bob.email} order by id desc`);
    expect(last?.body).toContain("Firefox on Windows\nPlace not known\n");
  });

  test("is not the one in which the account was made", async () => {
    const browser = await visitor({});
    const n = unique();
    const input = { username: `fresh_${n}`, email: `fresh_${n}@example.com` };
    const password = "plum harbour 42";
    await browser.call(registerRoute, { input: { ...input, password, password_confirmation: password } });
    await signIn(browser, input.username);
    expect(await mailsTo(input.email)).toEqual(["Confirm your e-mail address for Bopolis"]);
    expect(await countRows("known_browsers", sql`browser <> ''`)).toBeGreaterThan(0);
  });

  test("is told of after the second step only", async () => {
    const ann = await guarded();
    const browser = await visitor({});
    await signIn(browser, ann.username);
    expect(await mailsTo(ann.email)).toEqual([]);
    await secondStep(browser, { code: codeIn(ann) });
    expect(await mailsTo(ann.email)).toEqual([NEW]);
  });

  test("is kept as a hash", async () => {
    const bob = await owner();
    const browser = await visitor({});
    await signIn(browser, bob.username);
    const cookie = browser.cookies.get("bopolis_browser") ?? "";
    const rows = await run(sql`select browser from known_browsers where user_id = ${bob.id}`);
    expect(rows).toEqual([{ browser: hashToken(`browser:${cookie}`) }]);
  });
});
