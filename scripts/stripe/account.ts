import Stripe from "stripe";
import type { PlanId } from "#domain/billing/plans.ts";
import { Problem } from "../deploy/problem.ts";

/** What the site is told of: everything that changes what somebody pays (worker/billing/webhook.ts). */
export const EVENTS = [
  "checkout.session.completed",
  "customer.deleted",
  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.updated",
  "invoice.paid",
  "invoice.payment_failed",
  "subscription_schedule.canceled",
  "subscription_schedule.completed",
  "subscription_schedule.created",
  "subscription_schedule.released",
  "subscription_schedule.updated",
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

export const INTERVALS: Record<PlanId, "month" | "year"> = { monthly: "month", yearly: "year" };
export const lookupKey = (id: PlanId): string => `gold_${id}`;
/** Marks what this script has made. */
export const OURS = { site: "bopolis" };
export const WEBHOOK_PATH = "/api/webhooks/stripe";

/** The account that the environment's key belongs to. */
export function openAccount({
  STRIPE_SECRET_KEY: key,
  STRIPE_STAND_IN: standIn,
}: Record<string, string | undefined>): Stripe {
  if (!key)
    throw new Problem(
      "✗ STRIPE_SECRET_KEY is not set. `npm run stripe` tells where to find it and what comes next.",
    );
  if (!standIn) return new Stripe(key);
  const { hostname: host, port } = new URL(standIn);
  return new Stripe(key, { host, port, protocol: "http" });
}

/** The address at which a site takes webhooks. */
export function webhookUrl(site: string): string {
  const url = URL.canParse(site) ? new URL(site) : null;
  if (url?.protocol !== "https:")
    throw new Problem(`✗ ${site || "(nothing)"} is not the address of a site: give it as https://your.site`);
  return url.origin + WEBHOOK_PATH;
}

export async function findPrices(stripe: Stripe): Promise<Map<string | null, Stripe.Price>> {
  const lookup_keys = Object.keys(INTERVALS).map((id) => lookupKey(id as PlanId));
  const { data } = await stripe.prices.list({ active: true, lookup_keys });
  return new Map(data.map((price) => [price.lookup_key, price]));
}

export async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  return data.find(({ metadata }) => metadata?.site === OURS.site);
}

export async function findEndpoint(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint | undefined> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  return data.find((one) => one.url === url);
}
