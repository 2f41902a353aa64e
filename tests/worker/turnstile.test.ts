import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { registerRoute } from "#domain/auth/sign-in-api.ts";
import { Browser, countRows, testEnv, unique } from "#tests/support/browser.ts";
import { expectComplaints } from "#tests/support/worker-setup.ts";
import { policyWith } from "#worker/http/headers.ts";

// The stand-in's widget (tests/stand-ins/turnstile), which only it knows.
const KEYS = {
  TURNSTILE_SITE_KEY: "1x00000000000000000000BB",
  TURNSTILE_SECRET_KEY: "turnstile-stand-in-secret",
};

const say = async (path: string, said: unknown): Promise<Record<string, string>> => {
  const response = await fetch(`${testEnv.TURNSTILE_STAND_IN}/stand-in/${path}`, {
    method: "POST",
    body: JSON.stringify(said),
  });
  return response.json();
};
const token = async (fields: object = {}) =>
  (await say("token", { action: "register", ...fields })).token ?? "";

async function visitor(variant: object = KEYS): Promise<Browser> {
  const browser = await Browser.visitor();
  browser.variant = variant;
  return browser;
}

/** Signs up; answers what came of it and whether there is such an account now. */
async function signUp(browser: Browser, turnstile_token?: string) {
  const username = `checked_${unique()}_${Date.now() % 100_000}`;
  const password = "kitten orbit lemonade 7";
  const answer = await browser.call(registerRoute, {
    input: {
      username,
      email: `${username}@example.com`,
      ...{ password, password_confirmation: password },
      ...(turnstile_token !== undefined && { turnstile_token }),
    },
  });
  return { answer, made: (await countRows("users", sql`username = ${username}`)) === 1 };
}

describe("signing up where the site has keys", () => {
  test("needs a token, which is good once", async () => {
    const good = await token();
    const first = await signUp(await visitor(), good);
    expect([first.answer.status, first.made]).toEqual([201, true]);
    const again = await signUp(await visitor(), good);
    expect([again.answer.status, again.made]).toEqual([422, false]);
  });

  test.each([
    ["no token", async () => undefined],
    ["an empty one", async () => ""],
    ["one that nobody gave out", async () => "made up"],
    ["one that is too old", () => token({ made: Date.now() - 301_000 })],
    ["one for something else", () => token({ action: "login" })],
  ])("with %s is refused at the form", async (_, make) => {
    const { answer, made } = await signUp(await visitor(), await make());
    expect([answer.status, made]).toEqual([422, false]);
    expect(Object.keys(answer.body.errors as object)).toEqual(["turnstile_token"]);
  });

  test("with one token twice at once makes one account", async () => {
    const good = await token();
    const [a, b] = [await visitor(), await visitor()];
    const both = await Promise.all([signUp(a, good), signUp(b, good)]);
    expect(both.map(({ made }) => made).sort()).toEqual([false, true]);
  });

  test("is put off politely while the check can't be asked, or knows the site no more", async () => {
    for (const failure of ["down", "internal-error"]) {
      await say("fail", [failure]);
      const { answer, made } = await signUp(await visitor(), await token());
      expect([answer.status, answer.body.code, made]).toEqual([409, "check_failed", false]);
    }
    const wrong = await visitor({ ...KEYS, TURNSTILE_SECRET_KEY: "another" });
    expect((await signUp(wrong, await token())).answer.status).toBe(409);
    expect(expectComplaints().join()).toContain("human check");
  });

  test("costs no token where something else is wrong", async () => {
    const good = await token();
    const browser = await visitor();
    const answer = await browser.call(registerRoute, {
      input: {
        username: "x",
        email: "no",
        password: "short",
        password_confirmation: "short",
        turnstile_token: good,
      },
    });
    expect(answer.status).toBe(422);
    expect((await signUp(browser, good)).made).toBe(true);
  });
});

describe("a page", () => {
  const read = async (browser: Browser, path: string) => String((await browser.fetch(path)).body.text);

  test("has the script and the key where somebody signs up, and only with keys", async () => {
    const [plain, keyed] = [await visitor({}), await visitor()];
    const script = `src="${testEnv.TURNSTILE_STAND_IN}/turnstile/v0/api.js`;
    expect(await read(plain, "/register")).not.toContain("turnstile");
    expect(await read(keyed, "/login")).toContain('<meta name="turnstile" content="">');
    expect(await read(keyed, "/login")).not.toContain(script);
    const page = await read(keyed, "/register");
    expect(page).toContain(`<meta name="turnstile" content="${KEYS.TURNSTILE_SITE_KEY}">`);
    expect(page).toContain(script);
    const production = await visitor({ ...KEYS, ENVIRONMENT: "production" });
    expect(await read(production, "/register"), "a stand-in is none in production").toContain(
      'src="https://challenges.cloudflare.com/turnstile/v0/api.js',
    );
  });

  test("with the script may run it and show its frame, and requires no Trusted Types", () => {
    const policy = policyWith("https://challenges.cloudflare.com").split("; ");
    expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com");
    expect(policy).toContain("frame-src https://challenges.cloudflare.com");
    expect(policy).toContain("object-src 'none'");
    expect(policy.join()).not.toContain("trusted-types");
  });
});
