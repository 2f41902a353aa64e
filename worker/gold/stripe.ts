import Stripe from "stripe";
import { ApiError } from "#domain/errors.ts";
import { type Env, isProduction } from "../env.ts";

/** Timeout of a request to Stripe; there's one retry. */
const TIMEOUT_MS = 10_000;

/** One client per account and process; it holds no request state. */
const clients = new Map<string, Stripe>();

/** The Stripe client (or its stand-in); null if Gold isn't for sale. */
export function stripeClient(env: Env): Stripe | null {
  const key = env.STRIPE_SECRET_KEY;
  if (!key) return null;
  const standIn = isProduction(env) ? "" : (env.STRIPE_STAND_IN ?? "");
  const name = `${key} ${standIn}`;
  const existing = clients.get(name);
  if (existing) return existing;
  const { hostname: host, port, protocol } = new URL(standIn || "https://api.stripe.com");
  const client = new Stripe(key, {
    host,
    port: port || 443,
    protocol: protocol === "http:" ? "http" : "https",
    httpClient: Stripe.createFetchHttpClient(),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  clients.set(name, client);
  return client;
}

/** The Stripe client; throws if Gold isn't for sale. */
export function requireStripe(env: Env): Stripe {
  const stripe = stripeClient(env);
  if (!stripe) throw new ApiError("no_billing");
  return stripe;
}

/** With such a key, payments aren't real. */
export const isTestMode = ({ STRIPE_SECRET_KEY: key = "" }: Env): boolean => key.includes("_test_");

/** Whether Stripe doesn't know the requested object. */
export const isMissingAtStripe = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === "resource_missing";

/** Whether Stripe rejects the request in the current state; a concurrent request may have done it. */
export const isRejectedByStripe = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/** Awaits a Stripe request on behalf of a user; logs its failure and throws `billing_failed` instead. */
export async function withStripeErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { type, code, requestId, message } = error;
    console.error(JSON.stringify({ level: "error", event: "stripe failed", type, code, requestId, message }));
    throw new ApiError("billing_failed");
  }
}
