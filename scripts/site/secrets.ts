import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { Problem } from "../deploy/problem.ts";
import { findDatabaseFile } from "./database-file.ts";
import { newSecret, SECRETS } from "./new-secret.ts";

type Secrets = Record<
  "SESSION_SECRET" | "JOIN_SECRET" | "SEAL_SECRET" | "VAPID_KEY" | "OPERATOR_SECRET",
  string
>;

/** The file with the secrets of a local site. */
export const secretsFile = (state: string): string => join(state, "secrets.json");

/** The way out for data without its secrets. */
export const missingSecretsMessage = (state: string): string =>
  `The data in ${state} has users, but its secrets.json is missing. Copy the file from your backup to ${secretsFile(state)}. If it's lost, write {} into it: new secrets are generated, everyone is signed out, and second factors must be reset (docs/self-hosting.md).`;

/**
 * Returns the secrets of a local site. They're generated once per state folder. Throws a Problem if they're damaged, or missing
 * although the site has users: new ones would lock out everyone with a second factor.
 */
export function localSecrets(state: string): Secrets {
  const file = secretsFile(state);
  if (!existsSync(file) && hasUsers(state)) throw new Problem(`✗ ${missingSecretsMessage(state)}`);
  const stored = existsSync(file) ? readSecrets(file) : {};
  const generated = [
    ...SECRETS.flatMap(({ name, generate }) => (generate ? [[name, generate()]] : [])),
    ["OPERATOR_SECRET", newSecret()],
  ];
  const secrets = { ...Object.fromEntries(generated), ...stored } as Secrets;
  if (Object.keys(stored).length < generated.length) {
    mkdirSync(state, { recursive: true });
    // Write and rename, so a crash leaves no half-written file.
    writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  return secrets;
}

function readSecrets(file: string): Partial<Secrets> {
  try {
    return z
      .record(z.string(), z.string().check(z.minLength(1)))
      .parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code) throw error;
    throw new Problem(
      `✗ ${file} is damaged: it must be a JSON object of texts. Copy it from your backup. What is deleted from it is generated again (docs/self-hosting.md, Settings, says what that costs).`,
    );
  }
}

function hasUsers(state: string): boolean {
  const file = findDatabaseFile(state);
  if (!file) return false;
  using database = new DatabaseSync(file);
  const table = database.prepare("select 1 from sqlite_master where type = 'table' and name = 'users'").get();
  return table !== undefined && database.prepare("select 1 from users limit 1").get() !== undefined;
}
