import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The secrets of a local site, made once per state folder. */
export function localSecrets(state: string): { SESSION_SECRET: string } {
  const file = join(state, "secrets.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const secrets = { SESSION_SECRET: randomBytes(32).toString("base64url") };
  mkdirSync(state, { recursive: true });
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}
