import fc from "fast-check";
import { generateSync } from "otplib";
import { deviceName } from "#domain/auth/device-name.ts";
import { breachLookupForms, passwordProblem } from "#domain/auth/password-problem.ts";
import { authenticatorUri } from "#domain/security/authenticator-uri.ts";
import { exportState, maskEmail, matchesUsername } from "#domain/settings/rules.ts";
import { forAll } from "#tests/support/for-all.ts";
import { checkPassword, FULL_COST, hashPassword, LOW_COST, passwordCost } from "#worker/auth/password.ts";
import {
  authenticatorQrCode,
  newTwoFactorSecret,
  STEP_SECONDS,
  timeStepAt,
  totpAt,
  verifyTotp,
} from "#worker/security/totp.ts";

const ANN = { username: "Ann_Lee", email: "lee.annabel@example.com" };
const problem = (password: string) => passwordProblem(password, ANN);

describe("a new password", () => {
  test.each([
    ["your username", ["Ann_Lee1", "annlee!!99", "1annlee2"]],
    ["your email address", ["lee.annabel", "LeeAnnabel12", "lee.annabel@example.com"]],
    ["the name Bopolis", ["bopolis1", "BOPOLIS!!!"]],
    ["the same characters over and over", ["aaaaaaaa", "abcabcabca", "Abc1abc1abC1"]],
    [
      "letters or keys in a row",
      "12345678 87654321 abcdefgh QwertyUiop qwer4321 asdfghjkl 01234567".split(" "),
    ],
  ])("must be more than %s", (what, passwords) => {
    for (const password of passwords)
      expect(problem(password), password).toBe(`Password must be more than ${what}.`);
  });

  test.each([
    "correct horse",
    "battery staple",
    "ann lee likes tea",
    "crème brûlée",
    "the 12345 steps",
    "bopolis-demo",
    "xk7 qpl29",
    "пароль мой",
  ])("can be %j", (password) => expect(problem(password)).toBeNull());

  test("is not rejected for an unknown name or for a name that is part of many words", () => {
    expect(passwordProblem("correct horse", { username: "", email: "" })).toBeNull();
    expect(passwordProblem("co-rect!", { username: "co", email: "re@example.com" })).toBeNull();
  });

  test("is rejected if it repeats one short block", () => {
    forAll(fc.string({ minLength: 1, maxLength: 4 }), fc.integer({ min: 8, max: 128 }), (block, length) => {
      expect(
        passwordProblem(block.repeat(length).slice(0, length), { username: "", email: "" }),
      ).not.toBeNull();
    });
  });
});

test.each([
  ["Password", ["password"]],
  ["Password123!", ["password123!", "password"]],
  ["dragon2024", ["dragon2024", "dragon"]],
  ["cat12345678", ["cat12345678"]],
  ["12345678", ["12345678"]],
])("the forms of a password that are looked up in breach lists of %j are %j", (password, forms) =>
  expect(breachLookupForms(password)).toEqual(forms),
);

const PASSWORD = "plum harbour 42";

describe("the cost of a password hash", () => {
  test("is full unless the tests request a lower one, and always full in production", () => {
    expect(passwordCost({ ENVIRONMENT: "development" })).toEqual({ N: 16_384, r: 8, p: 5 });
    expect(passwordCost({ ENVIRONMENT: "development", PASSWORD_COST: "full" })).toBe(FULL_COST);
    expect(passwordCost({ ENVIRONMENT: "development", PASSWORD_COST: "low" })).toBe(LOW_COST);
    expect(passwordCost({ ENVIRONMENT: "production", PASSWORD_COST: "low" })).toBe(FULL_COST);
  });

  test("is stored in the hash, so a hash of either cost still verifies after the cost has changed", async () => {
    const full = await hashPassword(PASSWORD);
    const low = await hashPassword(PASSWORD, LOW_COST);
    expect(full).toMatch(/^scrypt\$16384\$8\$5\$/);
    expect(low).toMatch(/^scrypt\$1024\$8\$1\$/);
    expect(await checkPassword(PASSWORD, full, LOW_COST)).toBe(true);
    expect(await checkPassword(PASSWORD, low, FULL_COST)).toBe(true);
    expect(await checkPassword("plum harbour 43", low, FULL_COST)).toBe(false);
  });
});

