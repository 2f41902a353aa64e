import { ApiError } from "#domain/errors.ts";
import {
  cancelRoute,
  checkoutRoute,
  customerRoute,
  goldRoute,
  invoicesRoute,
  portalRoute,
  resumeRoute,
  swapRoute,
} from "#domain/gold/api.ts";
import type { PlanId } from "#domain/gold/plans.ts";
import { currentSubscription } from "#domain/gold/rules.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { presentAccount } from "../auth/present.ts";
import { type HonoApp, handle, type RequestContext } from "../http/handle.ts";
import { siteOrigin } from "../http/origin.ts";
import { cancelSubscription, changePlan, changeSubscription, resumeSubscription } from "./change.ts";
import { BILLING_PAGE, startCheckout } from "./checkout.ts";
import { type PricedPlan, readPlans } from "./plans.ts";
import { goldEnd, presentInvoice, presentSubscription } from "./present.ts";
import { customerQuery, subscriptionsQuery } from "./queries.ts";
import { isTestMode, requireStripe, type StripeClient, withStripeErrors } from "./stripe.ts";
import { webhookRoute } from "./webhook.ts";

const INVOICES_SHOWN = 10;

/** The viewer's Stripe customer id; throws a 404 if they have none. */
async function requireCustomer({ gate }: RequestContext, userId: number): Promise<string> {
  const known = await gate.first(customerQuery(userId));
  if (!known) throw new ApiError("no_customer");
  return known.customer_id;
}

async function requirePlan({ env, now }: RequestContext, id: PlanId): Promise<PricedPlan> {
  const plan = (await readPlans(env, now)).find((one) => one.id === id);
  if (!plan) throw new ApiError("no_billing");
  return plan;
}

/** Opens the portal with the configuration of `npm run stripe`, or else the account's default. */
async function openPortal(stripe: StripeClient, customer: string, return_url: string): Promise<string> {
  const { data } = await stripe.portal.configurations({ active: true, limit: 100 });
  const configuration = data.find(({ metadata }) => metadata?.site === "bopolis")?.id;
  const params = { customer, return_url, ...(configuration && { configuration }) };
  return (await stripe.portal.createSession(params)).url;
}

export function goldRoutes(app: HonoApp): void {
  webhookRoute(app);

  handle(app, goldRoute, async ({ env, now }) => ({
    plans: await readPlans(env, now),
    test_mode: isTestMode(env),
  }));

  handle(app, customerRoute, async (call) => {
    const { gate, viewer, env, now } = call;
    const rows = await gate.all(subscriptionsQuery(viewer.id));
    const current = currentSubscription(rows);
    if (!current) throw new ApiError("no_customer");
    const account = await gate.member();
    const plans = await readPlans(env, now);
    const end = goldEnd(rows, account.gold_until, now);
    return {
      user: presentAccount(account, now),
      gold_ends_at: end === null ? null : isoTime(end),
      stripe_subscription: presentSubscription(current, plans),
      plans,
      test_mode: isTestMode(env),
    };
  });

  handle(app, invoicesRoute, async (call) => {
    const customer = await requireCustomer(call, call.viewer.id);
    const { data } = await withStripeErrors(
      requireStripe(call.env).invoices.list({ customer, limit: INVOICES_SHOWN }),
    );
    return { data: data.map(presentInvoice) };
  });

  handle(app, checkoutRoute, async (call) => {
    const account = await call.gate.member();
    const stripe = requireStripe(call.env);
    const plan = await requirePlan(call, call.input.id);
    return { url: await startCheckout(call, stripe, account, plan) };
  });

  handle(app, portalRoute, async (call) => {
    const customer = await requireCustomer(call, call.viewer.id);
    const return_url = siteOrigin(call.request, call.env) + BILLING_PAGE;
    return { url: await withStripeErrors(openPortal(requireStripe(call.env), customer, return_url)) };
  });

  handle(app, cancelRoute, async (call) => {
    const stripe = requireStripe(call.env);
    const row = await changeSubscription(call, stripe, call.viewer.id, (live) =>
      cancelSubscription(stripe, live),
    );
    return { message: `Your subscription ends on ${formatTime(row.period_end)} UTC.` };
  });

  handle(app, resumeRoute, async (call) => {
    const stripe = requireStripe(call.env);
    const plans = await readPlans(call.env, call.now);
    const row = await changeSubscription(call, stripe, call.viewer.id, (live) =>
      resumeSubscription(stripe, live, plans),
    );
    return { message: `Your subscription continues. It renews on ${formatTime(row.period_end)} UTC.` };
  });

  handle(app, swapRoute, async (call) => {
    const stripe = requireStripe(call.env);
    const plan = await requirePlan(call, call.input.id);
    const row = await changeSubscription(call, stripe, call.viewer.id, (live) =>
      changePlan(stripe, live, plan),
    );
    return {
      message: row.next_plan
        ? `From ${formatTime(row.period_end)} UTC, you'll pay ${plan.description}.`
        : `You pay ${plan.description}.`,
    };
  });
}
