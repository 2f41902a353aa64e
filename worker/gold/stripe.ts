import type Stripe from "stripe";
import { ApiError } from "#domain/errors.ts";
import { isProduction } from "../env.ts";
import { StripeError, type StripeRequest, stripeRequests } from "./stripe-request.ts";

/** The requests to Stripe that the site makes, named like those of Stripe's package. */
export type StripeClient = ReturnType<typeof makeClient>;

const makeClient = (send: StripeRequest) => ({
  customers: {
    create: (params: Stripe.CustomerCreateParams, idempotencyKey: string) =>
      send<Stripe.Customer>("POST", "customers", params, idempotencyKey),
    del: (id: string) => send<Stripe.DeletedCustomer>("DELETE", `customers/${id}`),
  },
  subscriptions: {
    list: (params: Stripe.SubscriptionListParams) =>
      send<Stripe.ApiList<Stripe.Subscription>>("GET", "subscriptions", params),
    retrieve: (id: string, params: Stripe.SubscriptionRetrieveParams) =>
      send<Stripe.Subscription>("GET", `subscriptions/${id}`, params),
    update: (id: string, params: Stripe.SubscriptionUpdateParams) =>
      send<Stripe.Subscription>("POST", `subscriptions/${id}`, params),
  },
  subscriptionSchedules: {
    create: (params: Stripe.SubscriptionScheduleCreateParams) =>
      send<Stripe.SubscriptionSchedule>("POST", "subscription_schedules", params),
    retrieve: (id: string) => send<Stripe.SubscriptionSchedule>("GET", `subscription_schedules/${id}`),
    update: (id: string, params: Stripe.SubscriptionScheduleUpdateParams) =>
      send<Stripe.SubscriptionSchedule>("POST", `subscription_schedules/${id}`, params),
    release: (id: string) =>
      send<Stripe.SubscriptionSchedule>("POST", `subscription_schedules/${id}/release`),
  },
  checkoutSessions: {
    create: (params: Stripe.Checkout.SessionCreateParams) =>
      send<Stripe.Checkout.Session>("POST", "checkout/sessions", params),
    list: (params: Stripe.Checkout.SessionListParams) =>
      send<Stripe.ApiList<Stripe.Checkout.Session>>("GET", "checkout/sessions", params),
    expire: (id: string) => send<Stripe.Checkout.Session>("POST", `checkout/sessions/${id}/expire`),
  },
  prices: {
    list: (params: Stripe.PriceListParams) => send<Stripe.ApiList<Stripe.Price>>("GET", "prices", params),
  },
  invoices: {
    list: (params: Stripe.InvoiceListParams) =>
      send<Stripe.ApiList<Stripe.Invoice>>("GET", "invoices", params),
  },
  portal: {
    configurations: (params: Stripe.BillingPortal.ConfigurationListParams) =>
      send<Stripe.ApiList<Stripe.BillingPortal.Configuration>>(
        "GET",
        "billing_portal/configurations",
        params,
      ),
    createSession: (params: Stripe.BillingPortal.SessionCreateParams) =>
      send<Stripe.BillingPortal.Session>("POST", "billing_portal/sessions", params),
  },
});

/** The Stripe client (or its stand-in); null if Gold isn't for sale. */
export function stripeClient(env: Env): StripeClient | null {
  const key = env.STRIPE_SECRET_KEY;
  if (!key) return null;
  const standIn = isProduction(env) ? "" : env.STRIPE_STAND_IN;
  return makeClient(stripeRequests(key, new URL(standIn || "https://api.stripe.com").origin));
}

/** The Stripe client; throws if Gold isn't for sale. */
export function requireStripe(env: Env): StripeClient {
  const stripe = stripeClient(env);
  if (!stripe) throw new ApiError("no_billing");
  return stripe;
}

/** With such a key, payments aren't real. */
export const isTestMode = ({ STRIPE_SECRET_KEY: key = "" }: Env): boolean => key.includes("_test_");

/** Whether Stripe doesn't know the requested object. */
export const isMissingAtStripe = (error: unknown): boolean =>
  error instanceof StripeError && error.code === "resource_missing";

/** Whether Stripe rejects the request in the current state; a concurrent request may have done it. */
export const isRejectedByStripe = (error: unknown): boolean =>
  error instanceof StripeError &&
  error.type === "invalid_request_error" &&
  ![401, 403, 429].includes(error.status);

/** Awaits a Stripe request on behalf of a user; logs its failure and throws `billing_failed` instead. */
export async function withStripeErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const { type, code, requestId, message } = error;
    console.error(JSON.stringify({ level: "error", event: "stripe failed", type, code, requestId, message }));
    throw new ApiError("billing_failed");
  }
}
