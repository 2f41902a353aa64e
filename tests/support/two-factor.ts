import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import type { NewUser } from "#db/factories.ts";
import { loginRoute } from "#domain/auth/sign-in-api.ts";
import { secondStepRoute } from "#domain/security/api.ts";
import { recoveryHash } from "#worker/security/recovery.ts";
import { sealSecret } from "#worker/security/secret.ts";
import { codeAt, newTwoFactorSecret, STEP_SECONDS } from "#worker/security/totp.ts";
import { type Owner, owner, PASSWORD } from "./account.ts";
import { type Answer, type Browser, db, testEnv } from "./browser.ts";

export interface Guarded extends Owner {
  /** Of their authenticator app. */
  secret: string;
}

/** Somebody with a second factor, and the recovery codes given. */
export async function guarded(
  fields: Partial<NewUser> = {},
  recovery: readonly string[] = [],
): Promise<Guarded> {
  const who = await owner({ ...fields, two_factor_at: 1 });
  const secret = newTwoFactorSecret();
  await db.batch([
    statement(sql`update users set two_factor_secret = ${await sealSecret(testEnv, who.id, secret)}
      where id = ${who.id}`),
    ...recovery.map((code) =>
      statement(sql`insert into recovery_codes values (${who.id}, ${recoveryHash(testEnv, who.id, code)})`),
    ),
  ]);
  return { ...who, secret };
}

/** What an authenticator app shows so many steps from now. */
export const codeIn = ({ secret }: { secret: string }, steps = 0): string =>
  codeAt(secret, Date.now() + steps * STEP_SECONDS * 1000);

/** Six digits that are no code of now, nor of the steps around. */
export function wrongCode(who: { secret: string }): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeIn(who, steps));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !right.includes(code)) ?? ""
  );
}

/** Gives a password. */
export const signIn = (browser: Browser, login: string, password = PASSWORD): Promise<Answer> =>
  browser.call(loginRoute, { input: { login, password } });

/** Gives the second factor. */
export const secondStep = (
  browser: Browser,
  input: { code?: string; recovery_code?: string },
): Promise<Answer> => browser.call(secondStepRoute, { input });
