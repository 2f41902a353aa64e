const REQUIRED_SECRETS = ["SESSION_SECRET", "JOIN_SECRET", "SEAL_SECRET", "VAPID_KEY"] as const;

/** Settings that work only together. */
const PAIRS = [
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["DISCORD_CLIENT_ID", "DISCORD_CLIENT_SECRET"],
  ["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"],
] as const;

/** Returns the names of settings that are missing beside their other half, so a part of the site is off. */
export const missingHalves = (env: Env): string[] =>
  PAIRS.flatMap(([a, b]) => (env[a] && !env[b] ? [b] : env[b] && !env[a] ? [a] : []));

/** Returns the names of the secrets that the site needs and doesn't have. */
export const missingSecrets = (env: Env): string[] => REQUIRED_SECRETS.filter((name) => !env[name]);
