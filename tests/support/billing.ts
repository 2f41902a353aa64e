import { exports } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { statement } from "#db/client.ts";
import type { NewUser } from "#db/factories.ts";
import { checkoutRoute } from "#domain/billing/api.ts";
import type { PlanId } from "#domain/billing/plans.ts";
import { db, ORIGIN, testEnv } from "./browser.ts";
import { type Person, person } from "./people.ts";

export const DAY = 24 * 60 * 60;
export const GOOD_CARD = "4242 4242 4242 4242";
export const DECLINED_CARD = "4000 0000 0000 0002";

/** Somebody with an address that no other test has, at which the stand-in knows them. */
export type Payer = Person & { email: string };

/** An event as Stripe sends it. */
export interface Signed {
  id: string;
  type: string;
  body: string;
  signature: string;
}

export interface AtStripe {
  customer: { id: string };
  subscriptions: { id: string; status: string; schedule: string | null; cancel_at_period_end: boolean }[];
  schedules: { id: string; status: string }[];
  sessions: { id: string; url: string; status: string }[];
}

/** Has the stand-in of Stripe do something (tests/stand-ins/stripe/control.ts). */
export async function steer<T = unknown>(act: string, asking: object): Promise<T> {
  const response = await fetch(`${testEnv.STRIPE_STAND_IN}/_stand-in/${act}`, {
    method: "POST",
    body: JSON.stringify(asking),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

export async function payer(fields: Partial<NewUser> = {}): Promise<Payer> {
  const username = `p${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`;
  const email = `${username}@example.com`;
  return { ...(await person({ username, email, ...fields })), email };
}

export const atStripe = ({ email }: Payer): Promise<AtStripe> => steer<AtStripe>("customer", { email });

/** What Stripe would send of somebody, in the order in which it happened. */
export const eventsOf = async ({ email }: Payer, asking: object = {}): Promise<Signed[]> =>
  (await steer<{ events: Signed[] }>("signed", { email, ...asking })).events;

/** Brings an event to the site as Stripe does. */
export async function deliver({ body, signature }: Pick<Signed, "body" | "signature">): Promise<number> {
  const response = await (exports as unknown as { default: Fetcher }).default.fetch(
    `${ORIGIN}/api/webhooks/stripe`,
    { method: "POST", body, headers: { "Stripe-Signature": signature, "Content-Type": "application/json" } },
  );
  await response.arrayBuffer();
  return response.status;
}

/** Brings everything that has happened to somebody to the site. */
export async function deliverAll(user: Payer): Promise<void> {
  for (const event of await eventsOf(user)) expect(await deliver(event)).toBe(200);
}

/** Moves somebody's clock at Stripe; what happens there meanwhile is not told yet. */
export const wait = ({ email }: Payer, days: number): Promise<unknown> =>
  steer("clock", { email, advance_seconds: days * DAY });

/** Begins a checkout; answers Stripe's page. */
export async function checkOut({ browser }: Payer, id: PlanId = "monthly"): Promise<string> {
  const { status, body } = await browser.call(checkoutRoute, { input: { id } });
  expect([status, body]).toEqual([200, { url: expect.stringContaining("/checkout/cs_test_") }]);
  return String(body.url);
}

/** Fills in Stripe's page; answers where it leads, or null where it stays. */
export async function pay(page: string, number = GOOD_CARD): Promise<string | null> {
  const body = new URLSearchParams({ number });
  const response = await fetch(`${page}/pay`, { method: "POST", body, redirect: "manual" });
  await response.text();
  return response.headers.get("Location");
}

/** Somebody who has just bought Gold, and of whom everything is known. */
export async function member(id: PlanId = "monthly", fields: Partial<NewUser> = {}): Promise<Payer> {
  const who = await payer(fields);
  await pay(await checkOut(who, id));
  await deliverAll(who);
  return who;
}

/** Until when somebody has Gold, as the database has it. */
export async function goldOf({ id }: { id: number }): Promise<number | null> {
  const row = await db.first(
    statement<{ gold_until: number | null }>(sql`select gold_until from users where id = ${id}`),
  );
  return row?.gold_until ?? null;
}