describe("a masked email address", () => {
  test.each([
    ["ada.lovelace@example.com", "ad**********@*******.***"],
    ["ada@example.com", "ad*@*******.***"],
    ["ad@example.com", "a*@*******.***"],
    ["a@example.com", "*@*******.***"],
    ["a@b.co.uk", "*@*.**.**"],
    ["éa😀x@example.com", "éa**@*******.***"],
  ])("hides %s as %s", (email, masked) => expect(maskEmail(email)).toBe(masked));

  const local = fc.string({
    unit: fc.constantFrom("a", "b", "Z", "7", ".", "_", "+", "é", "😀"),
    minLength: 1,
    maxLength: 64,
  });

  test("shows at most the first 2 characters of its local part, and never all of it", () => {
    forAll(local, fc.domain(), (name, domain) => {
      const [shownLocal = "", shownDomain = ""] = maskEmail(`${name}@${domain}`).split("@");
      const letters = Array.from(name);
      expect(Array.from(shownLocal)).toHaveLength(letters.length);
      const shown = Math.min(2, letters.length - 1);
      expect(Array.from(shownLocal).slice(0, shown)).toEqual(letters.slice(0, shown));
      expect(Array.from(shownLocal).slice(shown).join("")).toMatch(/^\*+$/);
      expect(shownDomain).toMatch(/^[*.]+$/);
    });
  });
});

test("a username matches in any case, and nothing else matches", () => {
  expect(matchesUsername(" Ada_1 ", "ada_1")).toBe(true);
  expect(matchesUsername("ada_2", "ada_1")).toBe(false);
  expect(matchesUsername("", "ada_1")).toBe(false);
});

