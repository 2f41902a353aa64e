import { knownForms, type PasswordOwner, passwordProblem } from "#domain/auth/password-rules.ts";
import { fieldError } from "#domain/errors.ts";
import type { Env } from "../env.ts";

/**
 * Passwords that go round in breaches, lower case, a line each: those of eight characters and more, and words of six and more
 * that others make by adding digits. The words are from @zxcvbn-ts/language-common 4 (MIT).
 */
const LIST = "/static/weak-passwords.txt";
let kept: string | undefined;

/** The list with a line break on either side of each word; read once per process, when it is first wanted. */
async function knownPasswords({ env, request }: { env: Env; request: Request }): Promise<string> {
  if (kept) return kept;
  const found = await env.ASSETS.fetch(new URL(LIST, request.url).toString());
  if (!found.ok) throw new Error(`the web build has no ${LIST} (${found.status})`);
  kept = `\n${await found.text()}`;
  return kept;
}

/** Refuses, at the field `password`, one that is easily guessed by whoever knows the person or the lists that go round. */
export async function refuseWeakPassword(
  call: { env: Env; request: Request },
  password: string,
  about: PasswordOwner,
): Promise<void> {
  const problem = passwordProblem(password, about);
  if (problem) throw fieldError("password", problem);
  const known = await knownPasswords(call);
  if (knownForms(password).some((form) => !form.includes("\n") && known.includes(`\n${form}\n`)))
    throw fieldError("password", "Password is on lists of stolen passwords. Choose another one.");
}
