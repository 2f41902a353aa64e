import { sql } from "drizzle-orm";
import { nameLook } from "#db/name-look.ts";
import { logoutRoute } from "#domain/auth/api.ts";
import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { API_ERRORS } from "#domain/errors.ts";
import { emailedToken } from "#tests/support/account-owner.ts";
import {
  addUser,
  Browser,
  countRows,
  db,
  runSql,
  type TestResponse,
  testEnv,
} from "#tests/support/browser.ts";
import { browserWith, currentUsername, signUpInput } from "#tests/support/sign-up.ts";
import { submitPassword } from "#tests/support/two-factor.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { insertUser, isLookAlikeViolation } from "#worker/auth/commands.ts";
import { ERROR_SCRIPT_HASH } from "#worker/http/error-script.ts";
import { policyWithEmbed } from "#worker/http/headers.ts";
import { SESSION_COOKIE } from "#worker/http/session.ts";

const errorsOf = (response: TestResponse) => response.body.errors as Record<string, string[]>;

const signUp = async (fields: Parameters<typeof signUpInput>[0] = {}) =>
  (await Browser.visitor()).call(registerRoute, signUpInput(fields));

const expectErrors = (response: TestResponse, errors: Record<string, string[]>, label?: string) =>
  expect([response.status, response.body.errors], label).toEqual([422, errors]);

const formerName = (username: string, user: number, reserved_until = Date.now() + 3_600_000) =>
  runSql`insert into former_names (username, user_id, created_at, reserved_until)
    values (${username}, ${user}, 1, ${reserved_until})`;

const repeated = (password: string) => ({ password, password_confirmation: password });

