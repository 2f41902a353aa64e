import type Stripe from "stripe";
import { ApiError } from "#domain/errors.ts";
import { isProduction } from "../env.ts";

/** The version of Stripe's API that the package's types describe. */
const API_VERSION = "2026-10-28.endive" satisfies Stripe.LatestApiVersion;
const TIMEOUT_MS = 10_000;
const RETRY_DELAY_MS = 500;

/** Stripe's error response, or a failed connection. */
export class StripeError extends Error {
  readonly status: number;
  /** Stripe's names of the error's kind and of the error. */
  readonly type: string;
  readonly code: string | undefined;
  readonly requestId: string | null;
  readonly canRetry: boolean;

  constructor(
    message: string,
    { status = 0, type = "connection_error", code, requestId = null, canRetry = true }: Partial<StripeError>,
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
    this.requestId = requestId;
    this.canRetry = canRetry;
  }
}

/** Sends a request to Stripe. Returns the parsed response; throws a `StripeError`. */
type StripeRequest = <T>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  params?: object,
  idempotencyKey?: string,
) => Promise<T>;

/** Sends requests to Stripe; passing failures once more with the same key, so it's done only once. */
export function stripeRequests(key: string, origin: string): StripeRequest {
  return async (method, path, params = {}, idempotencyKey = crypto.randomUUID()) => {
    const form = new URLSearchParams(formFields(params)).toString();
    const isPost = method === "POST";
    const url = `${origin}/v1/${path}${isPost || !form ? "" : `?${form}`}`;
    const headers: Record<string, string> = { Authorization: `Bearer ${key}`, "Stripe-Version": API_VERSION };
    if (isPost) {
      headers["Content-Type"] = "application/x-www-form-urlencoded";
      headers["Idempotency-Key"] = idempotencyKey;
    }
    const init = { method, headers, body: isPost ? form : null };
    try {
      return await sendOnce(url, init);
    } catch (error) {
      if (!(error instanceof StripeError && error.canRetry)) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      return sendOnce(url, init);
    }
  };
}

async function sendOnce<T>(url: string, init: RequestInit): Promise<T> {
  let response: Response;
  let body: T & { error?: { type: string; code?: string; message?: string } };
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    body = await response.json();
  } catch (error) {
    throw new StripeError(String(error), {});
  }
  if (response.ok) return body;
  const { type = "api_error", code, message = `status ${response.status}` } = body.error ?? {};
  const advice = response.headers.get("stripe-should-retry");
  throw new StripeError(message, {
    status: response.status,
    type,
    code,
    requestId: response.headers.get("request-id"),
    canRetry: advice ? advice === "true" : response.status === 409 || response.status >= 500,
  });
}

/** The names and values of Stripe's form: `{items: [{price: "x"}]}` is `items[0][price]=x`. */
function formFields(value: unknown, name = ""): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, one]) => formFields(one, name ? `${name}[${key}]` : key));
}

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
