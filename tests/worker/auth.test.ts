import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { logoutRoute, sessionRoute, updateAccountRoute } from "#domain/auth/api.ts";
import {
  forgotPasswordRoute,
  loginRoute,
  registerRoute,
  resendVerificationRoute,
  resetPasswordRoute,
  verifyEmailRoute,
} from "#domain/auth/sign-in-api.ts";
import { API_ERRORS } from "#domain/errors.ts";
import { favoriteLevelRoute, featureLevelRoute, levelRoute } from "#domain/levels/api.ts";
import { type Answer, addUser, Browser, countRows, db, testEnv, unique } from "#tests/support/browser.ts";
import { expectComplaints } from "#tests/support/worker-setup.ts";
import { addLevel } from "#tests/support/world.ts";
import { hashPassword, LOW_COST } from "#worker/auth/password.ts";
import type { Env } from "#worker/env.ts";
import { hashToken, sign } from "#worker/http/crypto.ts";
import { checkAttempts } from "#worker/http/limits.ts";
import { SESSION_COOKIE } from "#worker/http/session.ts";
import { sendMails } from "#worker/mail/send.ts";
import { runSchedule } from "#worker/schedule.ts";

const PASSWORD = "correct horse";
const HOUR = 3_600_000;
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD, LOW_COST);
});

/** Somebody with a password, and a browser that nobody is signed in on. */
async function member(fields: Parameters<typeof addUser>[0] = {}) {
  const user = await addUser({ password_hash: passwordHash, ...fields });
  return { ...user, email: `player_${user.username.split("_")[1]}@example.com` };
}

const newcomer = (fields: Record<string, unknown> = {}) => {
  const n = unique();
  return {
    username: `new_${n}`,
    email: `new_${n}@example.com`,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    ...fields,
  };
};

const without = (name: string) => {
  const { [name]: _, ...rest } = newcomer() as Record<string, unknown>;
  return rest;
};

/** A browser whose requests run with these bindings; what they do after the answer has been done when they answer. */
async function variant(bindings: Partial<Env> = {}, user?: { id: number }): Promise<Browser> {
  const browser = user ? await Browser.signedIn(user) : await Browser.visitor();
  browser.variant = bindings;
  return browser;
}

const signIn = (browser: Browser, login: string, password = PASSWORD) =>
  browser.call(loginRoute, { input: { login, password } });

const whoIs = async (browser: Browser) =>
  ((await browser.call(sessionRoute)).body.user as { username: string } | null)?.username ?? null;

const run = (template: ReturnType<typeof sql>) => db.all(statement<Record<string, unknown>>(template));

/** The secret in the last link that was mailed to an address. */
async function mailedToken(recipient: string, kind: "verify" | "reset-password"): Promise<string> {
  const mails = await run(sql`select body from mails where recipient = ${recipient} order by id desc`);
  const links = mails.map(({ body }) => new RegExp(`https://\\S+/${kind}/(\\S+)`).exec(String(body))?.[1]);
  return links.find((token) => token !== undefined) ?? "no such mail";
}

const wrote = (answer: Answer) => answer.cost.written;
const errorsOf = (answer: Answer) => answer.body.errors as Record<string, string[]>;
const setCookies = (answer: Answer) => answer.headers.getSetCookie();

