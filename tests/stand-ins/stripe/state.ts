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

export interface StripePrice extends StripeObject {
  product: string;
  lookup_key: string | null;
  unit_amount: number;
  currency: string;
  active: boolean;
  type: "recurring";
  recurring: { interval: "month" | "year"; interval_count: 1 };
}

export interface StripeCustomer extends StripeObject {
  email: string;
  name: string | null;
  deleted?: true;
}

export interface CheckoutSession extends StripeObject {
  url: string;
  mode: "subscription";
  customer: string;
  client_reference_id: string | null;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  subscription: string | null;
  success_url: string;
  cancel_url: string;
  expires_at: number;
}

export interface StripeSubscription extends StripeObject {
  customer: string;
  status: "active" | "past_due" | "canceled";
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  canceled_at: number | null;
  ended_at: number | null;
  start_date: number;
  schedule: string | null;
  latest_invoice: string | null;
  billing_mode: { type: "flexible" };
  items: {
    object: "list";
    has_more: false;
    url: string;
    data: {
      id: string;
      object: "subscription_item";
      price: StripePrice;
      quantity: 1;
      current_period_start: number;
      current_period_end: number;
    }[];
  };
}

export interface SchedulePhase {
  start_date: number;
  end_date: number;
  items: { price: string; quantity: 1 }[];
  proration_behavior: string;
  metadata: Metadata;
}

export interface SubscriptionSchedule extends StripeObject {
  customer: string;
  subscription: string | null;
  released_subscription: string | null;
  status: "active" | "released" | "canceled";
  end_behavior: "release";
  current_phase: { start_date: number; end_date: number } | null;
  phases: SchedulePhase[];
}

export interface StripeInvoice extends StripeObject {
  customer: string;
  number: string;
  status: "paid" | "open" | "void";
  total: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  hosted_invoice_url: string;
  billing_reason: string;
  attempt_count: number;
  next_payment_attempt: number | null;
  parent: { type: "subscription_details"; subscription_details: { subscription: string } };
  lines: {
    object: "list";
    has_more: false;
    url: string;
    data: {
      id: string;
      object: "line_item";
      description: string;
      amount: number;
      currency: string;
      period: { start: number; end: number };
    }[];
  };
}

export interface StripeEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  livemode: false;
  type: string;
  pending_webhooks: number;
  request: { id: null; idempotency_key: null };
  data: { object: object };
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

export const newStripeId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;

/** Returns the initial state. Ids are constant, so URLs and keys survive a restart. */
export function newStripeState(): StripeState {
  const gold = newStripeObject("prod_gold", "product", 1);
  const price = (plan: string, interval: "month" | "year", unit_amount: number): StripePrice => ({
    ...newStripeObject(`price_gold_${plan}`, "price", 1),
    product: gold.id,
    lookup_key: `gold_${plan}`,
    unit_amount,
    currency: "usd",
    active: true,
    type: "recurring",
    recurring: { interval, interval_count: 1 },
  });
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
