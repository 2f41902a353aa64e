import type Stripe from "stripe";
import { PLAN_IDS } from "#domain/gold/plans.ts";
import { describePlan } from "#domain/gold/rules.ts";
import { logStep } from "../log.ts";
import {
  BILLING_INTERVALS,
  findEndpoint,
  findPortal,
  findPrices,
  lookupKey,
  WEBHOOK_EVENTS,
  webhookUrl,
} from "./account.ts";

/** Checks whether an account has everything the site needs. Returns the problems. */
export async function checkAccount(stripe: Stripe, site: string | undefined): Promise<string[]> {
  return [
    ...(await checkPrices(stripe)),
    ...(await checkPortal(stripe)),
    ...(site ? await checkEndpoint(stripe, webhookUrl(site)) : []),
  ];
}

async function checkPrices(stripe: Stripe): Promise<string[]> {
  const prices = await findPrices(stripe);
  const problems = PLAN_IDS.flatMap((id) => {
    const price = prices.get(lookupKey(id));
    if (!price) return [`No active price has the lookup key ${lookupKey(id)}.`];
    if (price.recurring?.interval !== BILLING_INTERVALS[id] || price.recurring.interval_count !== 1)
      return [`The price ${lookupKey(id)} isn't billed per ${BILLING_INTERVALS[id]}.`];
    if (!price.unit_amount) return [`The price ${lookupKey(id)} isn't a fixed amount.`];
    logStep(`price ${lookupKey(id)}`, describePlan(id, price.unit_amount, price.currency));
    return [];
  });
  const currencies = new Set([...prices.values()].map(({ currency }) => currency));
  if (currencies.size > 1) problems.push("The two prices are in different currencies.");
  return problems;
}

async function checkPortal(stripe: Stripe): Promise<string[]> {
  const portal = await findPortal(stripe);
  if (!portal) return ["The billing portal isn't set up."];
  logStep("billing portal", "exists");
  return [];
}

async function checkEndpoint(stripe: Stripe, url: string): Promise<string[]> {
  const endpoint = await findEndpoint(stripe, url);
  if (!endpoint) return [`Nothing is delivered to ${url}.`];
  if (endpoint.status !== "enabled") return [`Deliveries to ${url} are turned off.`];
  const missing = WEBHOOK_EVENTS.filter(
    (event) => !endpoint.enabled_events.includes(event) && !endpoint.enabled_events.includes("*"),
  );
  if (missing.length) return [`These events aren't delivered to ${url}: ${missing.join(", ")}.`];
  logStep("webhook", url);
  return [];
}
