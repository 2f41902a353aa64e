import Stripe from "stripe";
import { PLAN_IDS, type PlanId } from "#domain/billing/plans.ts";
import { describePlan } from "#domain/billing/rules.ts";
import { SITE } from "#domain/site.ts";
import { say } from "../deploy/say.ts";
import {
  EVENTS,
  findEndpoint,
  findPortal,
  findPrices,
  INTERVALS,
  lookupKey,
  OURS,
  webhookUrl,
} from "./account.ts";

const PRODUCT = "bopolis_gold";

export interface Amounts {
  monthly: number;
  yearly: number;
  currency: string;
}

/**
 * Makes what the site needs in a Stripe account; what is there stays as it is, so running it again does no harm. Answers the
 * secret that signs webhooks where their address is new: Stripe tells it once.
 */
export async function setUp(stripe: Stripe, site: string, amounts: Amounts): Promise<string | null> {
  const url = webhookUrl(site);
  for (const id of PLAN_IDS) await setUpPrice(stripe, id, amounts);
  await setUpPortal(stripe, site);
  return setUpEndpoint(stripe, url);
}

async function findProduct(stripe: Stripe): Promise<string> {
  try {
    return (await stripe.products.retrieve(PRODUCT)).id;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== "resource_missing") throw error;
  }
  await stripe.products.create({ id: PRODUCT, name: `${SITE.name} Gold`, metadata: OURS });
  return PRODUCT;
}

async function setUpPrice(stripe: Stripe, id: PlanId, amounts: Amounts): Promise<void> {
  const known = (await findPrices(stripe)).get(lookupKey(id));
  if (known)
    return say(
      `price ${lookupKey(id)}`,
      `is there: ${describePlan(id, known.unit_amount ?? 0, known.currency)}`,
    );
  const { currency } = amounts;
  await stripe.prices.create({
    ...{ product: await findProduct(stripe), currency, unit_amount: amounts[id] },
    ...{ recurring: { interval: INTERVALS[id] }, lookup_key: lookupKey(id), metadata: OURS },
  });
  say(`price ${lookupKey(id)}`, `made: ${describePlan(id, amounts[id], currency)}`);
}

async function setUpPortal(stripe: Stripe, site: string): Promise<void> {
  const wanted = {
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ["address", "name", "tax_id"] },
      subscription_cancel: { enabled: true, mode: "at_period_end" },
    },
    business_profile: { headline: `${SITE.name} Gold` },
    default_return_url: `${new URL(site).origin}/settings/billing`,
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams;
  const known = await findPortal(stripe);
  if (known) await stripe.billingPortal.configurations.update(known.id, wanted);
  else await stripe.billingPortal.configurations.create({ ...wanted, metadata: OURS });
  say("billing portal", known ? "brought up to date" : "made");
}

async function setUpEndpoint(stripe: Stripe, url: string): Promise<string | null> {
  const enabled_events = [...EVENTS];
  const known = await findEndpoint(stripe, url);
  if (known) {
    await stripe.webhookEndpoints.update(known.id, { enabled_events });
    say("webhook", `brought up to date: ${url}`);
    return null;
  }
  const { secret } = await stripe.webhookEndpoints.create({
    ...{ url, enabled_events, metadata: OURS },
    api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
  });
  say("webhook", `made: ${url}`);
  return secret ?? null;
}
