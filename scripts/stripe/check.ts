import type Stripe from "stripe";
import { PLAN_IDS } from "#domain/billing/plans.ts";
import { describePlan } from "#domain/billing/rules.ts";
import { say } from "../deploy/say.ts";
import { EVENTS, findEndpoint, findPortal, findPrices, INTERVALS, lookupKey, webhookUrl } from "./account.ts";

/** Looks whether an account has what the site needs; answers what it lacks. */
export async function check(stripe: Stripe, site: string | undefined): Promise<string[]> {
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
    if (!price) return [`There is no active price with the lookup key ${lookupKey(id)}.`];
    if (price.recurring?.interval !== INTERVALS[id] || price.recurring.interval_count !== 1)
      return [`The price ${lookupKey(id)} is not paid by the ${INTERVALS[id]}.`];
    if (!price.unit_amount) return [`The price ${lookupKey(id)} is not a fixed amount.`];
    say(`price ${lookupKey(id)}`, describePlan(id, price.unit_amount, price.currency));
    return [];
  });
  const currencies = new Set([...prices.values()].map(({ currency }) => currency));
  if (currencies.size > 1) problems.push("The two prices are in different currencies.");
  return problems;
}

async function checkPortal(stripe: Stripe): Promise<string[]> {
  const portal = await findPortal(stripe);
  if (!portal) return ["The billing portal is not set up."];
  say("billing portal", "is there");
  return [];
}

async function checkEndpoint(stripe: Stripe, url: string): Promise<string[]> {
  const endpoint = await findEndpoint(stripe, url);
  if (!endpoint) return [`Nothing is delivered to ${url}.`];
  if (endpoint.status !== "enabled") return [`Deliveries to ${url} are switched off.`];
  const missing = EVENTS.filter(
    (event) => !endpoint.enabled_events.includes(event) && !endpoint.enabled_events.includes("*"),
  );
  if (missing.length) return [`These events are not delivered to ${url}: ${missing.join(", ")}.`];
  say("webhook", url);
  return [];
}
