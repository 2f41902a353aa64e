import { checkPassword, FULL_COST, hashPassword, LOW_COST, passwordCost } from "#worker/auth/password.ts";

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
