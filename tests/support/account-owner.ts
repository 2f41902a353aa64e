import type { NewUser } from "#db/new-rows.ts";
import { loginRoute } from "#domain/auth/sign-in/api.ts";
import { hashPassword, LOW_COST } from "#worker/auth/password.ts";
import { Browser, runSql, unique } from "./browser.ts";
import { signedInUser, type TestUser } from "./test-user.ts";

/** The password of every account owner. */
export const PASSWORD = "plum harbour 42";
let hash: Promise<string> | undefined;

export type AccountOwner = TestUser & {
  email: string;
};

/** Creates a signed-in user with a password and an email address. */
export async function createAccountOwner(fields: Partial<NewUser> = {}): Promise<AccountOwner> {
  hash ??= hashPassword(PASSWORD, LOW_COST);
  const email = fields.email ?? `owner_${unique()}@example.com`;
  return Object.assign(await signedInUser({ password_hash: await hash, ...fields, email }), { email });
}

/** Returns the token of the newest emailed link of a kind, like "email/revert". */
export async function emailedToken(recipient: string, kind: string): Promise<string> {
  const mails = await runSql<{ body: string }>`select body from mails where recipient = ${recipient}
    order by id desc`;
  const links = mails.map(({ body }) => new RegExp(`https://\\S+/${kind}/(\\S+)`).exec(body)?.[1]);
  return links.find((token) => token !== undefined) ?? "no such mail";
}

/** Returns the subjects of a recipient's emails, oldest first. */
export async function emailSubjectsTo(recipient: string): Promise<string[]> {
  const mails = await runSql<{ subject: string }>`select subject from mails where recipient = ${recipient}
    order by id`;
  return mails.map(({ subject }) => subject);
}

/** Signs in from a new browser. Returns the status. */
export async function signInStatus(login: string, password = PASSWORD): Promise<number> {
  const browser = await Browser.visitor();
  return (await browser.call(loginRoute, { login, password })).status;
}