describe("sign-up", () => {
  test("signs the new member in; they can sign out and sign in again by username or email address", async () => {
    const browser = await Browser.visitor();
    const ann = signUpInput({ username: "Ann_1", email: "ann@example.com" });
    const made = await browser.call(registerRoute, ann);
    expect(made.status).toBe(201);
    expect(made.body.user).toMatchObject({ username: "Ann_1", email_verified: false, level: 1 });
    expect(await currentUsername(browser)).toBe("Ann_1");
    expect((await browser.call(logoutRoute)).status).toBe(200);
    expect(await currentUsername(browser)).toBeNull();
    for (const login of ["ann_1", "ANN@example.com", "  Ann_1 "])
      expect((await submitPassword(browser, login)).status, login).toBe(200);
  });

  const NAME_CHARACTERS = "Username can only have letters, numbers and _.";
  const EMAIL_SHAPE = "Email address must look like name@example.com.";
  test.each<[string, Record<string, unknown>, string]>([
    ["a short username", { username: "ab" }, "Username must be at least 3 characters."],
    ["a long username", { username: "a".repeat(21) }, "Username must be at most 20 characters."],
    ["a username with a space", { username: "ann b" }, NAME_CHARACTERS],
    ["a username with a letter that looks like another", { username: "аnnie" }, NAME_CHARACTERS],
    ["an email address without @", { email: "ann.example.com" }, EMAIL_SHAPE],
    ["an email address without a top-level domain", { email: "ann@localhost" }, EMAIL_SHAPE],
    ["an email address with a space", { email: "ann b@example.com" }, EMAIL_SHAPE],
    ["two email addresses", { email: "a@example.com,b@example.com" }, EMAIL_SHAPE],
    ["an email address with an empty part", { email: "ann@example..com" }, EMAIL_SHAPE],
    [
      "an email address that breaks the mail's header",
      { email: "ann@example.com\nBcc: all@example.com" },
      "Email address must be a single line.",
    ],
    [
      "an overlong email address",
      { email: `${"a".repeat(60)}@${"b".repeat(60)}.${"c.".repeat(80)}com` },
      "Email address must be at most 254 characters.",
    ],
    ["a short password", repeated("1234567"), "Password must be at least 8 characters."],
    ["a long password", repeated("p".repeat(129)), "Password must be at most 128 characters."],
    [
      "a password with a lone surrogate",
      repeated("\ud800 password"),
      "Password has a broken character. Type it again.",
    ],
    [
      "a different confirmation",
      { password_confirmation: "Correct horse" },
      "The two passwords don't match.",
    ],
  ])("rejects %s at its field", async (_, fields, message) => {
    const before = await countRows("users");
    const field = Object.keys(fields)[0] ?? "";
    const response = await signUp(fields);
    expect([response.status, response.body.message]).toEqual([422, message]);
    expect(errorsOf(response)[field]).toContain(message);
    expect(Object.keys(errorsOf(response))).toEqual([field]);
    expect(await countRows("users")).toBe(before);
  });

  const LISTED = "Password is on lists of stolen passwords. Choose another one.";
  test.each([
    ["PASSWORD1!", LISTED],
    ["Quokka_Fan1", "Password must be more than your username."],
  ])("rejects the password %s at its field", async (password, message) => {
    expectErrors(await signUp({ username: "quokka_fan", ...repeated(password) }), { password: [message] });
    expect(await countRows("users", sql`username = 'quokka_fan'`)).toBe(0);
  });

  test("rejects reserved usernames and slurs at the field and creates no account", async () => {
    const before = await countRows("users");
    const slur = "snttbg1".replace(/[a-z]/g, (c) => String.fromCharCode(((c.charCodeAt(0) - 84) % 26) + 97));
    for (const [username, code] of [
      ["Bopolis_Staff", "name_reserved"],
      ["__proto__", "name_reserved"],
      [slur, "name_refused"],
    ] as const) {
      const response = await signUp({ username });
      expect(response.body.code).toBe(code);
      expectErrors(response, { username: [API_ERRORS[code][1]] }, username);
    }
    expect(await countRows("users")).toBe(before);
    expect((await signUp({ username: "helpful_otter" })).status).toBe(201);
  });

  test("rejects a former username of another account until its reservation ends", async () => {
    const { id } = await addUser();
    await formerName("Old_Otter", id);
    const taken = { username: ["This username is taken. Try another one."] };
    expectErrors(await signUp({ username: "old_otter" }), taken);
    await runSql`update former_names set reserved_until = ${Date.now() - 1} where user_id = ${id}`;
    expect((await signUp({ username: "old_otter" })).status).toBe(201);
  });

  test("rejects a username that looks like another member's or like a reserved former one", async () => {
    const { id } = await addUser({ username: "Marigold" });
    await formerName("Old_Barnowl", id);
    const alike = { username: ["This username looks like that of another member. Try another one."] };
    for (const username of ["MarigoId", "Mar1g0ld", "mari_gold", "M4rigold", "OldBamow1", "0ld_barnowl"])
      expectErrors(await signUp({ username }), alike, username);
    await addUser({ username: "tom2006" });
    for (const username of ["Marigolds", "tom2009"]) expect((await signUp({ username })).status).toBe(201);
  });

  test("lets only one of two look-alikes sign up at once", async () => {
    const names = ["Twin_Lark", "Twln_Lark", "TwinLark", "Tw1nL4rk"];
    const responses = await Promise.all(names.map((username) => signUp({ username })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    expect(await countRows("users", sql`name_look = 'twiniark'`)).toBe(1);
  });

  test("doesn't write an account whose look-alike signed up after the check", async () => {
    await addUser({ username: "Late_Heron" });
    const fields = { username: "LateHer0n", email: "late@example.com", password_hash: "", theme_id: 1 };
    const error = await db.all(insertUser({ id: 9e9, ...fields }, 1)).catch((thrown: unknown) => thrown);
    expect(isLookAlikeViolation(error)).toBe(true);
  });

  test("finds a look-alike by one row of an index", async () => {
    const [plan] = await runSql<{ detail: string }>`explain query plan select 1 from users
      where name_look = ${nameLook(sql`${"Marigold"}`)}`;
    expect(plan?.detail).toContain("USING INDEX users_look (name_look=?)");
  });

  test("rejects an email address with characters that can't be seen", async () => {
    for (const invisible of ["\u200b", "\u00ad", "\u00a0", "\ufe0f", "\u3164", "\u2800"]) {
      const response = await signUp({ email: `in${invisible}visible@example.com` });
      expectErrors(response, { email: [EMAIL_SHAPE] });
    }
  });

  test("reports every field of an empty form at once", async () => {
    const response = await (await Browser.visitor()).call(registerRoute);
    const fields = ["username", "email", "password", "password_confirmation"];
    expect(Object.keys(errorsOf(response))).toEqual(fields);
  });

  test("rejects a username or an email address that differs from a taken one only in case", async () => {
    await addUser({ username: "Taken_Name", email: "Taken@Example.com" });
    const taken = { username: ["This username is taken. Try another one."] };
    expectErrors(await signUp({ username: "tAKEN_nAME" }), taken);
    const email = "ТЕСТ@example.com";
    expect((await signUp({ email })).status).toBe(201);
    expect((await signUp({ email: email.toLowerCase() })).status).toBe(422);
    expect((await submitPassword(await Browser.visitor(), email)).status).toBe(200);
    const known = { email: ["This email address already has an account. Sign in instead."] };
    expectErrors(await signUp({ email: "taken@example.COM" }), known);
  });

  test("gives a username to only one of two concurrent requests and reports it as taken to the other", async () => {
    const { username } = signUpInput();
    const before = await countRows("users");
    const responses = await Promise.all([signUp({ username }), signUp({ username: username.toUpperCase() })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(responses.find(({ status }) => status === 422)?.body.errors).toHaveProperty("username");
    expect(await countRows("users")).toBe(before + 1);
  });

  test("stores neither the password nor the session secret nor the mailed token in plain text", async () => {
    const browser = await Browser.visitor();
    const input = signUpInput({ password: "a very plain text", password_confirmation: "a very plain text" });
    await browser.call(registerRoute, input);
    const rows = [
      ...(await runSql`select * from users where username = ${input.username}`),
      ...(await runSql`select * from sessions`),
      ...(await runSql`select * from tokens`),
    ];
    const [secret] = (browser.cookies.get(SESSION_COOKIE) ?? "").split(".");
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain("a very plain text");
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(await emailedToken(input.email, "verify"));
  });
});

// The widget's keys, known only to the stand-in (tests/stand-ins/turnstile).
const KEYS = {
  TURNSTILE_SITE_KEY: "1x00000000000000000000BB",
  TURNSTILE_SECRET_KEY: "turnstile-stand-in-secret",
};

const post = async (path: string, payload: unknown): Promise<Record<string, string>> => {
  const response = await fetch(`${testEnv.TURNSTILE_STAND_IN}/stand-in/${path}`, {
    method: "POST",
    body: JSON.stringify(payload),
  });
  return response.json();
};
const token = async (fields: object = {}) =>
  (await post("token", { action: "register", ...fields })).token ?? "";

const visitor = (variant: object = KEYS): Promise<Browser> => browserWith(variant);

/** Signs up; returns the response and whether the account exists now. */
async function signUpWith(browser: Browser, turnstile_token?: string) {
  const input = signUpInput({ turnstile_token });
  const response = await browser.call(registerRoute, input);
  return { response, made: (await countRows("users", sql`username = ${input.username}`)) === 1 };
}

describe("sign-up on a site with Turnstile keys", () => {
  test("needs a token, which works once, even twice at once, and isn't used up by an invalid field", async () => {
    const good = await token();
    const first = await signUpWith(await visitor(), good);
    expect([first.response.status, first.made]).toEqual([201, true]);
    const again = await signUpWith(await visitor(), good);
    expect([again.response.status, again.made]).toEqual([422, false]);
    const other = await token();
    const [a, b] = [await visitor(), await visitor()];
    const both = await Promise.all([signUpWith(a, other), signUpWith(b, other)]);
    expect(both.map(({ made }) => made).sort()).toEqual([false, true]);
    const third = await token();
    const browser = await visitor();
    const input = signUpInput({ username: "x", turnstile_token: third });
    expect((await browser.call(registerRoute, input)).status).toBe(422);
    expect((await signUpWith(browser, third)).made).toBe(true);
  });

  test.each([
    ["no token", async () => undefined],
    ["an empty one", async () => ""],
    ["an unknown one", async () => "made up"],
    ["an expired one", () => token({ made: Date.now() - 301_000 })],
    ["one for another action", () => token({ action: "login" })],
  ])("with %s is rejected at the form", async (_, make) => {
    const { response, made } = await signUpWith(await visitor(), await make());
    expect([response.status, made]).toEqual([422, false]);
    expect(Object.keys(response.body.errors as object)).toEqual(["turnstile_token"]);
  });

  test("returns check_failed while Turnstile fails or rejects the site's secret", async () => {
    for (const failure of ["down", "internal-error"]) {
      await post("fail", [failure]);
      const { response, made } = await signUpWith(await visitor(), await token());
      expect([response.status, response.body.code, made]).toEqual([409, "check_failed", false]);
    }
    const wrong = await visitor({ ...KEYS, TURNSTILE_SECRET_KEY: "another" });
    expect((await signUpWith(wrong, await token())).response.status).toBe(409);
    expect(expectWorkerErrors().join()).toContain("human check");
  });
});

describe("a server-rendered page with Turnstile", () => {
  const read = async (browser: Browser, path: string) => String((await browser.fetch(path)).body.text);

  test("has the script and the site key on the sign-up page only, and only with keys", async () => {
    const [plain, keyed] = [await visitor({}), await visitor()];
    const script = `src="${testEnv.TURNSTILE_STAND_IN}/turnstile/v0/api.js`;
    expect(await read(plain, "/register")).not.toContain("turnstile");
    expect(await read(keyed, "/login")).toContain('<meta name="turnstile" content="">');
    expect(await read(keyed, "/login")).not.toContain(script);
    const page = await read(keyed, "/register");
    expect(page).toContain(`<meta name="turnstile" content="${KEYS.TURNSTILE_SITE_KEY}">`);
    expect(page).toContain(script);
    const production = await visitor({ ...KEYS, ENVIRONMENT: "production" });
    const real = 'src="https://challenges.cloudflare.com/turnstile/v0/api.js';
    expect(await read(production, "/register"), "a stand-in is none in production").toContain(real);
  });

  test("can run the script and show its frame, without Trusted Types", () => {
    const policy = policyWithEmbed("https://challenges.cloudflare.com").split("; ");
    expect(policy).toContain(`script-src 'self' https://challenges.cloudflare.com '${ERROR_SCRIPT_HASH}'`);
    expect(policy).toContain("frame-src https://challenges.cloudflare.com");
    expect(policy).toContain("object-src 'none'");
    expect(policy.join()).not.toContain("trusted-types");
  });
});
