import {
  customerNow,
  DAY_SECONDS,
  newInvoice,
  type StripeInvoice,
  type StripePrice,
  type StripeState,
  type StripeSubscription,
  type SubscriptionSchedule,
} from "./state.ts";
import { addEvent } from "./webhooks.ts";

/** A card that pays once and is declined at every renewal. */
export const FADING_CARD = "4000000000000341";
const DECLINED_CARDS = ["4000000000000002", FADING_CARD];
/** Days after the first try when an unpaid invoice is retried. After the last one, the subscription ends. */
const RETRY_DAYS = [1, 3, 5];

export const isDeclined = (card: string | undefined): boolean => !card || DECLINED_CARDS.includes(card);

export const itemOf = (subscription: StripeSubscription) => {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item.`);
  return item;
};

/** Returns the same day of the next month or year, or the month's last day. */
export function periodAfter(start: number, { recurring: { interval } }: StripePrice): number {
  const date = new Date(start * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + (interval === "year" ? 12 : 1));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime() / 1000;
}

/** Adds an invoice for a subscription's current period. */
export function addInvoice(state: StripeState, subscription: StripeSubscription, at: number, reason: string) {
  const { price, current_period_start: start, current_period_end: end } = itemOf(subscription);
  const amount = price.unit_amount;
  const every = price.recurring.interval;
  const number = `TEST-${String(++state.count).padStart(4, "0")}`;
  const description = `1 × ${state.products[price.product]?.name} (at $${(amount / 100).toFixed(2)} / ${every})`;
  const line = { description, amount, currency: price.currency, period: { start, end } };
  const invoice = newInvoice(subscription, number, reason, line, at);
  state.invoices[invoice.id] = invoice;
  subscription.latest_invoice = invoice.id;
  return invoice;
}

/** Charges the customer's card for an invoice. Returns whether it was paid. */
export function payInvoice(state: StripeState, invoice: StripeInvoice, at: number): boolean {
  invoice.attempt_count++;
  const paid = !isDeclined(state.cards[invoice.customer]);
  if (paid)
    Object.assign(invoice, { status: "paid", amount_paid: invoice.total, next_payment_attempt: null });
  addEvent(state, paid ? "invoice.paid" : "invoice.payment_failed", invoice, invoice.customer, at);
  return paid;
}

export function endSubscription(state: StripeState, subscription: StripeSubscription, at: number): void {
  Object.assign(subscription, { status: "canceled", ended_at: at });
  subscription.canceled_at ??= at;
  const schedule = subscription.schedule ? state.schedules[subscription.schedule] : undefined;
  if (schedule) Object.assign(schedule, { status: "canceled", current_phase: null });
  subscription.schedule = null;
  const open = Object.values(state.invoices).filter(
    ({ status, parent }) => status === "open" && parent.subscription_details.subscription === subscription.id,
  );
  for (const invoice of open) Object.assign(invoice, { status: "void", next_payment_attempt: null });
  addEvent(state, "customer.subscription.deleted", subscription, subscription.customer, at);
}

export function endSchedule(state: StripeState, schedule: SubscriptionSchedule, at: number): void {
  const subscription = state.subscriptions[schedule.subscription ?? ""];
  if (subscription) subscription.schedule = null;
  Object.assign(schedule, { status: "released", released_subscription: schedule.subscription });
  Object.assign(schedule, { subscription: null, current_phase: null });
  addEvent(state, "subscription_schedule.released", schedule, schedule.customer, at);
  if (subscription) addEvent(state, "customer.subscription.updated", subscription, schedule.customer, at);
}

/** Applies the schedule's phase at this time to the subscription. */
function enterPhase(state: StripeState, subscription: StripeSubscription, at: number): void {
  const schedule = subscription.schedule ? state.schedules[subscription.schedule] : undefined;
  if (!schedule) return;
  const phase = schedule.phases.find((one) => one.start_date <= at && at < one.end_date);
  if (!phase) {
    endSchedule(state, schedule, at);
    return;
  }
  const price = state.prices[phase.items[0]?.price ?? ""];
  if (price) itemOf(subscription).price = price;
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date };
  addEvent(state, "subscription_schedule.updated", schedule, schedule.customer, at);
}

/** Performs a subscription's next due step. Returns false if nothing is due. */
function advance(state: StripeState, subscription: StripeSubscription, now: number): boolean {
  if (subscription.status === "canceled") return false;
  const item = itemOf(subscription);
  const end = item.current_period_end;
  const invoice = state.invoices[subscription.latest_invoice ?? ""];
  const retry = invoice?.status === "open" ? invoice.next_payment_attempt : null;
  if (invoice && retry && retry <= now && retry < end) {
    retryInvoice(state, subscription, invoice, retry);
    return true;
  }
  if (end > now) return false;
  if (subscription.cancel_at_period_end || (subscription.cancel_at && subscription.cancel_at <= end)) {
    endSubscription(state, subscription, end);
    return true;
  }
  enterPhase(state, subscription, end);
  item.current_period_start = end;
  item.current_period_end = periodAfter(end, item.price);
  const due = addInvoice(state, subscription, end, "subscription_cycle");
  const paid = payInvoice(state, due, end);
  if (!paid) due.next_payment_attempt = end + (RETRY_DAYS[0] ?? 0) * DAY_SECONDS;
  subscription.status = paid ? "active" : "past_due";
  addEvent(state, "customer.subscription.updated", subscription, subscription.customer, end);
  return true;
}

function retryInvoice(
  state: StripeState,
  subscription: StripeSubscription,
  invoice: StripeInvoice,
  at: number,
): void {
  if (payInvoice(state, invoice, at)) {
    subscription.status = "active";
    addEvent(state, "customer.subscription.updated", subscription, subscription.customer, at);
    return;
  }
  const next = RETRY_DAYS[invoice.attempt_count - 1];
  if (next === undefined) endSubscription(state, subscription, at);
  else invoice.next_payment_attempt = itemOf(subscription).current_period_start + next * DAY_SECONDS;
}

/** Performs everything that's due by each customer's clock. */
export function catchUp(state: StripeState): void {
  for (const subscription of Object.values(state.subscriptions))
    while (advance(state, subscription, customerNow(state, subscription.customer)));
}

/** Sets a customer's card, and pays open invoices with it. */
export function setCard(state: StripeState, customer: string, card: string): void {
  state.cards[customer] = card;
  for (const subscription of Object.values(state.subscriptions)) {
    const invoice = state.invoices[subscription.latest_invoice ?? ""];
    if (subscription.customer === customer && subscription.status === "past_due" && invoice)
      retryInvoice(state, subscription, invoice, customerNow(state, customer));
  }
}
