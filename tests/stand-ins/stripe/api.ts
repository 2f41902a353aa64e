import { type StandInRequest, type StandInResponse, ThrownResponse } from "../server.ts";
import type { StripeCall } from "./call.ts";
import * as checkout from "./checkout.ts";
import { parseStripeForm } from "./form.ts";
import * as prices from "./prices.ts";
import { type StripeState, stripeError } from "./state.ts";
import * as subscriptions from "./subscriptions.ts";

type ApiHandler = (call: StripeCall) => unknown;

/** The supported routes of Stripe's API. `:id` matches one path segment. */
const ROUTES: Record<string, ApiHandler> = {
  "GET /v1/products/:id": prices.getProduct,
  "POST /v1/products": prices.addProduct,
  "GET /v1/prices": prices.listPrices,
  "POST /v1/prices": prices.addPrice,
  "POST /v1/prices/:id": prices.updatePrice,
  "GET /v1/webhook_endpoints": prices.listEndpoints,
  "POST /v1/webhook_endpoints": prices.addEndpoint,
  "POST /v1/webhook_endpoints/:id": prices.updateEndpoint,
  "GET /v1/billing_portal/configurations": prices.listConfigurations,
  "POST /v1/billing_portal/configurations": prices.addConfiguration,
  "POST /v1/billing_portal/configurations/:id": prices.updateConfiguration,
  "POST /v1/billing_portal/sessions": checkout.addPortalSession,
  "POST /v1/customers": checkout.addCustomer,
  "GET /v1/customers/:id": checkout.getCustomer,
  "POST /v1/customers/:id": checkout.updateCustomer,
  "DELETE /v1/customers/:id": checkout.deleteCustomer,
  "GET /v1/checkout/sessions": checkout.listSessions,
  "POST /v1/checkout/sessions": checkout.addSession,
  "GET /v1/checkout/sessions/:id": checkout.getSession,
  "POST /v1/checkout/sessions/:id/expire": checkout.expireSession,
  "GET /v1/invoices": checkout.listInvoices,
  "GET /v1/subscriptions": subscriptions.listSubscriptions,
  "GET /v1/subscriptions/:id": subscriptions.getSubscription,
  "POST /v1/subscriptions/:id": subscriptions.updateStripeSubscription,
  "DELETE /v1/subscriptions/:id": subscriptions.cancelStripeSubscription,
  "POST /v1/subscription_schedules": subscriptions.addSchedule,
  "GET /v1/subscription_schedules/:id": subscriptions.getSchedule,
  "POST /v1/subscription_schedules/:id": subscriptions.updateSchedule,
  "POST /v1/subscription_schedules/:id/release": subscriptions.releaseSchedule,
};

const PATTERNS = Object.entries(ROUTES).map(
  ([name, handler]) => [new RegExp(`^${name.replace(":id", "([^/]+)")}$`), handler] as const,
);

/** The number of stored responses for retried calls. */
const MAX_STORED_RESPONSES = 500;

/** Handles a call of Stripe's API. */
export function handleApiRequest(
  state: StripeState,
  url: string,
  key: string,
  request: StandInRequest,
): StandInResponse {
  const givenKey = /^Bearer (.*)$/.exec(request.header("authorization") ?? "")?.[1];
  if (givenKey !== key) throw stripeError(401, "api_key_invalid", "Invalid API Key provided");
  const idempotencyKey = request.method === "POST" ? request.header("idempotency-key") : undefined;
  const content = `${request.path} ${request.body}`;
  const known =
    idempotencyKey && Object.hasOwn(state.answers, idempotencyKey)
      ? state.answers[idempotencyKey]
      : undefined;
  if (known && known.asked !== content)
    throw stripeError(
      400,
      "idempotency_error",
      "Keys for idempotent requests can only be used with the same parameters they were first used with.",
    );
  if (known) return { ...known, headers: { "idempotent-replayed": "true" } };
  const response = handleCall(state, url, request);
  if (idempotencyKey) {
    state.answers[idempotencyKey] = {
      asked: content,
      status: response.status ?? 200,
      body: structuredClone(response.body),
    };
    for (const old of Object.keys(state.answers).slice(0, -MAX_STORED_RESPONSES)) delete state.answers[old];
  }
  return response;
}

function handleCall(state: StripeState, url: string, request: StandInRequest): StandInResponse {
  for (const [pattern, handler] of PATTERNS) {
    const found = pattern.exec(`${request.method} ${request.path}`);
    if (!found) continue;
    const form = parseStripeForm(request.method === "POST" ? request.body : request.query.toString());
    return { status: 200, body: handler({ state, url, form, id: found[1] ?? "" }) };
  }
  throw new ThrownResponse({
    status: 404,
    body: {
      error: {
        type: "invalid_request_error",
        message: `Unrecognized request URL (${request.method}: ${request.path}).`,
      },
    },
  });
}
