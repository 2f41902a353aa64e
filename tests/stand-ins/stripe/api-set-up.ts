import type { Call } from "./call.ts";
import { listOf } from "./call.ts";
import { type Form, formOf, textOf } from "./form.ts";
import { find, newId, nowOf, type Price, refuse } from "./state.ts";

const metadataOf = (form: Form) => formOf(form.metadata) as Record<string, string>;
const isTrue = (value: Form[string]) => value === "true";

const fresh = ({ state }: Call, id: string, object: string, form: Form) => ({
  ...{ id, object, created: nowOf(state), livemode: false as const, metadata: metadataOf(form) },
});

export const product = ({ state, id }: Call) => find(state.products, id, "product");

export function addProduct(call: Call) {
  const { state, form } = call;
  const id = textOf(form.id) || newId("prod");
  if (state.products[id]) throw refuse(400, "resource_already_exists", "Product already exists.", "id");
  const made = { name: textOf(form.name), description: textOf(form.description), active: true };
  state.products[id] = { ...fresh(call, id, "product", form), ...made };
  return state.products[id];
}

export function prices({ state, form }: Call) {
  const keys = Array.isArray(form.lookup_keys) ? form.lookup_keys : null;
  const found = Object.values(state.prices).filter(
    ({ lookup_key, active }) =>
      (!keys || keys.includes(lookup_key ?? "")) &&
      (form.active === undefined || active === isTrue(form.active)),
  );
  return listOf(found, form, "/v1/prices");
}

export function addPrice(call: Call) {
  const { state, form } = call;
  find(state.products, textOf(form.product), "product");
  const key = textOf(form.lookup_key) || null;
  for (const other of Object.values(state.prices)) {
    if (!key || other.lookup_key !== key) continue;
    if (!isTrue(form.transfer_lookup_key))
      throw refuse(400, "resource_already_exists", `A price (\`${other.id}\`) already uses that lookup key.`);
    other.lookup_key = null;
  }
  const id = newId("price");
  const price: Price = {
    ...{ ...fresh(call, id, "price", form), product: textOf(form.product), lookup_key: key },
    ...{ unit_amount: Number(form.unit_amount), currency: textOf(form.currency), active: true },
    type: "recurring",
    recurring: { interval: textOf(formOf(form.recurring).interval) as "month" | "year", interval_count: 1 },
  };
  state.prices[id] = price;
  return price;
}

export function changePrice({ state, form, id }: Call) {
  const price = find(state.prices, id, "price");
  if (form.active !== undefined) price.active = isTrue(form.active);
  if (form.lookup_key !== undefined) price.lookup_key = textOf(form.lookup_key) || null;
  return price;
}

export const endpoints = ({ state, form }: Call) =>
  // The secret is told once, when an endpoint is made.
  listOf(
    Object.values(state.endpoints).map(({ secret: _, ...rest }) => rest),
    form,
    "/v1/webhook_endpoints",
  );

export function addEndpoint(call: Call) {
  const { state, form } = call;
  const id = newId("we");
  const { url, enabled_events, api_version } = form;
  const made = { url, enabled_events, api_version, status: "enabled", secret: newId("whsec") };
  state.endpoints[id] = { ...fresh(call, id, "webhook_endpoint", form), ...made };
  return state.endpoints[id];
}

export function changeEndpoint({ state, form, id }: Call) {
  const endpoint = find(state.endpoints, id, "webhook endpoint");
  const { url = endpoint.url, enabled_events = endpoint.enabled_events } = form;
  const { secret: _, ...rest } = Object.assign(endpoint, { url, enabled_events });
  return rest;
}

export const configurations = ({ state, form }: Call) =>
  listOf(Object.values(state.configurations), form, "/v1/billing_portal/configurations");

export function addConfiguration(call: Call) {
  const { state, form } = call;
  const id = newId("bpc");
  const { features, business_profile } = form;
  const made = { active: true, is_default: !Object.keys(state.configurations).length };
  state.configurations[id] = {
    ...fresh(call, id, "billing_portal.configuration", form),
    ...{ ...made, features, business_profile },
  };
  return state.configurations[id];
}

export function changeConfiguration({ state, form, id }: Call) {
  const { features, business_profile } = form;
  return Object.assign(find(state.configurations, id, "configuration"), { features, business_profile });
}
