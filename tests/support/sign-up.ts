import type { NewUser } from "#db/new-rows.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { hashPassword, LOW_COST } from "#worker/auth/password.ts";
import { PASSWORD } from "./account-owner.ts";
import { addUser, Browser, unique } from "./browser.ts";

let passwordHash: Promise<string> | undefined;

/** Adds a member with a password, without a session. */
export async function addMember(
  fields: Partial<NewUser> = {},
): Promise<{ id: number; username: string; email: string }> {
  passwordHash ??= hashPassword(PASSWORD, LOW_COST);
  const user = await addUser({ password_hash: await passwordHash, ...fields });
  return { ...user, email: `player_${user.username.split("_")[1]}@example.com` };
}

/** Valid input for a sign-up, with some fields replaced. */
export function signUpInput(
  fields: Record<string, unknown> = {},
): Record<string, unknown> & { username: string; email: string } {
  const n = unique();
  return {
    username: `new_${n}`,
    email: `new_${n}@example.com`,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    ...fields,
  };
}

/** A browser whose requests run with these bindings and finish their background work before they return. */
export async function browserWith(bindings: Partial<Env> = {}, user?: { id: number }): Promise<Browser> {
  const browser = user ? await Browser.signedIn(user) : await Browser.visitor();
  browser.variant = bindings;
  return browser;
}

/** The username of a browser's session, or null without one. */
export const currentUsername = async (browser: Browser): Promise<string | null> =>
  ((await browser.call(sessionRoute)).body.user as { username: string } | null)?.username ?? null;
