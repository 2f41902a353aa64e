import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newSecret, SECRETS } from "../deploy/secrets.ts";

type Secrets = Record<
  "SESSION_SECRET" | "JOIN_SECRET" | "SEAL_SECRET" | "VAPID_KEY" | "OPERATOR_SECRET",
  string
>;

/** Returns the secrets of a local site. They're generated once per state folder. */
export function localSecrets(state: string): Secrets {
  const file = join(state, "secrets.json");
  const stored: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
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
