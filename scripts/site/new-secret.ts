import { generateKeyPairSync, randomBytes } from "node:crypto";

export interface Secret {
  name: string;
  purpose: string;
  /**
   * Generates the value if neither the worker nor the environment has one. A deployment never overwrites such a secret: the
   * operator's copy in the environment is only for a new worker.
   */
  generate?: () => string;
  /** The form of the operator's copy. */
  format?: RegExp;
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

/** At least as long as 24 random bytes. */
const SECRET_FORM = /^\S{32,}$/;
const VAPID_FORM = /^[\w-]{43}(?:\.[\w-]{43}){2}$/;

/** Every secret of worker/env.ts. */
export const SECRETS: readonly Secret[] = [
  {
    name: "SESSION_SECRET",
    purpose: "signs session cookies and CSRF tokens",
    generate: newSecret,
    format: SECRET_FORM,
  },
  {
    name: "JOIN_SECRET",
    purpose: "derives the keys of join tokens",
    generate: newSecret,
    format: SECRET_FORM,
  },
  {
    name: "SEAL_SECRET",
    purpose: "encrypts two-factor secrets and third-party tokens, signs recovery codes",
    generate: newSecret,
    format: SECRET_FORM,
  },
  { name: "VAPID_KEY", purpose: "signs push messages", generate: newVapidKey, format: VAPID_FORM },
  { name: "OPERATOR_SECRET", purpose: "opens the operator's endpoints; a restore sets it", optional: true },
  { name: "STRIPE_SECRET_KEY", purpose: "Stripe's secret key, to sell Gold", optional: true },
  { name: "STRIPE_WEBHOOK_SECRET", purpose: "the signing secret of Stripe's webhook", optional: true },
  { name: "DISCORD_CLIENT_ID", purpose: "the Discord application's id, to link accounts", optional: true },
  { name: "DISCORD_CLIENT_SECRET", purpose: "the Discord application's secret", optional: true },
  { name: "TURNSTILE_SITE_KEY", purpose: "Turnstile's site key, to check sign-ups", optional: true },
  { name: "TURNSTILE_SECRET_KEY", purpose: "Turnstile's secret key", optional: true },
];
