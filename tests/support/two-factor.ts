import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import type { NewUser } from "#db/new-rows.ts";
import { loginRoute } from "#domain/auth/sign-in/api.ts";
import { secondStepRoute } from "#domain/security/api.ts";
import { newTwoFactorSecret, recoveryHash, STEP_SECONDS, sealSecret, totpAt } from "#worker/security/totp.ts";
import { type AccountOwner, createAccountOwner, PASSWORD } from "./account-owner.ts";
import { type Browser, db, type TestResponse, testEnv } from "./browser.ts";

export interface TwoFactorUser extends AccountOwner {
  /** Their authenticator secret. */
  secret: string;
}

/** Creates a user with two-factor authentication and these recovery codes. */
export async function createTwoFactorUser(
  fields: Partial<NewUser> = {},
  recovery: readonly string[] = [],
): Promise<TwoFactorUser> {
  const user = await createAccountOwner({ ...fields, two_factor_at: 1 });
  const secret = newTwoFactorSecret();
  await db.batch({
    user: statement(sql`update users set two_factor_secret = ${await sealSecret(testEnv, user.id, secret)}
      where id = ${user.id}`),
    codes: recovery.map((code) =>
      statement(sql`insert into recovery_codes values (${user.id}, ${recoveryHash(testEnv, user.id, code)})`),
    ),
  });
  return Object.assign(user, { secret });
}

/** Returns the authenticator code a number of steps from now. */
export const codeAt = ({ secret }: { secret: string }, steps = 0): string =>
  totpAt(secret, Date.now() + steps * STEP_SECONDS * 1000);

/** Returns six digits that aren't a current or adjacent code. */
export function wrongCode(user: { secret: string }): string {
  const valid = [-2, -1, 0, 1, 2].map((steps) => codeAt(user, steps));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !valid.includes(code)) ?? ""
  );
}

/** Submits a username and password. */
export const submitPassword = (browser: Browser, login: string, password = PASSWORD): Promise<TestResponse> =>
  browser.call(loginRoute, { login, password });

/** Submits the second step. */
export const submitSecondStep = (
  browser: Browser,
  input: { code?: string; recovery_code?: string },
): Promise<TestResponse> => browser.call(secondStepRoute, input);
