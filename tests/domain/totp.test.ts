import fc from "fast-check";
import { generateSync } from "otplib";
import { describe, expect, test } from "vitest";
import { authenticatorUri } from "#domain/security/uri.ts";
import {
  authenticatorPicture,
  codeAt,
  newTwoFactorSecret,
  STEP_SECONDS,
  stepAt,
  stepOf,
} from "#worker/security/totp.ts";

/** The secret of both RFCs, "12345678901234567890", in base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const STEP = STEP_SECONDS * 1000;

describe("codes of an authenticator app", () => {
  // RFC 6238, appendix B, the rows of SHA-1; of their eight digits an app shows the last six.
  test.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("are RFC 6238's at %d seconds", (seconds, eight) => {
    expect(codeAt(SECRET, seconds * 1000)).toBe(eight.slice(-6));
    expect(stepOf(SECRET, eight.slice(-6), seconds * 1000, 0)).toBe(Math.floor(seconds / STEP_SECONDS));
  });

  // RFC 4226, appendix D: the counter is the time step.
  test.each(
    ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"].map(
      (code, counter) => [counter, code] as const,
    ),
  )("are RFC 4226's for counter %d", (counter, code) => {
    expect(codeAt(SECRET, counter * STEP)).toBe(code);
  });

  const times = fc.integer({ min: 0, max: 4_000_000_000_000 });
  const secrets = fc.constant(null).map(newTwoFactorSecret);

  test("are those that otplib makes by itself", () => {
    fc.assert(
      fc.property(secrets, times, (secret, now) => {
        expect(codeAt(secret, now)).toBe(generateSync({ secret, epoch: Math.floor(now / 1000) }));
      }),
    );
  });

  test("are taken one step early and late, and no further", () => {
    fc.assert(
      fc.property(secrets, times, fc.integer({ min: -4, max: 4 }), (secret, time, steps) => {
        const now = time + 10 * STEP;
        const at = now + steps * STEP;
        const found = stepOf(secret, codeAt(secret, at), now, 0);
        // Of a million codes two may be alike.
        if (Math.abs(steps) <= 1) expect(found).not.toBeNull();
        else if (found !== null) expect(codeAt(secret, found * STEP)).toBe(codeAt(secret, at));
      }),
    );
  });

  test("are not taken again, nor one from before the last that was", () => {
    fc.assert(
      fc.property(times, fc.integer({ min: -1, max: 1 }), (time, steps) => {
        const now = time + 10 * STEP;
        const code = codeAt(SECRET, now + steps * STEP);
        const step = stepAt(now) + steps;
        expect(stepOf(SECRET, code, now, step - 1)).toBe(step);
        const again = stepOf(SECRET, code, now, step);
        expect(again === null || again > step).toBe(true);
        expect(stepOf(SECRET, code, now, stepAt(now) + 1)).toBeNull();
      }),
    );
  });
});

describe("a new secret", () => {
  test("has 160 bits as base32, another one each time", () => {
    const secrets = Array.from({ length: 50 }, newTwoFactorSecret);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(secrets).size).toBe(50);
  });

  test("is told to an app with the site's and the account's names, as a picture that scans on any ground", () => {
    const uri = authenticatorUri("Ann_1", SECRET);
    expect(uri).toBe(`otpauth://totp/Bopolis:Ann_1?secret=${SECRET}&issuer=Bopolis`);
    const svg = authenticatorPicture(uri);
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 (\d+) \1"/);
    expect(svg).toContain('<rect fill="white"');
    expect(svg).toContain('fill="black"');
    // Four squares of white on every side.
    const [from = 0] = [...svg.matchAll(/M(\d+),(\d+)/g)].map(([, x]) => Number(x)).sort((a, b) => a - b);
    expect(from).toBe(40);
  });
});
