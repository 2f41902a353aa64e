import { expect } from "vitest";
import type { NewUser } from "#db/new-rows.ts";
import { checkoutRoute, customerRoute } from "#domain/gold/api.ts";
import type { PlanId } from "#domain/gold/plans.ts";
import { builtSite, firstRow, ORIGIN, testEnv } from "./browser.ts";
import { signedInUser, type TestUser } from "./test-user.ts";

export const DAY_SECONDS = 24 * 60 * 60;
export const GOOD_CARD = "4242 4242 4242 4242";
export const DECLINED_CARD = "4000 0000 0000 0002";

/** A user with a unique email address, by which the Stripe stand-in identifies them. */
export type Payer = TestUser & { email: string };

/** A signed event from Stripe. */
export interface SignedEvent {
  id: string;
  type: string;
  body: string;
  signature: string;
}

export interface StripeRecords {
  customer: { id: string };
  subscriptions: { id: string; status: string; schedule: string | null; cancel_at_period_end: boolean }[];
  schedules: { id: string; status: string }[];
  sessions: { id: string; url: string; status: string }[];
}

/** Sends a command to the Stripe stand-in (tests/stand-ins/stripe/control.ts). */
export async function controlStripe<T = unknown>(command: string, input: object): Promise<T> {
  const response = await fetch(`${testEnv.STRIPE_STAND_IN}/_stand-in/${command}`, {
    method: "POST",
    body: JSON.stringify(input),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

export async function createPayer(fields: Partial<NewUser> = {}): Promise<Payer> {
  const username = `p${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`;
  const email = `${username}@example.com`;
  return Object.assign(await signedInUser({ username, email, ...fields }), { email });
}

export const stripeRecords = ({ email }: Payer): Promise<StripeRecords> =>
  controlStripe<StripeRecords>("customer", { email });

/** Returns a payer's events from Stripe, in order. */
export const stripeEvents = async ({ email }: Payer, input: object = {}): Promise<SignedEvent[]> =>
  (await controlStripe<{ events: SignedEvent[] }>("signed", { email, ...input })).events;

/** Delivers an event to the site's webhook. Returns the status. */
export async function deliverEvent({
  body,
  signature,
}: Pick<SignedEvent, "body" | "signature">): Promise<number> {
  const response = await builtSite.fetch(`${ORIGIN}/api/webhooks/stripe`, {
    method: "POST",
    body,
    headers: { "Stripe-Signature": signature, "Content-Type": "application/json" },
  });
  await response.arrayBuffer();
  return response.status;
}

/** Delivers all of a payer's events. */
export async function deliverEvents(user: Payer): Promise<void> {
  for (const event of await stripeEvents(user)) expect(await deliverEvent(event)).toBe(200);
}

/** Advances a payer's clock at Stripe, without delivering the resulting events. */
export const advanceClock = ({ email }: Payer, days: number): Promise<unknown> =>
  controlStripe("clock", { email, advance_seconds: days * DAY_SECONDS });

/** Starts a checkout. Returns the URL of Stripe's page. */
export async function openCheckout(browser: Payer, id: PlanId = "monthly"): Promise<string> {
  const { status, body } = await browser.call(checkoutRoute, { id });
  expect([status, body]).toEqual([200, { url: expect.stringContaining("/checkout/cs_test_") }]);
  return String(body.url);
}

/** Submits Stripe's page. Returns the redirect, or null without one. */
export async function payCheckout(page: string, number = GOOD_CARD): Promise<string | null> {
  const body = new URLSearchParams({ number });
  const response = await fetch(`${page}/pay`, { method: "POST", body, redirect: "manual" });
  await response.text();
  return response.headers.get("Location");
}

/** Creates a user who has just bought Gold, with all events delivered. */
export async function createGoldMember(
  id: PlanId = "monthly",
  fields: Partial<NewUser> = {},
): Promise<Payer> {
  const user = await createPayer(fields);
  await payCheckout(await openCheckout(user, id));
  await deliverEvents(user);
  return user;
}

/** Returns a user's `gold_until` from the database. */
export async function storedGoldUntil({ id }: { id: number }): Promise<number | null> {
  const row = await firstRow<{ gold_until: number | null }>`select gold_until from users where id = ${id}`;
  return row?.gold_until ?? null;
}

/** The plans as the site shows them. */
export const MONTHLY = {
  id: "monthly",
  amount: 499,
  currency: "usd",
  description: "$4.99 a month",
  description_with_savings: "$4.99 a month",
};
export const YEARLY = {
  id: "yearly",
  amount: 4999,
  currency: "usd",
  description: "$49.99 a year",
  description_with_savings: "$49.99 a year (save 16%)",
};

/** Returns a payer's subscription as the site shows it. */
export const fetchCustomer = async (browser: Payer) => {
  const { stripe_subscription, ...rest } = await browser.output(customerRoute);
  return { ...rest, stripe_subscription: stripe_subscription as NonNullable<typeof stripe_subscription> };
};

/** Returns the stored end of a payer's period. */
export async function storedPeriodEnd({ id }: Payer): Promise<number> {
  const row = await firstRow<{ period_end: number }>`select period_end from subscriptions
    where user_id = ${id}`;
  return row?.period_end ?? 0;
}
