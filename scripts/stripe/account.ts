import Stripe from "stripe";
import type { PlanId } from "#domain/gold/plans.ts";
import { Problem } from "../deploy/problem.ts";

/** The events the site needs: everything that changes what a user pays (worker/gold/routes.ts). */
export const WEBHOOK_EVENTS = [
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

export const BILLING_INTERVALS: Record<PlanId, "month" | "year"> = { monthly: "month", yearly: "year" };
export const lookupKey = (id: PlanId): string => `gold_${id}`;
/** Identifies everything this script has created. */
export const OUR_METADATA = { site: "bopolis" };
export const WEBHOOK_PATH = "/api/webhooks/stripe";

/** Opens a client for the account of the environment's key. */
export function openStripeAccount({
  STRIPE_SECRET_KEY: key,
  STRIPE_STAND_IN: standIn,
}: Record<string, string | undefined>): Stripe {
  if (!key)
    throw new Problem(
      "✗ STRIPE_SECRET_KEY isn't set. Run `npm run stripe` to see where to find it and what to do next.",
    );
  if (!standIn) return new Stripe(key);
  const { hostname: host, port } = new URL(standIn);
  return new Stripe(key, { host, port, protocol: "http" });
}

/** The URL of a site's webhook endpoint. */
export function webhookUrl(site: string): string {
  const url = URL.canParse(site) ? new URL(site) : null;
  if (url?.protocol !== "https:")
    throw new Problem(`✗ ${site || "(nothing)"} isn't a site's URL. Use one like https://your.site`);
  return url.origin + WEBHOOK_PATH;
}

export async function findPrices(stripe: Stripe): Promise<Map<string | null, Stripe.Price>> {
  const lookup_keys = Object.keys(BILLING_INTERVALS).map((id) => lookupKey(id as PlanId));
  const { data } = await stripe.prices.list({ active: true, lookup_keys });
  return new Map(data.map((price) => [price.lookup_key, price]));
}

export async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  return data.find(({ metadata }) => metadata?.site === OUR_METADATA.site);
}

export async function findEndpoint(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint | undefined> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  return data.find((one) => one.url === url);
}