describe("signing up", () => {
  test("somebody who signs up is signed in, and can sign out and in again by name or e-mail", async () => {
    const browser = await Browser.visitor();
    const ann = newcomer({ username: "Ann_1", email: "ann@example.com" });
    const made = await browser.call(registerRoute, { input: ann });
    expect(made.status).toBe(201);
    expect(made.body.user).toMatchObject({ username: "Ann_1", email_verified: false, level: 1 });
    expect(await whoIs(browser)).toBe("Ann_1");
    expect((await browser.call(logoutRoute)).status).toBe(200);
    expect(await whoIs(browser)).toBeNull();
    for (const login of ["ann_1", "ANN@example.com", "  Ann_1 "]) {
      expect((await signIn(browser, login)).status, login).toBe(200);
    }
  });

  const NAME_CHARACTERS = "Username may have letters, digits and _ only.";
  const EMAIL_SHAPE = "E-mail address must look like name@example.com.";
  test.each([
    ["no username", without("username"), "username", "Username is required."],
    ["an empty username", newcomer({ username: "  " }), "username", "Username is required."],
    ["a username that is no text", newcomer({ username: 12345 }), "username", "Username must be text."],
    ["a short username", newcomer({ username: "ab" }), "username", "Username must be at least 3 characters."],
    [
      "a long username",
      newcomer({ username: "a".repeat(21) }),
      "username",
      "Username must be at most 20 characters.",
    ],
    ["a username with a space", newcomer({ username: "ann b" }), "username", NAME_CHARACTERS],
    [
      "a username with a letter that looks like another",
      newcomer({ username: "аnnie" }),
      "username",
      NAME_CHARACTERS,
    ],
    ["a username with a dot", newcomer({ username: "ann.b" }), "username", NAME_CHARACTERS],
    [
      "a username with a control character",
      newcomer({ username: "ann\u0000b" }),
      "username",
      "Username has a character that can't be shown. Remove it.",
    ],
    ["no e-mail address", without("email"), "email", "E-mail address is required."],
    ["an e-mail address without @", newcomer({ email: "ann.example.com" }), "email", EMAIL_SHAPE],
    ["an e-mail address without a top level", newcomer({ email: "ann@localhost" }), "email", EMAIL_SHAPE],
    ["an e-mail address with a space", newcomer({ email: "ann b@example.com" }), "email", EMAIL_SHAPE],
    ["two e-mail addresses", newcomer({ email: "a@example.com,b@example.com" }), "email", EMAIL_SHAPE],
    ["an e-mail address with an empty part", newcomer({ email: "ann@example..com" }), "email", EMAIL_SHAPE],
    [
      "an e-mail address that breaks the mail's header",
      newcomer({ email: "ann@example.com\nBcc: all@example.com" }),
      "email",
      "E-mail address must be a single line.",
    ],
    [
      "an endless e-mail address",
      newcomer({ email: `${"a".repeat(60)}@${"b".repeat(60)}.${"c.".repeat(80)}com` }),
      "email",
      "E-mail address must be at most 254 characters.",
    ],
    ["no password", without("password"), "password", "Password is required."],
    [
      "a short password",
      newcomer({ password: "1234567", password_confirmation: "1234567" }),
      "password",
      "Password must be at least 8 characters.",
    ],
    [
      "a long password",
      newcomer({ password: "p".repeat(129), password_confirmation: "p".repeat(129) }),
      "password",
      "Password must be at most 128 characters.",
    ],
    [
      "a broken password",
      newcomer({ password: "\ud800 password", password_confirmation: "\ud800 password" }),
      "password",
      "Password has a character that is broken. Type it again.",
    ],
    [
      "no confirmation",
      without("password_confirmation"),
      "password_confirmation",
      "Password confirmation is required.",
    ],
    [
      "another confirmation",
      newcomer({ password_confirmation: "Correct horse" }),
      "password_confirmation",
      "The two passwords are not the same.",
    ],
  ])("%s is refused at its field", async (_, input, field, message) => {
    const before = await countRows("users");
    const answer = await (await Browser.visitor()).call(registerRoute, { input });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe(message);
    expect(errorsOf(answer)[field]).toContain(message);
    expect(Object.keys(errorsOf(answer))).toEqual([field]);
    expect(await countRows("users")).toBe(before);
  });

  const LISTED = "Password is on lists of stolen passwords. Choose another one.";
  test.each([
    ["PASSWORD1!", LISTED],
    ["trustno1", LISTED],
    ["Bopolis99", "Password must be more than the name Bopolis."],
    ["qwertyuiop", "Password must be more than letters or keys in their order."],
    ["abcabcabc", "Password must be more than the same characters over and over."],
    ["Quokka_Fan1", "Password must be more than your username."],
  ])("the password %s is refused at its field", async (password, message) => {
    const input = newcomer({ username: "quokka_fan", password, password_confirmation: password });
    const answer = await (await Browser.visitor()).call(registerRoute, { input });
    expect([answer.status, errorsOf(answer)]).toEqual([422, { password: [message] }]);
    expect(await countRows("users", sql`username = 'quokka_fan'`)).toBe(0);
  });

  test("a reserved username and one with a slur are refused at the field, and no account is made", async () => {
    const browser = await Browser.visitor();
    const before = await countRows("users");
    const slur = "snttbg1".replace(/[a-z]/g, (c) => String.fromCharCode(((c.charCodeAt(0) - 84) % 26) + 97));
    for (const [username, code] of [
      ["bopolis", "name_reserved"],
      ["support", "name_reserved"],
      ["Bopolis_Staff", "name_reserved"],
      ["Adm1n", "name_reserved"],
      ["undefined", "name_reserved"],
      ["constructor", "name_reserved"],
      ["__proto__", "name_reserved"],
      [slur, "name_refused"],
    ] as const) {
      const answer = await browser.call(registerRoute, { input: newcomer({ username }) });
      expect([answer.status, answer.body.code, errorsOf(answer)], username).toEqual([
        422,
        code,
        { username: [API_ERRORS[code][1]] },
      ]);
    }
    expect(await countRows("users")).toBe(before);
    for (const username of ["Scunthorpe", "helpful_otter", "Modesto"])
      expect((await browser.call(registerRoute, { input: newcomer({ username }) })).status).toBe(201);
  });

  test("a username that an account had until lately is taken, until it is free again", async () => {
    const browser = await Browser.visitor();
    const { id } = await addUser();
    await run(sql`insert into former_names values ('Old_Otter', ${id}, 1, ${Date.now() + HOUR})`);
    const input = newcomer({ username: "old_otter" });
    const taken = await browser.call(registerRoute, { input });
    expect([taken.status, errorsOf(taken)]).toEqual([
      422,
      { username: ["This username is taken. Try another one."] },
    ]);
    await run(sql`update former_names set reserved_until = ${Date.now() - 1} where user_id = ${id}`);
    expect((await browser.call(registerRoute, { input })).status).toBe(201);
  });

  test("an empty form is told about all its fields at once", async () => {
    const answer = await (await Browser.visitor()).call(registerRoute);
    expect(Object.keys(errorsOf(answer))).toEqual(["username", "email", "password", "password_confirmation"]);
  });

  test("a username or an e-mail address is taken whatever its case", async () => {
    const browser = await Browser.visitor();
    await addUser({ username: "Taken_Name", email: "Taken@Example.com" });
    const name = await browser.call(registerRoute, { input: newcomer({ username: "tAKEN_nAME" }) });
    expect(name.status).toBe(422);
    expect(errorsOf(name)).toEqual({ username: ["This username is taken. Try another one."] });
    const cyrillic = { email: "ТЕСТ@example.com" };
    expect((await browser.call(registerRoute, { input: newcomer(cyrillic) })).status).toBe(201);
    const lower = { email: cyrillic.email.toLowerCase() };
    expect((await browser.call(registerRoute, { input: newcomer(lower) })).status).toBe(422);
    expect((await signIn(browser, cyrillic.email)).status).toBe(200);
    const mail = await browser.call(registerRoute, { input: newcomer({ email: "taken@example.COM" }) });
    expect(errorsOf(mail)).toEqual({
      email: ["There is an account with this e-mail address already. Sign in instead."],
    });
  });

  test("of two who want the same name at once one gets it, and the other is told", async () => {
    const [one, other] = [newcomer(), newcomer()];
    const before = await countRows("users");
    const answers = await Promise.all(
      [one, { ...other, username: one.username.toUpperCase() }].map(async (input) =>
        (await Browser.visitor()).call(registerRoute, { input }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.errors).toHaveProperty("username");
    expect(await countRows("users")).toBe(before + 1);
  });

  test("neither the password nor the session's secret is stored as it is", async () => {
    const browser = await Browser.visitor();
    const input = newcomer({ password: "a very plain text", password_confirmation: "a very plain text" });
    await browser.call(registerRoute, { input });
    const rows = [
      ...(await run(sql`select * from users where username = ${input.username}`)),
      ...(await run(sql`select * from sessions`)),
      ...(await run(sql`select * from tokens`)),
    ];
    const [secret] = (browser.cookies.get(SESSION_COOKIE) ?? "").split(".");
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain("a very plain text");
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(await mailedToken(input.email, "verify"));
  });
});

describe("signing in", () => {
  test("a wrong password and an unknown account are answered alike", async () => {
    const { username } = await member();
    const browser = await Browser.visitor();
    const wrong = await signIn(browser, username, "wrong horse");
    const unknown = await signIn(browser, "nobody_at_all", "wrong horse");
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toEqual({ login: [API_ERRORS.bad_credentials[1]] });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    expect(wrong.headers.has("Set-Cookie")).toBe(false);
  });

  test("an account without a password can't be signed in to", async () => {
    const { username } = await addUser({ password_hash: "" });
    for (const password of ["x", "undefined", "null"]) {
      expect((await signIn(await Browser.visitor(), username, password)).status).toBe(422);
    }
  });

  test("a password is the same however its accents were typed", async () => {
    const browser = await Browser.visitor();
    const password = "cr\u00e8me br\u00fbl\u00e9e";
    const input = newcomer({ password, password_confirmation: password });
    await browser.call(registerRoute, { input });
    expect((await signIn(await Browser.visitor(), input.username, password.normalize("NFD"))).status).toBe(
      200,
    );
  });

  test("missing boxes are told at their fields", async () => {
    const answer = await (await Browser.visitor()).call(loginRoute);
    expect(errorsOf(answer)).toEqual({
      login: ["Username or e-mail is required."],
      password: ["Password is required."],
    });
  });

  test("the session's cookie is out of reach of scripts, other sites and plain connections", async () => {
    const { username } = await member();
    const browser = await Browser.visitor();
    const [cookie = ""] = setCookies(await signIn(browser, username));
    const flags = cookie.split("; ").slice(1);
    expect(flags.sort()).toEqual([
      "HttpOnly",
      `Max-Age=${60 * 24 * 3600}`,
      "Path=/",
      "SameSite=Lax",
      "Secure",
    ]);
    expect(cookie).toMatch(new RegExp(`^${SESSION_COOKIE}=`));
  });

  test("the page's token stays good through signing in and out", async () => {
    const { username } = await member();
    const browser = await Browser.visitor();
    const before = browser.csrf;
    await signIn(browser, username);
    expect((await browser.call(sessionRoute)).body.csrf_token).toBe(before);
    await browser.call(logoutRoute);
    expect((await browser.call(sessionRoute)).body.csrf_token).toBe(before);
  });

  test("signing out ends this session and no other", async () => {
    const { id, username } = await member();
    const [one, other] = [await Browser.visitor(), await Browser.visitor()];
    await signIn(one, username);
    await signIn(other, username);
    const kept = one.cookies.get(SESSION_COOKIE) ?? "";
    await one.call(logoutRoute);
    expect(one.cookies.has(SESSION_COOKIE)).toBe(false);
    one.cookies.set(SESSION_COOKIE, kept);
    expect(await whoIs(one)).toBeNull();
    expect(await whoIs(other)).toBe(username);
    expect(await countRows("sessions", sql`user_id = ${id}`)).toBe(1);
  });
});

describe("guessing", () => {
  const LIMITED = { RATE_LIMITS: "on" } as const;
  const stubOf = (key: string) => testEnv.THROTTLE.getByName(key);
  const attempts = async (key: string, count: number, limit: number, seconds = 900) => {
    const waits: number[] = [];
    for (let n = 0; n < count; n++) waits.push(await stubOf(key).attempt(limit, seconds));
    return waits;
  };
  const letTimePass = (key: string) =>
    runInDurableObject(stubOf(key), (_, state) => {
      const stored = state.storage.kv.get<{ count: number; resetsAt: number }>("attempts");
      if (stored) state.storage.kv.put("attempts", { ...stored, resetsAt: Date.now() - 1 });
    });

  test("the eleventh try on one account has to wait, with the right password too, and the wait ends", async () => {
    const { id, username } = await member();
    const browser = await variant(LIMITED);
    const key = `login:${id}`;
    await attempts(key, 9, 10);
    expect((await signIn(browser, username, "wrong horse")).status).toBe(422);
    const refused = await signIn(browser, username.toUpperCase());
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: "too_many", message: expect.stringContaining("minutes") });
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(800);
    expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(900);
    expect(wrote(refused)).toBe(0);
    await letTimePass(key);
    expect((await signIn(browser, username)).status).toBe(200);
  });

  test("the right password makes the tries before it forgotten", async () => {
    const { id, username } = await member();
    const browser = await variant(LIMITED);
    const key = `login:${id}`;
    await attempts(key, 9, 10);
    expect((await signIn(browser, username)).status).toBe(200);
    expect(await attempts(key, 10, 10)).toEqual(Array(10).fill(0));
  });

  test.each([
    ["register", registerRoute, () => newcomer()],
    ["login-from", loginRoute, () => ({ login: "nobody", password: "wrong" })],
    ["forgot-from", forgotPasswordRoute, () => ({ email: "nobody@example.com" })],
  ] as const)(
    "one address can't go on for ever at %s, and others are not hindered",
    async (name, route, input) => {
      const address = "203.0.113.9";
      await runInDurableObject(stubOf(`${name}:${address}`), (_, state) =>
        state.storage.kv.put("attempts", { count: 10_000, resetsAt: Date.now() + 60_000 }),
      );
      const browser = await variant(LIMITED);
      const from = (ip: string) =>
        browser.call(route, { input: input(), headers: { "CF-Connecting-IP": ip } });
      const refused = await from(address);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(refused.body.message).toBe("Too many tries. Wait a minute and try again.");
      expect((await from("203.0.113.10")).status).not.toBe(429);
    },
  );

  test("one mailbox is not filled with reset links or verification links", async () => {
    const user = await member({ email_verified_at: null });
    const browser = await variant(LIMITED, user);
    const asked = [];
    for (let n = 0; n < 6; n++) {
      asked.push(await browser.call(forgotPasswordRoute, { input: { email: user.email } }));
      asked.push(await browser.call(resendVerificationRoute));
    }
    expect(asked.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429]);
    expect(await countRows("mails", sql`recipient = ${user.email}`)).toBe(10);
  });

  test("the limits can't be switched off in production", async () => {
    const production = { ...testEnv, ENVIRONMENT: "production", RATE_LIMITS: "off" } as const;
    await checkAttempts(production, "production", 1, 60);
    await expect(checkAttempts(production, "production", 1, 60)).rejects.toMatchObject({ status: 429 });
    await checkAttempts({ ...testEnv, RATE_LIMITS: "off" }, "production", 1, 60);
  });

  test("of many tries at once no more get through than one after the other", async () => {
    const waits = await Promise.all(Array.from({ length: 30 }, () => stubOf("together").attempt(5, 60)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  test("tries are remembered when the object that counts them has left memory", async () => {
    await attempts("evicted", 3, 3);
    await evictDurableObject(stubOf("evicted"));
    expect(await stubOf("evicted").attempt(3, 900)).toBeGreaterThan(0);
  });

  test("an alarm clears the object away when the wait is over", async () => {
    await attempts("alarmed", 3, 3);
    expect(await runDurableObjectAlarm(stubOf("alarmed"))).toBe(true);
    const left = await runInDurableObject(stubOf("alarmed"), (_, state) => [...state.storage.kv.list()]);
    expect(left).toEqual([]);
    expect(await stubOf("alarmed").attempt(3, 900)).toBe(0);
  });

  test("a flood of writes or searches is answered with 429 before anything is looked up", async () => {
    const full = { limit: async () => ({ success: false }) } as unknown as RateLimit;
    const browser = await variant({ ...LIMITED, WRITE_LIMIT: full, SEARCH_LIMIT: full }, await member());
    const write = await browser.call(updateAccountRoute, { input: { theme_id: 2 } });
    const search = await browser.fetch("/api/levels?search=flood");
    for (const answer of [write, search]) {
      expect(answer.status).toBe(429);
      expect(answer.headers.get("Retry-After")).toBe("60");
      expect(answer.cost).toEqual({ rounds: 0, read: 0, written: 0 });
    }
  });
});

describe("a forgotten password", () => {
  const CHANGED = { password: "battery staple", password_confirmation: "battery staple" };
  const reset = (browser: Browser, token: string, input = CHANGED) =>
    browser.call(resetPasswordRoute, { input: { token, ...input } });
  async function forget(email: string): Promise<{ browser: Browser; token: string }> {
    const browser = await variant();
    const answer = await browser.call(forgotPasswordRoute, { input: { email } });
    expect(answer.status).toBe(200);
    return { browser, token: await mailedToken(email, "reset-password") };
  }

  test("a mailed link sets a new password once, verifies the address and ends every session", async () => {
    const user = await member({ email_verified_at: null });
    const elsewhere = await Browser.signedIn(user);
    const { browser, token } = await forget(user.email);
    expect((await reset(browser, token)).status).toBe(200);
    expect(await whoIs(elsewhere)).toBeNull();
    expect((await signIn(browser, user.username)).status).toBe(422);
    const signedIn = await signIn(browser, user.username, CHANGED.password);
    expect(signedIn.body.user).toMatchObject({ email_verified: true });
    const again = await reset(browser, token, {
      password: "third time",
      password_confirmation: "third time",
    });
    expect(again.status).toBe(422);
    expect(again.body).toMatchObject({
      code: "token_expired",
      errors: { token: [API_ERRORS.token_expired[1]] },
    });
    expect(await whoIs(browser)).toBe(user.username);
  });

  test("a link leads to the site itself, whatever address a request says it has asked", async () => {
    const user = await member();
    const browser = await variant({ ORIGIN: "https://bopolis.example" });
    await browser.call(forgotPasswordRoute, { input: { email: user.email } });
    const mails = await db.all(
      statement<{ text: string }>(sql`select body as text from mails where recipient = ${user.email}`),
    );
    expect(mails).toHaveLength(1);
    for (const { text } of mails) {
      expect(text).toContain("https://bopolis.example/reset-password/");
      expect(text).not.toContain("bopolis.test");
    }
  });

  test("an unknown address gets the same answer and no mail", async () => {
    const { email } = await member();
    const browser = await variant();
    const before = await countRows("mails");
    const known = await browser.call(forgotPasswordRoute, { input: { email } });
    expect(await countRows("mails")).toBe(before + 1);
    const unknown = await browser.call(forgotPasswordRoute, { input: { email: "nobody@example.com" } });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(await countRows("mails")).toBe(before + 1);
  });

  test("a link is void after an hour", async () => {
    const { email } = await member();
    const { browser, token } = await forget(email);
    const [row] = await run(sql`select expires_at from tokens where id = ${hashToken(token)}`);
    expect(Number(row?.expires_at)).toBeLessThanOrEqual(Date.now() + HOUR);
    await run(sql`update tokens set expires_at = ${Date.now() - 1} where id = ${hashToken(token)}`);
    expect((await reset(browser, token)).body).toMatchObject({ code: "token_expired" });
  });

  test("a link is void once the account has another address", async () => {
    const { id, email, username } = await member();
    const { browser, token } = await forget(email);
    await run(sql`update users set email = ${`moved_${id}@example.com`} where id = ${id}`);
    expect((await reset(browser, token)).status).toBe(422);
    expect((await signIn(browser, username)).status).toBe(200);
  });

  test("a newer link does not undo an older one, and using one voids them all", async () => {
    const { email } = await member();
    const first = await forget(email);
    const second = await forget(email);
    expect(second.token).not.toBe(first.token);
    expect((await reset(first.browser, first.token)).status).toBe(200);
    expect((await reset(second.browser, second.token)).status).toBe(422);
  });

  test("a password that others would try first is refused and leaves the link good", async () => {
    const { email, username } = await member();
    const { browser, token } = await forget(email);
    for (const password of ["sunshine123", `${username}1`]) {
      const answer = await reset(browser, token, { password, password_confirmation: password });
      expect([answer.status, Object.keys(errorsOf(answer))]).toEqual([422, ["password"]]);
    }
    expect((await reset(browser, token)).status).toBe(200);
  });

  test("a new password is told by mail, forgets the account's browsers, and leaves two factors on", async () => {
    const { id, email, username } = await member({ two_factor_at: 1 });
    await run(sql`insert into known_browsers values (${id}, 'old', 1)`);
    const { browser, token } = await forget(email);
    expect((await reset(browser, token)).status).toBe(200);
    const [mail] = await run(
      sql`select subject from mails where recipient = ${email} order by id desc limit 1`,
    );
    expect(mail).toEqual({ subject: "Your password is changed on Bopolis" });
    expect(await countRows("known_browsers", sql`user_id = ${id}`)).toBe(0);
    expect((await signIn(browser, username, CHANGED.password)).body).toEqual({ two_factor: true });
    expect(await whoIs(browser)).toBeNull();
  });

  test("a link used twice at once sets one of the two passwords", async () => {
    const { email, username } = await member();
    const { browser, token } = await forget(email);
    const passwords = ["first of two", "second of two"];
    const answers = await Promise.all(
      passwords.map((password) => reset(browser, token, { password, password_confirmation: password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)];
    expect((await signIn(browser, username, winner)).status).toBe(200);
  });

  test("a weak or mistyped new password is refused at its field and leaves the link good", async () => {
    const { email } = await member();
    const { browser, token } = await forget(email);
    const weak = await reset(browser, token, { password: "short", password_confirmation: "short" });
    expect(Object.keys(errorsOf(weak))).toEqual(["password"]);
    const mistyped = await reset(browser, token, { ...CHANGED, password_confirmation: "something" });
    expect(Object.keys(errorsOf(mistyped))).toEqual(["password_confirmation"]);
    expect((await reset(browser, token)).status).toBe(200);
  });

  test("a link to verify an address sets no password", async () => {
    const browser = await variant();
    const input = newcomer();
    await browser.call(registerRoute, { input });
    expect((await reset(browser, await mailedToken(input.email, "verify"))).status).toBe(422);
    expect((await signIn(browser, input.username)).status).toBe(200);
  });
});

describe("verifying an e-mail address", () => {
  async function unverified() {
    const browser = await variant();
    const input = newcomer();
    await browser.call(registerRoute, { input });
    return { browser, input, token: await mailedToken(input.email, "verify") };
  }
  /** Presses the button of the link's page: 200 where the address is verified, 422 where the link is void. */
  const confirm = async (browser: Browser, token: string) => {
    const { status, body } = await browser.call(verifyEmailRoute, { input: { token } });
    if (status === 422) expect(body.errors).toHaveProperty("token");
    return status;
  };
  const isVerified = async (browser: Browser) =>
    ((await browser.call(sessionRoute)).body.user as { email_verified: boolean }).email_verified;

  test("the link in the mail verifies the address, from any browser, once", async () => {
    const { browser, token } = await unverified();
    expect(await isVerified(browser)).toBe(false);
    expect(await confirm(await Browser.visitor(), token)).toBe(200);
    expect(await isVerified(browser)).toBe(true);
    expect(await confirm(browser, token)).toBe(422);
  });

  test("a mail scanner that opens the link, however often, neither verifies the address nor uses the link up", async () => {
    const { browser, token } = await unverified();
    const scanner = await Browser.visitor();
    for (const method of ["HEAD", "GET", "OPTIONS", "GET", "HEAD"]) {
      const answer = await scanner.fetch(`/email/verify/${token}`, { method });
      expect(answer.cost.written, method).toBe(0);
      if (method !== "OPTIONS") expect(answer.status, method).toBe(200);
    }
    expect(await isVerified(browser)).toBe(false);
    expect(await confirm(browser, token)).toBe(200);
    expect(await isVerified(browser)).toBe(true);
  });

  test("a request without the page's token verifies nothing", async () => {
    const { browser, token } = await unverified();
    const init = { method: "POST", body: JSON.stringify({ token }) };
    expect((await browser.fetch(verifyEmailRoute.path, init)).status).toBe(419);
    expect(await isVerified(browser)).toBe(false);
  });

  test("the link can be sent again, and nothing is sent when the address is verified", async () => {
    const { browser, input, token } = await unverified();
    expect((await browser.call(resendVerificationRoute)).status).toBe(200);
    const second = await mailedToken(input.email, "verify");
    expect(second).not.toBe(token);
    expect(await confirm(browser, second)).toBe(200);
    const before = await countRows("mails");
    const answer = await browser.call(resendVerificationRoute);
    expect(answer.body.message).toBe("Your e-mail address is verified already.");
    expect(await countRows("mails")).toBe(before);
  });

  test("a link is void after three days", async () => {
    const { browser, token } = await unverified();
    await run(sql`update tokens set expires_at = ${Date.now() - 1} where id = ${hashToken(token)}`);
    expect(await confirm(browser, token)).toBe(422);
    expect(await isVerified(browser)).toBe(false);
  });

  test("a link to an address that is no longer the account's verifies nothing", async () => {
    const { browser, input, token } = await unverified();
    await run(
      sql`update users set email = ${`other_${unique()}@example.com`} where username = ${input.username}`,
    );
    expect(await confirm(browser, token)).toBe(422);
    expect(await isVerified(browser)).toBe(false);
  });

  test("a link to set a password is not one to verify an address", async () => {
    const { browser, input } = await unverified();
    await browser.call(forgotPasswordRoute, { input: { email: input.email } });
    const token = await mailedToken(input.email, "reset-password");
    expect(await confirm(browser, token)).toBe(422);
    expect(await isVerified(browser)).toBe(false);
  });

  test("a link that was never mailed verifies nothing", async () => {
    const browser = await Browser.visitor();
    expect(await confirm(browser, "a".repeat(43))).toBe(422);
    for (const token of ["x", "%00", "a".repeat(5_000), "'; drop table users; --"]) {
      expect(await confirm(browser, token)).toBe(422);
      expect((await browser.fetch(`/email/verify/${encodeURIComponent(token)}`)).status).toBe(404);
    }
  });
});

describe("a session", () => {
  const write = (browser: Browser) => browser.call(updateAccountRoute, { input: { theme_id: 3 } });

  test("a cookie that was not made here signs nobody in", async () => {
    const user = await addUser();
    const admin = await addUser({ role: "admin" });
    const own = (await Browser.signedIn(user)).cookies.get(SESSION_COOKIE) ?? "";
    const [token = "", id = "", role = "", mac = ""] = own.split(".");
    const forged = [
      [token, id, "admin", mac],
      [token, String(admin.id), role, mac],
      [`${token}x`, id, role, mac],
      [token, id, role, `${mac.startsWith("A") ? "B" : "A"}${mac.slice(1)}`],
      [token, id, role, ""],
      [token, id, role],
      [token, id, "owner", sign(testEnv.SESSION_SECRET, `session:${token}.${id}.owner`)],
      [token, "NaN", role, sign(testEnv.SESSION_SECRET, `session:${token}.NaN.${role}`)],
      [token, id, role, sign("another secret", `session:${token}.${id}.${role}`)],
      ["", "", "", ""],
      ["a".repeat(4_000), id, role, mac],
    ];
    for (const parts of forged) {
      const browser = await Browser.visitor();
      browser.cookies.set(SESSION_COOKIE, parts.join("."));
      expect(await whoIs(browser), parts.join(".")).toBeNull();
      expect((await write(browser)).status).toBe(401);
    }
  });

  test("a sealed cookie of one account's session with another account's id is nobody's", async () => {
    const [user, admin] = [await addUser(), await addUser({ role: "admin" })];
    const browser = await Browser.signedIn(user);
    const [token = ""] = (browser.cookies.get(SESSION_COOKIE) ?? "").split(".");
    const claims = `${token}.${admin.id}.admin`;
    browser.cookies.set(SESSION_COOKIE, `${claims}.${sign(testEnv.SESSION_SECRET, `session:${claims}`)}`);
    expect(await whoIs(browser)).toBeNull();
  });

  test("whoever was made an admin is one from their next request on, and whoever no longer is one is not", async () => {
    const user = await addUser();
    const level = await addLevel((await addUser()).id);
    const browser = await Browser.signedIn(user);
    const feature = () =>
      browser.call(featureLevelRoute, { params: { id: level }, input: { featured: true } });
    expect((await feature()).status).toBe(403);
    const secretOf = () => (browser.cookies.get(SESSION_COOKIE) ?? "").split(".")[0];
    const before = secretOf();
    await run(sql`update users set role = 'admin', two_factor_at = 1 where id = ${user.id}`);
    const promoted = await feature();
    expect(promoted.status).toBe(200);
    expect(setCookies(promoted).join()).toContain(`.${user.id}.admin.`);
    // A copy of the old cookie has no part in the new powers.
    expect(secretOf()).not.toBe(before);
    const page = await browser.call(levelRoute, { params: { id: level } });
    expect(page.body.level).toMatchObject({ can_edit: true });
    await run(sql`update users set role = 'member' where id = ${user.id}`);
    const demoted = await feature();
    expect(demoted.status).toBe(403);
    expect(setCookies(demoted).join()).toContain(`.${user.id}.member.`);
    expect(await countRows("levels", sql`id = ${level} and featured_at is not null`)).toBe(1);
  });

  test("a role that has changed since the last request does not lose what this one has sent", async () => {
    const user = await addUser();
    const browser = await Browser.signedIn(user);
    await run(sql`update users set role = 'moderator', two_factor_at = 1 where id = ${user.id}`);
    const answer = await browser.call(updateAccountRoute, { input: { appear_offline: true } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(setCookies(answer).join()).toContain(`.${user.id}.moderator.`);
    const page = await browser.call(sessionRoute);
    expect(page.body.user).toMatchObject({ role: "moderator", appear_offline: true });
  });

  test.each([
    [
      "expired",
      (id: number) => sql`update sessions set expires_at = ${Date.now() - 1} where user_id = ${id}`,
    ],
    ["was ended elsewhere", (id: number) => sql`delete from sessions where user_id = ${id}`],
  ])("whose session %s is a visitor, and the cookie goes", async (_, end) => {
    const level = await addLevel((await addUser()).id);
    for (const ask of [
      (browser: Browser) => browser.call(sessionRoute),
      (browser: Browser) => browser.call(levelRoute, { params: { id: level } }),
      (browser: Browser) => browser.fetch(`/levels/${level}`),
    ]) {
      const user = await addUser();
      const browser = await Browser.signedIn(user);
      await run(end(user.id));
      const answer = await ask(browser);
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain(user.username);
      expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    }
    const other = { params: { id: level } };
    for (const ask of [write, (browser: Browser) => browser.call(favoriteLevelRoute, other)]) {
      const user = await addUser();
      const browser = await Browser.signedIn(user);
      await run(end(user.id));
      const answer = await ask(browser);
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ code: "session_changed" });
      expect(wrote(answer)).toBe(0);
      expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    }
  });

  test("that has ended does not stand in the way of signing in again", async () => {
    const user = await member();
    const browser = await Browser.signedIn(user);
    await run(sql`delete from sessions where user_id = ${user.id}`);
    expect((await signIn(browser, user.username)).status).toBe(200);
    expect(await whoIs(browser)).toBe(user.username);
  });

  test("the schedule sweeps out expired sessions and links and leaves the others", async () => {
    const [gone, here] = [await addUser(), await addUser()];
    await Browser.signedIn(gone);
    await Browser.signedIn(here);
    await run(sql`update sessions set expires_at = 5 where user_id = ${gone.id}`);
    await run(sql`insert into tokens (id, kind, user_id, email, created_at, expires_at)
      values ('old', 'reset', ${here.id}, 'a@example.com', 1, 5), ('new', 'reset', ${here.id}, 'a@example.com', 1, ${Date.now() + HOUR})`);
    await runSchedule(testEnv);
    await runSchedule(testEnv);
    expect(await countRows("sessions", sql`user_id in (${gone.id}, ${here.id})`)).toBe(1);
    expect(await run(sql`select id from tokens where email = 'a@example.com'`)).toEqual([{ id: "new" }]);
  });
});

describe("a banned account", () => {
  const REASON = "Selling levels";

  test("reads and signs out, and every write is refused with the reason and the date", async () => {
    const until = Date.UTC(2099, 0, 2, 15, 4);
    const user = await member({ banned_at: 1, banned_until: until, ban_reason: REASON });
    const browser = await Browser.signedIn(user);
    const level = await addLevel((await addUser()).id);
    expect((await browser.call(levelRoute, { params: { id: level } })).status).toBe(200);
    expect((await browser.call(sessionRoute)).body.user).toMatchObject({
      banned: { reason: REASON, until: "2099-01-02T15:04:00.000Z" },
    });
    for (const answer of [
      await browser.call(favoriteLevelRoute, { params: { id: level } }),
      await browser.call(updateAccountRoute, { input: { theme_id: 2 } }),
      await browser.call(registerRoute, { input: newcomer() }),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({
        code: "banned",
        message: `Your account is banned until 01/02/2099 03:04 PM UTC. Reason: ${REASON}`,
      });
      expect(wrote(answer)).toBe(0);
    }
    expect((await browser.call(logoutRoute)).status).toBe(200);
  });

  test("is told so even where its input is wrong", async () => {
    const browser = await Browser.signedIn(await member({ banned_at: 1, ban_reason: REASON }));
    const answer = await browser.call(updateAccountRoute, { input: { theme_id: 99 } });
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe(`Your account is banned for ever. Reason: ${REASON}`);
  });

  test("signs in to read why", async () => {
    const { username } = await member({ banned_at: 1, ban_reason: REASON });
    const answer = await signIn(await Browser.visitor(), username);
    expect(answer.body.user).toMatchObject({ banned: { reason: REASON, until: null } });
  });

  test("is an account like any other when the ban is over", async () => {
    const browser = await Browser.signedIn(await member({ banned_at: 1, banned_until: Date.now() - 1 }));
    expect((await browser.call(updateAccountRoute, { input: { theme_id: 2 } })).status).toBe(200);
    expect((await browser.call(sessionRoute)).body.user).toMatchObject({ banned: null });
  });
});

describe("the theme of an account", () => {
  test.each([
    ["seafoam", 4],
    ["contrast", 5],
    ['"><script>', 1],
    [undefined, 1],
  ])("is at first the one chosen on the device: %j", async (cookie, theme_id) => {
    const browser = await Browser.visitor();
    if (cookie) browser.cookies.set("bopolis_theme", cookie);
    const made = await browser.call(registerRoute, { input: newcomer({}) });
    expect(made.body.user).toMatchObject({ theme_id });
  });

  test("is one of the site's five and is remembered", async () => {
    const browser = await Browser.signedIn(await addUser());
    for (const theme_id of [5, 1]) {
      expect((await browser.call(updateAccountRoute, { input: { theme_id } })).status).toBe(200);
      expect((await browser.call(sessionRoute)).body.user).toMatchObject({ theme_id });
    }
  });

  test.each([0, 6, -1, 1.5, "2", null, true, [1], {}, 1e99])("is not %j", async (theme_id) => {
    const browser = await Browser.signedIn(await addUser());
    const answer = await browser.call(updateAccountRoute, { input: { theme_id } });
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toEqual({ theme_id: ["Theme must be one of the site's."] });
    expect(wrote(answer)).toBe(0);
  });

  test("does not change when nothing is sent", async () => {
    const browser = await Browser.signedIn(await addUser());
    expect((await browser.call(updateAccountRoute)).status).toBe(422);
  });
});

describe("the outbox", () => {
  const mail = (body: string) =>
    run(
      sql`insert into mails (recipient, subject, body, created_at) values ('x@example.com', '<b>Hi</b>', ${body}, 1)`,
    );
  const waiting = () => countRows("mails", sql`sent_at is null`);

  test("shows what would have been sent, as text with its links, and is not there in production", async () => {
    await mail('<script>alert(1)</script> https://bopolis.test/x?a=1&b="2"');
    const page = await (await Browser.visitor()).fetch("/dev/outbox");
    expect(page.status).toBe(200);
    expect(page.body.text).not.toContain("<script>alert");
    expect(page.body.text).not.toContain("<b>Hi");
    expect(page.body.text).toContain('<a href="https://bopolis.test/x?a=1');
    const production = await variant({ ENVIRONMENT: "production" });
    expect((await production.fetch("/dev/outbox")).status).toBe(404);
  });

  test("is emptied through the mail binding, each message once, also when two empty it at once", async () => {
    await mail("one");
    const sent: string[] = [];
    const MAIL = { send: async ({ text }: { text: string }) => sent.push(text) } as unknown as SendEmail;
    const mailing = { ...testEnv, MAIL, MAIL_FROM: "site@example.com" };
    const count = await waiting();
    for (let n = 0; n <= count / 50 + 1; n++)
      await Promise.all([sendMails(mailing, Date.now()), sendMails(mailing, Date.now())]);
    await runSchedule(mailing);
    expect(await waiting()).toBe(0);
    expect(sent).toHaveLength(count);
    expect(new Set(sent)).toContain("one");
  });

  test("keeps a message that could not be sent, tries it again later and gives up after ten times", async () => {
    await mail("never");
    let tries = 0;
    const MAIL = {
      send: async () => {
        tries++;
        throw new Error("no such mailbox");
      },
    } as unknown as SendEmail;
    for (let hour = 0; hour < 12; hour++)
      await sendMails({ ...testEnv, MAIL, MAIL_FROM: "site@example.com" }, Date.now() + hour * HOUR);
    expect(tries).toBe(10);
    expect(await waiting()).toBe(1);
    expect(expectComplaints()).toHaveLength(10);
  });
});
