import { type StandInRequest, type StandInResponse, ThrownResponse } from "../server.ts";
import * as checkout from "./checkout.ts";
import { formOf, parseStripeForm, type StripeCall, type StripeForm, stripeListPage, textOf } from "./form.ts";
import {
  customerNow,
  findObject,
  newStripeId,
  newStripeObject,
  newStripePrice,
  type StripeState,
  stripeError,
} from "./state.ts";
import * as subscriptions from "./subscriptions.ts";

const isTrue = (value: StripeForm[string]) => value === "true";

const newObject = ({ state }: StripeCall, id: string, object: string, form: StripeForm) =>
  newStripeObject(id, object, customerNow(state), formOf(form.metadata) as Record<string, string>);

const getProduct = ({ state, id }: StripeCall) => findObject(state.products, id, "product");

function addProduct(call: StripeCall) {
  const { state, form } = call;
  const id = textOf(form.id) || newStripeId("prod");
  if (state.products[id]) throw stripeError(400, "resource_already_exists", "Product already exists.", "id");
  const fields = { name: textOf(form.name), description: textOf(form.description), active: true };
  state.products[id] = { ...newObject(call, id, "product", form), ...fields };
  return state.products[id];
}

function listPrices({ state, form }: StripeCall) {
  const keys = Array.isArray(form.lookup_keys) ? form.lookup_keys : null;
  const found = Object.values(state.prices).filter(
    ({ lookup_key, active }) =>
      (!keys || keys.includes(lookup_key ?? "")) &&
      (form.active === undefined || active === isTrue(form.active)),
  );
  return stripeListPage(found, form, "/v1/prices");
}

function addPrice(call: StripeCall) {
  const { state, form } = call;
  findObject(state.products, textOf(form.product), "product");
  const key = textOf(form.lookup_key) || null;
  for (const other of Object.values(state.prices)) {
    if (!key || other.lookup_key !== key) continue;
    if (!isTrue(form.transfer_lookup_key))
      throw stripeError(
        400,
        "resource_already_exists",
        `A price (\`${other.id}\`) already uses that lookup key.`,
      );
    other.lookup_key = null;
  }
  const id = newStripeId("price");
  const interval = textOf(formOf(form.recurring).interval) as "month" | "year";
  const price = newStripePrice(newObject(call, id, "price", form), interval, {
    product: textOf(form.product),
    lookup_key: key,
    unit_amount: Number(form.unit_amount),
    currency: textOf(form.currency),
  });
  state.prices[id] = price;
  return price;
}

function updatePrice({ state, form, id }: StripeCall) {
  const price = findObject(state.prices, id, "price");
  if (form.active !== undefined) price.active = isTrue(form.active);
  if (form.lookup_key !== undefined) price.lookup_key = textOf(form.lookup_key) || null;
  return price;
}

const listEndpoints = ({ state, form }: StripeCall) =>
  // The secret is only shown when an endpoint is created.
  stripeListPage(
    Object.values(state.endpoints).map(({ secret: _, ...rest }) => rest),
    form,
    "/v1/webhook_endpoints",
  );

function addEndpoint(call: StripeCall) {
  const { state, form } = call;
  const id = newStripeId("we");
  const { url, enabled_events, api_version } = form;
  const fields = { url, enabled_events, api_version, status: "enabled", secret: newStripeId("whsec") };
  state.endpoints[id] = { ...newObject(call, id, "webhook_endpoint", form), ...fields };
  return state.endpoints[id];
}

function updateEndpoint({ state, form, id }: StripeCall) {
  const endpoint = findObject(state.endpoints, id, "webhook endpoint");
  const { url = endpoint.url, enabled_events = endpoint.enabled_events } = form;
  const { secret: _, ...rest } = Object.assign(endpoint, { url, enabled_events });
  return rest;
}

const listConfigurations = ({ state, form }: StripeCall) =>
  stripeListPage(Object.values(state.configurations), form, "/v1/billing_portal/configurations");

function addConfiguration(call: StripeCall) {
  const { state, form } = call;
  const id = newStripeId("bpc");
  const { features, business_profile } = form;
  const fields = { active: true, is_default: !Object.keys(state.configurations).length };
  state.configurations[id] = {
    ...newObject(call, id, "billing_portal.configuration", form),
    ...fields,
    features,
    business_profile,
  };
  return state.configurations[id];
}

function updateConfiguration({ state, form, id }: StripeCall) {
  const { features, business_profile } = form;
  return Object.assign(findObject(state.configurations, id, "configuration"), { features, business_profile });
}

type ApiHandler = (call: StripeCall) => unknown;

/** The supported routes of Stripe's API. `:id` matches one path segment. */
const ROUTES: Record<string, ApiHandler> = {
  "GET /v1/products/:id": getProduct,
  "POST /v1/products": addProduct,
  "GET /v1/prices": listPrices,
  "POST /v1/prices": addPrice,
  "POST /v1/prices/:id": updatePrice,
  "GET /v1/webhook_endpoints": listEndpoints,
  "POST /v1/webhook_endpoints": addEndpoint,
  "POST /v1/webhook_endpoints/:id": updateEndpoint,
  "GET /v1/billing_portal/configurations": listConfigurations,
  "POST /v1/billing_portal/configurations": addConfiguration,
  "POST /v1/billing_portal/configurations/:id": updateConfiguration,
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
