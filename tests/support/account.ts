import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import type { NewUser } from "#db/factories.ts";
import { loginRoute } from "#domain/auth/sign-in-api.ts";
import { hashPassword, LOW_COST } from "#worker/auth/password.ts";
import { Browser, db, unique } from "./browser.ts";
import { type Person, person } from "./people.ts";

/** What everybody of `owner` signs in with. */
export const PASSWORD = "plum harbour 42";
let hash: Promise<string> | undefined;

export interface Owner extends Person {
  email: string;
}

/** Somebody with a password and an address of their own, signed in. */
export async function owner(fields: Partial<NewUser> = {}): Promise<Owner> {
  hash ??= hashPassword(PASSWORD, LOW_COST);
  const email = fields.email ?? `owner_${unique()}@example.com`;
  return { ...(await person({ password_hash: await hash, ...fields, email })), email };
}

/** The token of the newest mailed link of a kind ("email/revert") to an address. */
export async function mailedToken(recipient: string, kind: string): Promise<string> {
  const mails = await db.all(
    statement<{ body: string }>(sql`select body from mails where recipient = ${recipient} order by id desc`),
  );
  const links = mails.map(({ body }) => new RegExp(`https://\\S+/${kind}/(\\S+)`).exec(body)?.[1]);
  return links.find((token) => token !== undefined) ?? "no such mail";
}

/** The subjects of the mails to an address, oldest first. */
export async function mailsTo(recipient: string): Promise<string[]> {
  const mails = await db.all(
    statement<{ subject: string }>(sql`select subject from mails where recipient = ${recipient} order by id`),
  );
  return mails.map(({ subject }) => subject);
}

/** The status that signing in from a new browser is answered with. */
export async function signInStatus(login: string, password = PASSWORD): Promise<number> {
  const browser = await Browser.visitor();
  return (await browser.call(loginRoute, { input: { login, password } })).status;
}
