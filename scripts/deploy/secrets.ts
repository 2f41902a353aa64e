import { generateKeyPairSync, randomBytes } from "node:crypto";

export interface Secret {
  name: string;
  purpose: string;
  /** Generates the value if the worker has none. A deployment never overwrites a generated secret. */
  generate?: () => string;
  /** Whether the site can run without it. Without `generate`, the value comes from the environment variable of this name. */
  optional?: boolean;
}

/** Returns 32 random bytes as base64url. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** Returns a new P-256 key for push messages: its private number and its public point, `d.x.y`. */
export function newVapidKey(): string {
  const { d, x, y } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  return [d, x, y].join(".");
}

/** Every secret of worker/env.ts. */
export const SECRETS: readonly Secret[] = [
  { name: "SESSION_SECRET", purpose: "signs session cookies and CSRF tokens", generate: newSecret },
  { name: "JOIN_SECRET", purpose: "derives the keys of join tokens", generate: newSecret },
  { name: "SEAL_SECRET", purpose: "encrypts two-factor secrets and third-party tokens", generate: newSecret },
  { name: "VAPID_KEY", purpose: "signs push messages", generate: newVapidKey },
  { name: "OPERATOR_SECRET", purpose: "guards the operator's endpoints; commands set it", optional: true },
  { name: "STRIPE_SECRET_KEY", purpose: "Stripe's secret key, to sell Gold", optional: true },
  { name: "STRIPE_WEBHOOK_SECRET", purpose: "the signing secret of Stripe's webhook", optional: true },
  { name: "DISCORD_CLIENT_ID", purpose: "the Discord application's id, to link accounts", optional: true },
  { name: "DISCORD_CLIENT_SECRET", purpose: "the Discord application's secret", optional: true },
  { name: "TURNSTILE_SITE_KEY", purpose: "Turnstile's site key, to check sign-ups", optional: true },
  { name: "TURNSTILE_SECRET_KEY", purpose: "Turnstile's secret key", optional: true },
];

export interface SecretPlan {
  lines: { name: string; state: "exists" | "create" | "replace" | "not set" }[];
  /** Values to send with the deployment. */
  values: Record<string, string>;
  problems: string[];
}

/** Decides which secrets to send, given the names of the worker's existing ones. */
export function planSecrets(
  existing: readonly string[],
  environment: Record<string, string | undefined>,
  secrets: readonly Secret[] = SECRETS,
): SecretPlan {
  const plan: SecretPlan = { lines: [], values: {}, problems: [] };
  for (const { name, purpose, generate, optional } of secrets) {
    const exists = existing.includes(name);
    const given = generate ? undefined : environment[name];
    const value = given ?? (exists ? undefined : generate?.());
    if (value !== undefined) plan.values[name] = value;
    if (!exists && value === undefined && !optional)
      plan.problems.push(
        `The secret ${name} (${purpose}) is missing. Set it as an environment variable and run this again.`,
      );
    const state = exists ? (given ? "replace" : "exists") : value === undefined ? "not set" : "create";
    plan.lines.push({ name, state });
  }
  return plan;
}
