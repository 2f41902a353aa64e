import { randomBytes } from "node:crypto";
import { Stop } from "../server.ts";

type Metadata = Record<string, string>;

export interface Thing {
  id: string;
  object: string;
  created: number;
  livemode: false;
  metadata: Metadata;
}

export interface Product extends Thing {
  name: string;
  description: string;
  active: boolean;
}

export interface Price extends Thing {
  product: string;
  lookup_key: string | null;
  unit_amount: number;
  currency: string;
  active: boolean;
  type: "recurring";
  recurring: { interval: "month" | "year"; interval_count: 1 };
}

export interface Customer extends Thing {
  email: string;
  name: string | null;
  deleted?: true;
}

export interface Session extends Thing {
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

export interface Subscription extends Thing {
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
      price: Price;
      quantity: 1;
      current_period_start: number;
      current_period_end: number;
    }[];
  };
}

export interface Phase {
  start_date: number;
  end_date: number;
  items: { price: string; quantity: 1 }[];
  proration_behavior: string;
  metadata: Metadata;
}

export interface Schedule extends Thing {
  customer: string;
  subscription: string | null;
  released_subscription: string | null;
  status: "active" | "released" | "canceled";
  end_behavior: "release";
  current_phase: { start_date: number; end_date: number } | null;
  phases: Phase[];
}

export interface Invoice extends Thing {
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

export interface Event {
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

/** Everything it knows, as plain JSON. What is not Stripe's own shape stands beside it, by id. */
export interface State {
  /** Seconds that all clocks are ahead of the real one, and those of one customer besides. */
  ahead: number;
  aheadOf: Record<string, number>;
  count: number;
  secret: string;
  products: Record<string, Product>;
  prices: Record<string, Price>;
  customers: Record<string, Customer>;
  /** The number of the card a customer pays with. */
  cards: Record<string, string>;
  sessions: Record<string, Session>;
  /** What is bought in a session. */
  wanted: Record<string, { price: string; metadata: Metadata }>;
  subscriptions: Record<string, Subscription>;
  schedules: Record<string, Schedule>;
  invoices: Record<string, Invoice>;
  events: Record<string, Event>;
  /** Whose event it is, and whether the site has it. */
  deliveries: Record<string, { customer: string; done: boolean; tries: number; status: number }>;
  portals: Record<string, { id: string; customer: string; return_url: string }>;
  configurations: Record<string, Thing & Record<string, unknown>>;
  endpoints: Record<string, Thing & Record<string, unknown>>;
  /** Answers by Idempotency-Key. */
  answers: Record<string, { asked: string; status: number; body: unknown }>;
}

export const API_VERSION = "2026-10-28.endive";
export const DAY = 24 * 60 * 60;

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;

/** Text that is the same each time, so that addresses and keys survive a restart. */
export function freshState(): State {
  const gold = { id: "prod_gold", object: "product", created: 1, livemode: false, metadata: {} } as const;
  const price = (plan: string, interval: "month" | "year", unit_amount: number): Price => ({
    ...{ id: `price_gold_${plan}`, object: "price", created: 1, livemode: false, metadata: {} },
    ...{ product: gold.id, lookup_key: `gold_${plan}`, unit_amount, currency: "usd", active: true },
    ...{ type: "recurring", recurring: { interval, interval_count: 1 } },
  });
  const prices = [price("monthly", "month", 499), price("yearly", "year", 4999)];
  return {
    ...{ ahead: 0, aheadOf: {}, count: 0, secret: `whsec_${randomBytes(24).toString("hex")}` },
    products: { [gold.id]: { ...gold, name: "Bopolis Gold", description: "", active: true } },
    prices: Object.fromEntries(prices.map((one) => [one.id, one])),
    ...{ customers: {}, cards: {}, sessions: {}, wanted: {}, subscriptions: {}, schedules: {}, invoices: {} },
    ...{ events: {}, deliveries: {}, portals: {}, configurations: {}, endpoints: {}, answers: {} },
  };
}

/** Seconds since 1970 by a customer's clock. */
export const nowOf = (state: State, customer = ""): number =>
  Math.floor(Date.now() / 1000) + state.ahead + (state.aheadOf[customer] ?? 0);

/** Stripe's way to say no. */
export function refuse(status: number, code: string, message: string, param?: string): Stop {
  const type = status === 401 ? "authentication_error" : "invalid_request_error";
  return new Stop({ status, body: { error: { type, code, message, param } } });
}

/** A thing by its id; Stripe's own words where there is none. */
export function find<T>(things: Record<string, T>, id: string, what: string): T {
  const found = Object.hasOwn(things, id) ? things[id] : undefined;
  if (!found) throw refuse(404, "resource_missing", `No such ${what}: '${id}'`, "id");
  return found;
}
