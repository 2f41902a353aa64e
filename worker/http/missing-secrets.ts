import type { Env } from "../env.ts";

const REQUIRED_SECRETS = ["SESSION_SECRET", "JOIN_SECRET", "SEAL_SECRET", "VAPID_KEY"] as const;

/** Returns the names of the secrets that the site needs and doesn't have. */
export const missingSecrets = (env: Env): string[] => REQUIRED_SECRETS.filter((name) => !env[name]);
