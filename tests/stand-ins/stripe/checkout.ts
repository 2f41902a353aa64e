import {
  addInvoice,
  endSubscription,
  FADING_CARD,
  isDeclined,
  payInvoice,
  periodAfter,
  setCard,
} from "./catch-up.ts";
import { formOf, formsOf, type StripeCall, type StripeForm, stripeListPage, textOf } from "./form.ts";
import {
  badRequest,
  type CheckoutSession,
  customerNow,
  findObject,
  newSession,
  newStripeId,
  newStripeObject,
  newSubscription,
  type StripeCustomer,
  type StripeState,
  stripeError,
} from "./state.ts";
import { addEvent } from "./webhooks.ts";

const metadataOf = (form: StripeForm) => formOf(form.metadata) as Record<string, string>;

const GOOD_CARD = "4242424242424242";

export function addCustomer({ state, form }: StripeCall) {
  const id = newStripeId("cus");
  const customer: StripeCustomer = {
    ...newStripeObject(id, "customer", customerNow(state), metadataOf(form)),
    email: textOf(form.email),
    name: textOf(form.name) || null,
  };
  state.customers[id] = customer;
  return customer;
}

const existingCustomer = (state: StripeState, id: string): StripeCustomer => {
  const customer = findObject(state.customers, id, "customer");
  if (customer.deleted) throw stripeError(404, "resource_missing", `No such customer: '${id}'`, "customer");
  return customer;
};

export function getCustomer({ state, id }: StripeCall) {
  const found = findObject(state.customers, id, "customer");
  return found.deleted ? { id, object: "customer", deleted: true } : found;
}

export function updateCustomer({ state, form, id }: StripeCall) {
  const found = existingCustomer(state, id);
  if (form.email !== undefined) found.email = textOf(form.email);
  return found;
}

/** Ends the customer's subscriptions and deletes the customer. */
export function deleteCustomer({ state, id }: StripeCall) {
  const found = existingCustomer(state, id);
  const now = customerNow(state, id);
  for (const one of Object.values(state.subscriptions))
    if (one.customer === id && one.status !== "canceled") endSubscription(state, one, now);
  found.deleted = true;
  delete state.cards[id];
  addEvent(state, "customer.deleted", found, id, now);
  return { id, object: "customer", deleted: true };
}

export function addPortalSession({ state, form, url }: StripeCall) {
  const { id: customerId } = existingCustomer(state, textOf(form.customer));
  const id = newStripeId("bps");
  const return_url = textOf(form.return_url);
  state.portals[id] = { id, customer: customerId, return_url };
  return {
    id,
    object: "billing_portal.session",
    created: customerNow(state),
    livemode: false,
    return_url,
    customer: customerId,
    url: `${url}/portal/${id}`,
  };
}

export function listSessions({ state, form }: StripeCall) {
  const found = Object.values(state.sessions).filter(
    ({ customer: customerId, status }) =>
      (!form.customer || customerId === form.customer) && (!form.status || status === form.status),
  );
  return stripeListPage(found, form, "/v1/checkout/sessions");
}

export function addSession({ state, form, url }: StripeCall) {
  const { id: customerId } = existingCustomer(state, textOf(form.customer));
  const price = findObject(state.prices, textOf(formsOf(form.line_items)[0]?.price), "price");
  const id = newStripeId("cs_test");
  const now = customerNow(state, customerId);
  const session = newSession(id, now, metadataOf(form), {
    url: `${url}/checkout/${id}`,
    customer: customerId,
    client_reference_id: textOf(form.client_reference_id) || null,
    success_url: textOf(form.success_url),
    cancel_url: textOf(form.cancel_url),
  });
  state.sessions[id] = session;
  state.wanted[id] = { price: price.id, metadata: metadataOf(formOf(form.subscription_data)) };
  return session;
}

export const getSession = ({ state, id }: StripeCall) => findObject(state.sessions, id, "checkout.session");

export function expireSession({ state, id }: StripeCall) {
  const found = findObject(state.sessions, id, "checkout.session");
  if (found.status !== "open")
    throw badRequest('Only Checkout Sessions with a status in ["open"] can be expired.');
  found.status = "expired";
  addEvent(state, "checkout.session.expired", found, found.customer, customerNow(state, found.customer));
  return found;
}

/** Charges the card and starts the subscription. Returns false if the card is declined. */
export function completeCheckout(state: StripeState, found: CheckoutSession, card: string): boolean {
  if (isDeclined(card) && card !== FADING_CARD) return false;
  const { customer: customerId } = found;
  const now = customerNow(state, customerId);
  const { price: priceId, metadata } = findObject(state.wanted, found.id, "line item");
  const price = findObject(state.prices, priceId, "price");
  const subscription = newSubscription(customerId, price, now, periodAfter(now, price), metadata);
  const { id } = subscription;
  state.subscriptions[id] = subscription;
  // A fading card works once.
  setCard(state, customerId, card === FADING_CARD ? GOOD_CARD : card);
  const invoice = addInvoice(state, subscription, now, "subscription_create");
  Object.assign(found, { status: "complete", payment_status: "paid", subscription: id });
  addEvent(state, "customer.subscription.created", subscription, customerId, now);
  payInvoice(state, invoice, now);
  addEvent(state, "checkout.session.completed", found, customerId, now);
  setCard(state, customerId, card);
  return true;
}

export function listInvoices({ state, form, url }: StripeCall) {
  const found = Object.values(state.invoices)
    .filter(({ customer }) => customer === form.customer)
    .map((one) => ({ ...one, hosted_invoice_url: url + one.hosted_invoice_url }));
  return stripeListPage(found, form, "/v1/invoices");
}
