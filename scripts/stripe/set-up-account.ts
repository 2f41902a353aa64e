import Stripe from "stripe";
import { PLAN_IDS, type PlanId } from "#domain/gold/plans.ts";
import { describePlan } from "#domain/gold/rules.ts";
import { SITE } from "#domain/site.ts";
import { logStep } from "../log.ts";
import {
  BILLING_INTERVALS,
  findEndpoint,
  findPortal,
  findPrices,
  lookupKey,
  OUR_METADATA,
  WEBHOOK_EVENTS,
  webhookUrl,
} from "./account.ts";

const PRODUCT = "bopolis_gold";

export interface GoldPrices {
  monthly: number;
  yearly: number;
  currency: string;
}

/**
 * Creates what the site needs in a Stripe account. Existing prices stay as they are, so you can run it again. Returns
 * the webhook's signing secret if the endpoint is new: Stripe shows it only once.
 */
export async function setUpAccount(stripe: Stripe, site: string, prices: GoldPrices): Promise<string | null> {
  const url = webhookUrl(site);
  for (const id of PLAN_IDS) await setUpPrice(stripe, id, prices);
  await setUpPortal(stripe, site);
  return setUpEndpoint(stripe, url);
}

async function ensureProduct(stripe: Stripe): Promise<string> {
  try {
    return (await stripe.products.retrieve(PRODUCT)).id;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== "resource_missing") throw error;
  }
  await stripe.products.create({ id: PRODUCT, name: `${SITE.name} Gold`, metadata: OUR_METADATA });
  return PRODUCT;
}

async function setUpPrice(stripe: Stripe, id: PlanId, prices: GoldPrices): Promise<void> {
  const existing = (await findPrices(stripe)).get(lookupKey(id));
  if (existing)
    return logStep(
      `price ${lookupKey(id)}`,
      `exists: ${describePlan(id, existing.unit_amount ?? 0, existing.currency)}`,
    );
  const { currency } = prices;
  await stripe.prices.create({
    product: await ensureProduct(stripe),
    currency,
    unit_amount: prices[id],
    recurring: { interval: BILLING_INTERVALS[id] },
    lookup_key: lookupKey(id),
    metadata: OUR_METADATA,
  });
  logStep(`price ${lookupKey(id)}`, `created: ${describePlan(id, prices[id], currency)}`);
}

async function setUpPortal(stripe: Stripe, site: string): Promise<void> {
  const settings = {
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ["address", "name", "tax_id"] },
      subscription_cancel: { enabled: true, mode: "at_period_end" },
    },
    business_profile: { headline: `${SITE.name} Gold` },
    default_return_url: `${new URL(site).origin}/settings/billing`,
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams;
  const existing = await findPortal(stripe);
  if (existing) await stripe.billingPortal.configurations.update(existing.id, settings);
  else await stripe.billingPortal.configurations.create({ ...settings, metadata: OUR_METADATA });
  logStep("billing portal", existing ? "updated" : "created");
}

async function setUpEndpoint(stripe: Stripe, url: string): Promise<string | null> {
  const enabled_events = [...WEBHOOK_EVENTS];
  const existing = await findEndpoint(stripe, url);
  if (existing) {
    await stripe.webhookEndpoints.update(existing.id, { enabled_events });
    logStep("webhook", `updated: ${url}`);
    return null;
  }
  const { secret } = await stripe.webhookEndpoints.create({
    url,
    enabled_events,
    metadata: OUR_METADATA,
    api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
  });
  logStep("webhook", `created: ${url}`);
  return secret ?? null;
}
