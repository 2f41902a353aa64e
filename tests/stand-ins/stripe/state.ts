import { randomBytes } from "node:crypto";
import { ThrownResponse } from "../server.ts";

type Metadata = Record<string, string>;

export interface StripeObject {
  id: string;
  object: string;
  created: number;
  livemode: false;
  metadata: Metadata;
}

export interface StripeProduct extends StripeObject {
  name: string;
  description: string;
  active: boolean;
}

export interface StripeCustomer extends StripeObject {
  email: string;
  name: string | null;
  deleted?: true;
}

/** The stand-in's state as plain JSON. Data that's not in Stripe's format is stored separately, by id. */
export interface StripeState {
  /** Seconds that all clocks are ahead of real time, and additional ones by customer. */
  ahead: number;
  aheadOf: Record<string, number>;
  count: number;
  secret: string;
  products: Record<string, StripeProduct>;
  prices: Record<string, StripePrice>;
  customers: Record<string, StripeCustomer>;
  /** Card numbers by customer. */
  cards: Record<string, string>;
  sessions: Record<string, CheckoutSession>;
  /** The purchase of each session. */
  wanted: Record<string, { price: string; metadata: Metadata }>;
  subscriptions: Record<string, StripeSubscription>;
  schedules: Record<string, SubscriptionSchedule>;
  invoices: Record<string, StripeInvoice>;
  events: Record<string, StripeEvent>;
  /** Each event's customer and delivery state. */
  deliveries: Record<string, { customer: string; done: boolean; tries: number; status: number }>;
  portals: Record<string, { id: string; customer: string; return_url: string }>;
  configurations: Record<string, StripeObject & Record<string, unknown>>;
  endpoints: Record<string, StripeObject & Record<string, unknown>>;
  /** Stored responses by idempotency key. */
  answers: Record<string, { asked: string; status: number; body: unknown }>;
}

export const API_VERSION = "2026-10-28.endive";
export const DAY_SECONDS = 24 * 60 * 60;

/** Returns the fields that all objects have. */
export const newStripeObject = (id: string, object: string, created: number, metadata: Metadata = {}) => ({
  id,
  object,
  created,
  livemode: false as const,
  metadata,
});

/** Returns a price for each month or year. */
export const newStripePrice = (
  object: StripeObject,
  interval: "month" | "year",
  fields: { product: string; lookup_key: string | null; unit_amount: number; currency: string },
) => ({ ...object, ...fields, active: true, type: "recurring", recurring: { interval, interval_count: 1 } });

export type StripePrice = ReturnType<typeof newStripePrice>;

/** Returns a complete list within an object. */
export const stripeList = <T>(url: string, data: T[]) => ({ object: "list", has_more: false, url, data });

export const newStripeId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;

export function newSession(
  id: string,
  now: number,
  metadata: Metadata,
  fields: Record<"url" | "customer" | "success_url" | "cancel_url", string> & {
    client_reference_id: string | null;
  },
) {
  return {
    ...newStripeObject(id, "checkout.session", now, metadata),
    ...fields,
    mode: "subscription",
    expires_at: now + DAY_SECONDS,
    subscription: null as string | null,
    status: "open" as "open" | "complete" | "expired",
    payment_status: "unpaid" as "unpaid" | "paid",
  };
}

export type CheckoutSession = ReturnType<typeof newSession>;

export function newSubscription(
  customer: string,
  price: StripePrice,
  now: number,
  end: number,
  metadata: Metadata,
) {
  const id = newStripeId("sub");
  return {
    ...newStripeObject(id, "subscription", now, metadata),
    customer,
    status: "active" as "active" | "past_due" | "canceled",
    cancel_at_period_end: false,
    cancel_at: null as number | null,
    canceled_at: null as number | null,
    ended_at: null as number | null,
    start_date: now,
    schedule: null as string | null,
    latest_invoice: null as string | null,
    billing_mode: { type: "flexible" },
    items: stripeList(`/v1/subscription_items?subscription=${id}`, [
      {
        id: newStripeId("si"),
        object: "subscription_item",
        price,
        quantity: 1,
        current_period_start: now,
        current_period_end: end,
      },
    ]),
  };
}

export type StripeSubscription = ReturnType<typeof newSubscription>;

