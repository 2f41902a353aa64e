import fc from "fast-check";
import { generateSync } from "otplib";
import { authenticatorUri } from "#domain/security/authenticator-uri.ts";
import { forAll } from "#tests/support/for-all.ts";
import {
  authenticatorQrCode,
  newTwoFactorSecret,
  STEP_SECONDS,
  timeStepAt,
  totpAt,
  verifyTotp,
} from "#worker/security/totp.ts";

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

  // RFC 4226, appendix D: the counter is the time step.
  test.each(
    ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"].map(
      (code, counter) => [counter, code] as const,
    ),
  )("match RFC 4226 for counter %d", (counter, code) => expect(totpAt(SECRET, counter * STEP)).toBe(code));

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
