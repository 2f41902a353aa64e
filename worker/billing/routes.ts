import type Stripe from "stripe";
import {
  cancelRoute,
  checkoutRoute,
  customerRoute,
  goldRoute,
  invoicesRoute,
  portalRoute,
  resumeRoute,
  swapRoute,
} from "#domain/billing/api.ts";
import type { PlanId } from "#domain/billing/plans.ts";
import { mainOf } from "#domain/billing/rules.ts";
import { ApiError } from "#domain/errors.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { presentAccount } from "../auth/present.ts";
import { type App, handle, type RequestContext } from "../http/handle.ts";
import { originOf } from "../http/origin.ts";
import { cancel, changeSubscription, resume, swap } from "./change.ts";
import { BILLING_PAGE, beginCheckout } from "./checkout.ts";
import { type PricedPlan, readPlans } from "./plans.ts";
import { goldEnd, presentInvoice, presentSubscription } from "./present.ts";
import { customerQuery, subscriptionsQuery } from "./queries.ts";
import { asking, isTestMode, needStripe } from "./stripe.ts";
import { webhookRoute } from "./webhook.ts";

const INVOICES_SHOWN = 10;

/** Stripe's name of whoever asks; a 404 where they have none. */
async function needCustomer({ gate }: RequestContext, userId: number): Promise<string> {
  const [[known]] = await gate.read(customerQuery(userId));
  if (!known) throw new ApiError("no_customer");
  return known.customer_id;
}

async function needPlan({ env, now }: RequestContext, id: PlanId): Promise<PricedPlan> {
  const plan = (await readPlans(env, now)).find((one) => one.id === id);
  if (!plan) throw new ApiError("no_billing");
  return plan;
}

/** The portal as `npm run stripe` has set it up, or else as the account has it. */
async function openPortal(stripe: Stripe, customer: string, return_url: string): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const ours = data.find(({ metadata }) => metadata?.site === "bopolis")?.id;
  const asked = { customer, return_url, ...(ours && { configuration: ours }) };
  return (await stripe.billingPortal.sessions.create(asked)).url;
}

export function billingRoutes(app: App): void {
  webhookRoute(app);

  handle(app, goldRoute, async ({ env, now }) => ({
    plans: await readPlans(env, now),
    test_mode: isTestMode(env),
  }));

  handle(app, customerRoute, async (call) => {
    const { gate, viewer, env, now } = call;
    const [rows] = await gate.read(subscriptionsQuery(viewer.id));
    const main = mainOf(rows);
    if (!main) throw new ApiError("no_customer");
    const account = await gate.member();
    const plans = await readPlans(env, now);
    const end = goldEnd(rows, account.gold_until, now);
    return {
      user: presentAccount(account, now),
      gold_ends_at: end === null ? null : isoTime(end),
      stripe_subscription: presentSubscription(main, plans),
      plans,
      test_mode: isTestMode(env),
    };
  });

  handle(app, invoicesRoute, async (call) => {
    const customer = await needCustomer(call, call.viewer.id);
    const { data } = await asking(needStripe(call.env).invoices.list({ customer, limit: INVOICES_SHOWN }));
    return { data: data.map(presentInvoice) };
  });

  handle(app, checkoutRoute, async (call) => {
    const account = await call.gate.member();
    const stripe = needStripe(call.env);
    const plan = await needPlan(call, call.input.id);
    return { url: await beginCheckout(call, stripe, account, plan) };
  });

  handle(app, portalRoute, async (call) => {
    const customer = await needCustomer(call, call.viewer.id);
    const return_url = originOf(call.request, call.env) + BILLING_PAGE;
    return { url: await asking(openPortal(needStripe(call.env), customer, return_url)) };
  });

  handle(app, cancelRoute, async (call) => {
    const stripe = needStripe(call.env);
    const row = await changeSubscription(call, stripe, call.viewer.id, (living) => cancel(stripe, living));
    return { message: `Your subscription ends on ${formatTime(row.period_end)} UTC.` };
  });

  handle(app, resumeRoute, async (call) => {
    const stripe = needStripe(call.env);
    const plans = await readPlans(call.env, call.now);
    const row = await changeSubscription(call, stripe, call.viewer.id, (living) =>
      resume(stripe, living, plans),
    );
    return { message: `Your subscription goes on. It renews on ${formatTime(row.period_end)} UTC.` };
  });

  handle(app, swapRoute, async (call) => {
    const stripe = needStripe(call.env);
    const plan = await needPlan(call, call.input.id);
    const row = await changeSubscription(call, stripe, call.viewer.id, (living) =>
      swap(stripe, living, plan),
    );
    return {
      message: row.next_plan
        ? `From ${formatTime(row.period_end)} UTC you pay ${plan.description}.`
        : `You pay ${plan.description}.`,
    };
  });
}
