import { randomBytes } from "node:crypto";

export interface Secret {
  name: string;
  what: string;
  /** Makes the value when the worker has none; a secret that is made is never overwritten by deploying. */
  make?: () => string;
  /** Without `make`: whether the site can run without it. Its value comes from the environment variable of its name. */
  optional?: boolean;
}

/** 32 random bytes in base64url. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** Every secret of worker/env.ts. */
export const SECRETS: readonly Secret[] = [
  { name: "SESSION_SECRET", what: "signs session cookies and CSRF tokens", make: newSecret },
  { name: "JOIN_SECRET", what: "the keys of join tokens are derived from it", make: newSecret },
  { name: "SEAL_SECRET", what: "seals two-factor secrets and tokens of other sites", make: newSecret },
  { name: "STRIPE_SECRET_KEY", what: "Stripe's secret key: sells Gold", optional: true },
  { name: "STRIPE_WEBHOOK_SECRET", what: "Stripe's signing secret of the webhook", optional: true },
  { name: "DISCORD_CLIENT_ID", what: "the Discord application's id: links accounts", optional: true },
  { name: "DISCORD_CLIENT_SECRET", what: "the Discord application's secret", optional: true },
  { name: "TURNSTILE_SITE_KEY", what: "Turnstile's site key: checks who signs up", optional: true },
  { name: "TURNSTILE_SECRET_KEY", what: "Turnstile's secret key", optional: true },
];

export interface SecretPlan {
  lines: { name: string; state: "exists" | "create" | "replace" | "not set" }[];
  /** Values to send with the deployment. */
  values: Record<string, string>;
  problems: string[];
}

/** Which secrets have to be sent, given the names that the worker has. */
export function planSecrets(
  existing: readonly string[],
  environment: Record<string, string | undefined>,
  secrets: readonly Secret[] = SECRETS,
): SecretPlan {
  const plan: SecretPlan = { lines: [], values: {}, problems: [] };
  for (const { name, what, make, optional } of secrets) {
    const exists = existing.includes(name);
    const given = make ? undefined : environment[name];
    const value = given ?? (exists ? undefined : make?.());
    if (value !== undefined) plan.values[name] = value;
    if (!exists && value === undefined && !optional)
      plan.problems.push(`The secret ${name} (${what}) is missing: set it in the environment and run again.`);
    const state = exists ? (given ? "replace" : "exists") : value === undefined ? "not set" : "create";
    plan.lines.push({ name, state });
  }
  return plan;
}
