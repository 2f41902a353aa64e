import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { logStep } from "../log.ts";
import { SECRETS } from "../site/new-secret.ts";
import { DEPLOY_FOLDER } from "./config.ts";
import { throwProblems } from "./problem.ts";

/** Where the secrets that were made for a site are: written before they're sent, so an interrupted deployment sends the same ones. */
export const secretsFile = (name: string): string => join(DEPLOY_FOLDER, `${name}.secrets.env`);

/**
 * Returns the secrets to send with a deployment: those of the environment, and those that the worker lacks. A secret that is made here is
 * never replaced, and stored before it's sent. Prints where.
 */
export function prepareSecrets(
  existing: readonly string[] | null,
  environment: Readonly<Record<string, string | undefined>>,
  file: string,
): Record<string, string> {
  const stored = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  const values: Record<string, string> = {};
  const made: Record<string, string> = {};
  const problems: string[] = [];
  for (const { name, purpose, generate, format } of SECRETS) {
    const exists = existing?.includes(name) ?? false;
    // An empty variable means that the operator has no copy.
    const given = (!(exists && generate) && (environment[name] || stored[name])) || undefined;
    const value = given ?? (exists ? undefined : generate?.());
    if (given && format && !format.test(given))
      problems.push(`${name} (${purpose}) has the wrong form. Without it, a new one is made.`);
    if (value !== undefined) values[name] = value;
    if (value !== undefined && !given) made[name] = value;
    const state = given ? "sent" : value ? "made" : exists ? "exists" : "not set";
    logStep(name, state === "made" ? `made: ${purpose}` : state);
  }
  throwProblems(problems);
  if (Object.keys(made).length) {
    mkdirSync(dirname(file), { recursive: true });
    const lines = Object.entries({ ...stored, ...made }).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(file, lines.join(""), { mode: 0o600, flush: true });
  }
  if (existsSync(file))
    console.log(`
  Secrets are made once, and Cloudflare never shows them again. Move this file to your password manager:
  ${file}
  Without it, members with two-factor authentication can't sign in on a restored site.`);
  return values;
}
