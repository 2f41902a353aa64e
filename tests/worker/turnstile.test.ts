import { sql } from "drizzle-orm";
import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { type Browser, countRows, testEnv } from "#tests/support/browser.ts";
import { browserWith, signUpInput } from "#tests/support/sign-up.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { ERROR_SCRIPT_HASH } from "#worker/http/error-script.ts";
import { policyWithEmbed } from "#worker/http/headers.ts";

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
async function signUp(browser: Browser, turnstile_token?: string) {
  const input = signUpInput({ turnstile_token });
  const response = await browser.call(registerRoute, input);
  return { response, made: (await countRows("users", sql`username = ${input.username}`)) === 1 };
}

describe("sign-up on a site with Turnstile keys", () => {
  test("needs a token, which works once", async () => {
    const good = await token();
    const first = await signUp(await visitor(), good);
    expect([first.response.status, first.made]).toEqual([201, true]);
    const again = await signUp(await visitor(), good);
    expect([again.response.status, again.made]).toEqual([422, false]);
  });

  test.each([
    ["no token", async () => undefined],
    ["an empty one", async () => ""],
    ["an unknown one", async () => "made up"],
    ["an expired one", () => token({ made: Date.now() - 301_000 })],
    ["one for another action", () => token({ action: "login" })],
  ])("with %s is rejected at the form", async (_, make) => {
    const { response, made } = await signUp(await visitor(), await make());
    expect([response.status, made]).toEqual([422, false]);
    expect(Object.keys(response.body.errors as object)).toEqual(["turnstile_token"]);
  });

  test("with the same token twice at once makes one account", async () => {
    const good = await token();
    const [a, b] = [await visitor(), await visitor()];
    const both = await Promise.all([signUp(a, good), signUp(b, good)]);
    expect(both.map(({ made }) => made).sort()).toEqual([false, true]);
  });

  test("returns check_failed while Turnstile fails or rejects the site's secret", async () => {
    for (const failure of ["down", "internal-error"]) {
      await post("fail", [failure]);
      const { response, made } = await signUp(await visitor(), await token());
      expect([response.status, response.body.code, made]).toEqual([409, "check_failed", false]);
    }
    const wrong = await visitor({ ...KEYS, TURNSTILE_SECRET_KEY: "another" });
    expect((await signUp(wrong, await token())).response.status).toBe(409);
    expect(expectWorkerErrors().join()).toContain("human check");
  });

  test("doesn't use the token up when another field is invalid", async () => {
    const good = await token();
    const browser = await visitor();
    const input = signUpInput({ username: "x", turnstile_token: good });
    expect((await browser.call(registerRoute, input)).status).toBe(422);
    expect((await signUp(browser, good)).made).toBe(true);
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
