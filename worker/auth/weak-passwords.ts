import { breachLookupForms, type PasswordOwner, passwordProblem } from "#domain/auth/password-problem.ts";
import { fieldError } from "#domain/errors.ts";

/**
 * Leaked passwords in lower case, one per line: those with eight or more characters, and words with six or
 * more to which users append digits. The words are from @zxcvbn-ts/language-common 4 (MIT).
 */
const LIST = "/static/weak-passwords.txt";
let cachedList: string | undefined;

/** Returns the list with a line break on both sides of each entry; read once per process, on first use. */
async function knownPasswords({ env, request }: { env: Env; request: Request }): Promise<string> {
  if (cachedList) return cachedList;
  const found = await env.ASSETS.fetch(new URL(LIST, request.url).toString());
  if (!found.ok) throw new Error(`the web build has no ${LIST} (${found.status})`);
  cachedList = `\n${await found.text()}`;
  return cachedList;
}

/** Throws a field error if the password is easy to guess for anyone who knows the user or the leaks. */
export async function rejectWeakPassword(
  call: { env: Env; request: Request },
  password: string,
  about: PasswordOwner,
): Promise<void> {
  const problem = passwordProblem(password, about);
  if (problem) throw fieldError("password", problem);
  const known = await knownPasswords(call);
  if (breachLookupForms(password).some((form) => !form.includes("\n") && known.includes(`\n${form}\n`)))
    throw fieldError("password", "Password is on lists of stolen passwords. Choose another one.");
}
