import Stripe from "stripe";
import { ApiError } from "#domain/errors.ts";
import { type Env, isProduction } from "../env.ts";

/** Milliseconds that Stripe has for an answer, which it is asked for once more. */
const PATIENCE = 10_000;

/** One client per account in a process: it keeps nothing of a request. */
const clients = new Map<string, Stripe>();

/** Stripe, or the stand-in that plays it; null where Gold is not sold. */
export function stripeOf(env: Env): Stripe | null {
  const key = env.STRIPE_SECRET_KEY;
  if (!key) return null;
  const standIn = isProduction(env) ? "" : (env.STRIPE_STAND_IN ?? "");
  const name = `${key} ${standIn}`;
  const known = clients.get(name);
  if (known) return known;
  const { hostname: host, port, protocol } = new URL(standIn || "https://api.stripe.com");
  const client = new Stripe(key, {
    ...{ host, port: port || 443, protocol: protocol === "http:" ? "http" : "https" },
    httpClient: Stripe.createFetchHttpClient(),
    ...{ timeout: PATIENCE, maxNetworkRetries: 1, telemetry: false },
  });
  clients.set(name, client);
  return client;
}

/** The same where Gold must be sold for what is asked. */
export function needStripe(env: Env): Stripe {
  const stripe = stripeOf(env);
  if (!stripe) throw new ApiError("no_billing");
  return stripe;
}

/** Nothing is really paid with such a key. */
export const isTestMode = ({ STRIPE_SECRET_KEY: key = "" }: Env): boolean => key.includes("_test_");

/** Whether Stripe says that it does not know what it was asked about. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === "resource_missing";

/** Whether Stripe says that this can't be done as things are: somebody else may have done it. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/** What a person's act asks of Stripe; failing is noted, and told to the person in words of ours. */
export async function asking<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { type, code, requestId, message } = error;
    console.error(JSON.stringify({ level: "error", event: "stripe failed", type, code, requestId, message }));
    throw new ApiError("billing_failed");
  }
}