export const newPhase = (
  start_date: number,
  end_date: number,
  price: string,
  metadata: Metadata,
  proration: string,
) => ({
  start_date,
  end_date,
  items: [{ price, quantity: 1 }],
  metadata,
  proration_behavior: proration || "create_prorations",
});

type SchedulePhase = ReturnType<typeof newPhase>;

export const periodOf = ({ start_date, end_date }: SchedulePhase) => ({ start_date, end_date });

export function newSchedule(
  id: string,
  { id: subscription, customer }: StripeSubscription,
  phase: SchedulePhase,
  now: number,
) {
  return {
    ...newStripeObject(id, "subscription_schedule", now),
    customer,
    subscription: subscription as string | null,
    released_subscription: null as string | null,
    status: "active" as "active" | "released" | "canceled",
    end_behavior: "release",
    phases: [phase],
    current_phase: periodOf(phase) as ReturnType<typeof periodOf> | null,
  };
}

export type SubscriptionSchedule = ReturnType<typeof newSchedule>;

export function newInvoice(
  subscription: StripeSubscription,
  number: string,
  billing_reason: string,
  line: { description: string; amount: number; currency: string; period: { start: number; end: number } },
  at: number,
) {
  const id = newStripeId("in");
  const { amount, currency } = line;
  return {
    ...newStripeObject(id, "invoice", at),
    customer: subscription.customer,
    number,
    status: "open" as "paid" | "open" | "void",
    total: amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    hosted_invoice_url: `/invoice/${id}`,
    billing_reason,
    attempt_count: 0,
    next_payment_attempt: null as number | null,
    parent: { type: "subscription_details", subscription_details: { subscription: subscription.id } },
    lines: stripeList(`/v1/invoices/${id}/lines`, [{ id: newStripeId("il"), object: "line_item", ...line }]),
  };
}

export type StripeInvoice = ReturnType<typeof newInvoice>;

export const newEvent = (type: string, object: object, created: number) => ({
  id: newStripeId("evt"),
  object: "event",
  api_version: API_VERSION,
  created,
  livemode: false,
  type,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  // A copy, because the object can change before the event arrives.
  data: { object: structuredClone(object) },
});

export type StripeEvent = ReturnType<typeof newEvent>;

/** Returns the initial state. Ids are constant, so URLs and keys survive a restart. */
export function newStripeState(): StripeState {
  const gold = newStripeObject("prod_gold", "product", 1);
  const price = (plan: string, interval: "month" | "year", unit_amount: number) => {
    const fields = { product: gold.id, lookup_key: `gold_${plan}`, unit_amount, currency: "usd" };
    return newStripePrice(newStripeObject(`price_gold_${plan}`, "price", 1), interval, fields);
  };
  const prices = [price("monthly", "month", 499), price("yearly", "year", 4999)];
  return {
    ahead: 0,
    aheadOf: {},
    count: 0,
    secret: `whsec_${randomBytes(24).toString("hex")}`,
    products: { [gold.id]: { ...gold, name: "Bopolis Gold", description: "", active: true } },
    prices: Object.fromEntries(prices.map((one) => [one.id, one])),
    customers: {},
    cards: {},
    sessions: {},
    wanted: {},
    subscriptions: {},
    schedules: {},
    invoices: {},
    events: {},
    deliveries: {},
    portals: {},
    configurations: {},
    endpoints: {},
    answers: {},
  };
}

/** Returns the seconds since 1970 by a customer's clock. */
export const customerNow = (state: StripeState, customer = ""): number =>
  Math.floor(Date.now() / 1000) + state.ahead + (state.aheadOf[customer] ?? 0);

/** Returns an error in Stripe's format. */
export function stripeError(status: number, code: string, message: string, param?: string): ThrownResponse {
  const type = status === 401 ? "authentication_error" : "invalid_request_error";
  return new ThrownResponse({ status, body: { error: { type, code, message, param } } });
}

/** Returns an error about a request that isn't possible. */
export const badRequest = (message: string, param?: string) => stripeError(400, "", message, param);

/** Finds an object by id. Throws Stripe's error message if it's missing. */
export function findObject<T>(objects: Record<string, T>, id: string, kind: string): T {
  const found = Object.hasOwn(objects, id) ? objects[id] : undefined;
  if (!found) throw stripeError(404, "resource_missing", `No such ${kind}: '${id}'`, "id");
  return found;
}
