import type { Env } from "../env.ts";

/**
 * The secrets that a request next to the database needs. That deployment has none of its own: a secret can't be read back from
 * Cloudflare, so only the deployment that has it can share it. Operators' endpoints aren't passed on.
 */
export const NEAR_SECRETS = [
  "SESSION_SECRET",
  "JOIN_SECRET",
  "SEAL_SECRET",
  "VAPID_KEY",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "DISCORD_CLIENT_ID",
  "DISCORD_CLIENT_SECRET",
  "TURNSTILE_SITE_KEY",
  "TURNSTILE_SECRET_KEY",
] as const satisfies (keyof Env)[];

/** Cloudflare's logs and `wrangler tail` redact headers with `secret` in their name. */
export const SECRETS_HEADER = "X-Bopolis-Secrets";

/** Returns the secrets as a header's value, which must be ASCII. */
export const writeSecrets = (env: Env): string =>
  encodeURIComponent(JSON.stringify(Object.fromEntries(NEAR_SECRETS.map((name) => [name, env[name]]))));

/** Reads the secrets of a header's value. Unknown names are ignored. */
export function readSecrets(value: string): Partial<Env> {
  const given = JSON.parse(decodeURIComponent(value)) as Record<string, string | undefined>;
  return Object.fromEntries(
    NEAR_SECRETS.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}