test("an export that has been waiting for too long has failed", () => {
  const hour = 60 * 60 * 1000;
  expect(exportState({ state: "waiting", created_at: 0 }, hour)).toBe("waiting");
  expect(exportState({ state: "waiting", created_at: 0 }, 3 * hour)).toBe("failed");
  expect(exportState({ state: "ready", created_at: 0 }, 3 * hour)).toBe("ready");
});

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const LINUX = "Mozilla/5.0 (X11; Linux x86_64";
const ANDROID = "Mozilla/5.0 (Linux; Android 15; K)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)";
const CHROMIUM = "AppleWebKit/537.36 (KHTML, like Gecko)";
const WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [`${WINDOWS}) ${CHROMIUM} Chrome/131.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`${WINDOWS}) ${CHROMIUM} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, "Edge on Windows"],
  [`${WINDOWS}) ${CHROMIUM} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`, "Opera on Windows"],
  [`${WINDOWS}; rv:133.0) Gecko/20100101 Firefox/133.0`, "Firefox on Windows"],
  [`${LINUX}; rv:133.0) Gecko/20100101 Firefox/133.0`, "Firefox on Linux"],
  [`${LINUX}) ${CHROMIUM} HeadlessChrome/131.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [`${MAC} ${WEBKIT} Version/18.1 Safari/605.1.15`, "Safari on macOS"],
  [`${MAC} ${CHROMIUM} Chrome/131.0.0.0 Safari/537.36`, "Chrome on macOS"],
  [`${ANDROID} ${CHROMIUM} Chrome/131.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`${ANDROID} ${CHROMIUM} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`, "Edge on Android"],
  ["Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0", "Firefox on Android"],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${CHROMIUM} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [`${IPHONE} ${WEBKIT} Version/18.1 Mobile/15E148 Safari/604.1`, "Safari on iOS"],
  [`${IPHONE} ${WEBKIT} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, "Chrome on iOS"],
  [`${IPHONE} ${WEBKIT} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, "Firefox on iOS"],
  [`${IPHONE} ${WEBKIT} Version/18.0 EdgiOS/131.0.2903.68 Mobile/15E148 Safari/604.1`, "Edge on iOS"],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROMIUM} Chrome/131.0.0.0 Safari/537.36`,
    "Chrome on ChromeOS",
  ],
  ["curl/8.5.0", "Unknown browser"],
  ["", "Unknown browser"],
  ["<script>alert(1)</script>", "Unknown browser"],
  ["Mozilla/5.0 (Windows NT 10.0)", "Unknown browser on Windows"],
  ["Firefox/133.0", "Firefox"],
])("the device name of a user agent %s", (agent, name) => expect(deviceName(agent)).toBe(name));

/** The secret of both RFCs, "12345678901234567890", in base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const STEP = STEP_SECONDS * 1000;

describe("the codes of an authenticator app", () => {
  // RFC 6238, appendix B, the SHA-1 rows. An app shows the last 6 of their 8 digits.
  test.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("match RFC 6238 at %d seconds", (seconds, digits) => {
    expect(totpAt(SECRET, seconds * 1000)).toBe(digits.slice(-6));
    expect(verifyTotp(SECRET, digits.slice(-6), seconds * 1000, 0)).toBe(Math.floor(seconds / STEP_SECONDS));
  });

  const times = fc.integer({ min: 0, max: 4_000_000_000_000 });
  const secrets = fc.constant(null).map(newTwoFactorSecret);

  test("match those made by otplib", () => {
    forAll(secrets, times, (secret, now) => {
      expect(totpAt(secret, now)).toBe(generateSync({ secret, epoch: Math.floor(now / 1000) }));
    });
  });

  test("are accepted one step early and late, and no further", () => {
    forAll(secrets, times, fc.integer({ min: -4, max: 4 }), (secret, time, steps) => {
      const now = time + 10 * STEP;
      const at = now + steps * STEP;
      const found = verifyTotp(secret, totpAt(secret, at), now, 0);
      // Of a million codes two may be equal.
      if (Math.abs(steps) <= 1) expect(found).not.toBeNull();
      else if (found !== null) expect(totpAt(secret, found * STEP)).toBe(totpAt(secret, at));
    });
  });

  test("are not accepted twice, nor from before the last accepted one", () => {
    forAll(times, fc.integer({ min: -1, max: 1 }), (time, steps) => {
      const now = time + 10 * STEP;
      const code = totpAt(SECRET, now + steps * STEP);
      const step = timeStepAt(now) + steps;
      expect(verifyTotp(SECRET, code, now, step - 1)).toBe(step);
      const again = verifyTotp(SECRET, code, now, step);
      expect(again === null || again > step).toBe(true);
      expect(verifyTotp(SECRET, code, now, timeStepAt(now) + 1)).toBeNull();
    });
  });
});

describe("a new secret", () => {
  test("has 160 bits in base32 and is different each time", () => {
    const secrets = Array.from({ length: 50 }, newTwoFactorSecret);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(secrets).size).toBe(50);
  });

  test("is passed to an app with the names of site and account, as a QR code that scans on any background", () => {
    const uri = authenticatorUri("Ann_1", SECRET);
    expect(uri).toBe(`otpauth://totp/Bopolis:Ann_1?secret=${SECRET}&issuer=Bopolis`);
    const svg = authenticatorQrCode(uri);
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 (\d+) \1"/);
    expect(svg).toContain('<rect fill="white"');
    expect(svg).toContain('fill="black"');
    // A quiet zone of 4 modules on every side.
    const [from = 0] = [...svg.matchAll(/M(\d+),(\d+)/g)].map(([, x]) => Number(x)).sort((a, b) => a - b);
    expect(from).toBe(40);
  });
});
