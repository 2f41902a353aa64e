import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newSecret, SECRETS } from "../deploy/secrets.ts";

type Secrets = Record<"SESSION_SECRET" | "JOIN_SECRET" | "SEAL_SECRET", string>;

/** The secrets of a local site, each made once per state folder. */
export function localSecrets(state: string): Secrets {
  const file = join(state, "secrets.json");
  const known: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const made = SECRETS.filter(({ make }) => make).map(({ name }) => [name, newSecret()]);
  const secrets = { ...Object.fromEntries(made), ...known } as Secrets;
  if (Object.keys(known).length < made.length) {
    mkdirSync(state, { recursive: true });
    // In two steps, so a process that dies here leaves no half-written file.
    writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return secrets;
}
