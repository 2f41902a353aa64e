import type { StripeCall } from "./call.ts";
import { stripeListPage } from "./call.ts";
import { formOf, type StripeForm, textOf } from "./form.ts";
import {
  customerNow,
  findObject,
  newStripeId,
  newStripeObject,
  type StripePrice,
  stripeError,
} from "./state.ts";

const isTrue = (value: StripeForm[string]) => value === "true";

const newObject = ({ state }: StripeCall, id: string, object: string, form: StripeForm) =>
  newStripeObject(id, object, customerNow(state), formOf(form.metadata) as Record<string, string>);

export const getProduct = ({ state, id }: StripeCall) => findObject(state.products, id, "product");

export function addProduct(call: StripeCall) {
  const { state, form } = call;
  const id = textOf(form.id) || newStripeId("prod");
  if (state.products[id]) throw stripeError(400, "resource_already_exists", "Product already exists.", "id");
  const fields = { name: textOf(form.name), description: textOf(form.description), active: true };
  state.products[id] = { ...newObject(call, id, "product", form), ...fields };
  return state.products[id];
}

export function listPrices({ state, form }: StripeCall) {
  const keys = Array.isArray(form.lookup_keys) ? form.lookup_keys : null;
  const found = Object.values(state.prices).filter(
    ({ lookup_key, active }) =>
      (!keys || keys.includes(lookup_key ?? "")) &&
      (form.active === undefined || active === isTrue(form.active)),
  );
  return stripeListPage(found, form, "/v1/prices");
}

export function addPrice(call: StripeCall) {
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
  const price: StripePrice = {
    ...newObject(call, id, "price", form),
    product: textOf(form.product),
    lookup_key: key,
    unit_amount: Number(form.unit_amount),
    currency: textOf(form.currency),
    active: true,
    type: "recurring",
    recurring: { interval: textOf(formOf(form.recurring).interval) as "month" | "year", interval_count: 1 },
  };
  state.prices[id] = price;
  return price;
}

export function updatePrice({ state, form, id }: StripeCall) {
  const price = findObject(state.prices, id, "price");
  if (form.active !== undefined) price.active = isTrue(form.active);
  if (form.lookup_key !== undefined) price.lookup_key = textOf(form.lookup_key) || null;
  return price;
}

export const listEndpoints = ({ state, form }: StripeCall) =>
  // The secret is only shown when an endpoint is created.
  stripeListPage(
    Object.values(state.endpoints).map(({ secret: _, ...rest }) => rest),
    form,
    "/v1/webhook_endpoints",
  );

export function addEndpoint(call: StripeCall) {
  const { state, form } = call;
  const id = newStripeId("we");
  const { url, enabled_events, api_version } = form;
  const fields = { url, enabled_events, api_version, status: "enabled", secret: newStripeId("whsec") };
  state.endpoints[id] = { ...newObject(call, id, "webhook_endpoint", form), ...fields };
  return state.endpoints[id];
}

export function updateEndpoint({ state, form, id }: StripeCall) {
  const endpoint = findObject(state.endpoints, id, "webhook endpoint");
  const { url = endpoint.url, enabled_events = endpoint.enabled_events } = form;
  const { secret: _, ...rest } = Object.assign(endpoint, { url, enabled_events });
  return rest;
}

export const listConfigurations = ({ state, form }: StripeCall) =>
  stripeListPage(Object.values(state.configurations), form, "/v1/billing_portal/configurations");

export function addConfiguration(call: StripeCall) {
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

export function updateConfiguration({ state, form, id }: StripeCall) {
  const { features, business_profile } = form;
  return Object.assign(findObject(state.configurations, id, "configuration"), { features, business_profile });
}
