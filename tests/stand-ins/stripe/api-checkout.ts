import { type Call, listOf } from "./call.ts";
import { addInvoice, endSubscription, FADING_CARD, isDeclined, pay, periodAfter, setCard } from "./clock.ts";
import { type Form, formOf, formsOf, textOf } from "./form.ts";
import {
  type Customer,
  DAY,
  find,
  newId,
  nowOf,
  refuse,
  type Session,
  type State,
  type Subscription,
} from "./state.ts";
import { addEvent } from "./webhooks.ts";

const GOOD_CARD = "4242424242424242";

export function addCustomer({ state, form }: Call) {
  const id = newId("cus");
  const customer: Customer = {
    ...{ id, object: "customer", created: nowOf(state), livemode: false },
    ...{ email: textOf(form.email), name: textOf(form.name) || null },
    metadata: formOf(form.metadata) as Record<string, string>,
  };
  state.customers[id] = customer;
  return customer;
}

const living = (state: State, id: string): Customer => {
  const customer = find(state.customers, id, "customer");
  if (customer.deleted) throw refuse(404, "resource_missing", `No such customer: '${id}'`, "customer");
  return customer;
};

export function customer({ state, id }: Call) {
  const found = find(state.customers, id, "customer");
  return found.deleted ? { id, object: "customer", deleted: true } : found;
}

export function changeCustomer({ state, form, id }: Call) {
  const found = living(state, id);
  if (form.email !== undefined) found.email = textOf(form.email);
  return found;
}

/** Ends what the customer has, at once. */
export function deleteCustomer({ state, id }: Call) {
  const found = living(state, id);
  const now = nowOf(state, id);
  for (const one of Object.values(state.subscriptions))
    if (one.customer === id && one.status !== "canceled") endSubscription(state, one, now);
  found.deleted = true;
  delete state.cards[id];
  addEvent(state, "customer.deleted", found, id, now);
  return { id, object: "customer", deleted: true };
}

export function addPortal({ state, form, url }: Call) {
  const { id: customerId } = living(state, textOf(form.customer));
  const id = newId("bps");
  const return_url = textOf(form.return_url);
  state.portals[id] = { id, customer: customerId, return_url };
  return {
    ...{ id, object: "billing_portal.session", created: nowOf(state), livemode: false, return_url },
    ...{ customer: customerId, url: `${url}/portal/${id}` },
  };
}

export function sessions({ state, form }: Call) {
  const found = Object.values(state.sessions).filter(
    ({ customer: of, status }) =>
      (!form.customer || of === form.customer) && (!form.status || status === form.status),
  );
  return listOf(found, form, "/v1/checkout/sessions");
}

export function addSession({ state, form, url }: Call) {
  const { id: customerId } = living(state, textOf(form.customer));
  const price = find(state.prices, textOf(formsOf(form.line_items)[0]?.price), "price");
  const id = newId("cs_test");
  const now = nowOf(state, customerId);
  const session: Session = {
    ...{ id, object: "checkout.session", created: now, livemode: false, mode: "subscription" },
    ...{ url: `${url}/checkout/${id}`, customer: customerId, expires_at: now + DAY, subscription: null },
    client_reference_id: textOf(form.client_reference_id) || null,
    ...{ status: "open", payment_status: "unpaid" },
    ...{ success_url: textOf(form.success_url), cancel_url: textOf(form.cancel_url) },
    metadata: formOf(form.metadata) as Record<string, string>,
  };
  state.sessions[id] = session;
  const { metadata } = formOf(form.subscription_data) as { metadata?: Form };
  state.wanted[id] = { price: price.id, metadata: (metadata ?? {}) as Record<string, string> };
  return session;
}

export const session = ({ state, id }: Call) => find(state.sessions, id, "checkout.session");

export function expireSession({ state, id }: Call) {
  const found = find(state.sessions, id, "checkout.session");
  if (found.status !== "open")
    throw refuse(400, "", 'Only Checkout Sessions with a status in ["open"] can be expired.');
  found.status = "expired";
  addEvent(state, "checkout.session.expired", found, found.customer, nowOf(state, found.customer));
  return found;
}

/** The card is charged and the subscription begins; false where the card is declined. */
export function complete(state: State, found: Session, card: string): boolean {
  if (isDeclined(card) && card !== FADING_CARD) return false;
  const { customer: who } = found;
  const now = nowOf(state, who);
  const { price: priceId, metadata } = find(state.wanted, found.id, "line item");
  const price = find(state.prices, priceId, "price");
  const id = newId("sub");
  const subscription: Subscription = {
    ...{ id, object: "subscription", created: now, livemode: false, metadata, customer: who },
    ...{ status: "active", cancel_at_period_end: false, cancel_at: null, canceled_at: null },
    ...{ ended_at: null, start_date: now, schedule: null, latest_invoice: null },
    billing_mode: { type: "flexible" },
    items: {
      ...{ object: "list", has_more: false, url: `/v1/subscription_items?subscription=${id}` },
      data: [
        {
          ...{ id: newId("si"), object: "subscription_item", price, quantity: 1 },
          ...{ current_period_start: now, current_period_end: periodAfter(now, price) },
        },
      ],
    },
  };
  state.subscriptions[id] = subscription;
  // A card that fades is good for once.
  setCard(state, who, card === FADING_CARD ? GOOD_CARD : card);
  const invoice = addInvoice(state, subscription, now, "subscription_create");
  Object.assign(found, { status: "complete", payment_status: "paid", subscription: id });
  addEvent(state, "customer.subscription.created", subscription, who, now);
  pay(state, invoice, now);
  addEvent(state, "checkout.session.completed", found, who, now);
  setCard(state, who, card);
  return true;
}

export function invoices({ state, form, url }: Call) {
  const found = Object.values(state.invoices)
    .filter(({ customer: of }) => of === form.customer)
    .map((one) => ({ ...one, hosted_invoice_url: url + one.hosted_invoice_url }));
  return listOf(found, form, "/v1/invoices");
}
