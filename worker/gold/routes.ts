import type Stripe from "stripe";
import { type Columns, Database, statement } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import {
  cancelRoute,
  checkoutRoute,
  customerRoute,
  goldRoute,
  invoicesRoute,
  type Plan,
  portalRoute,
  resumeRoute,
  type Subscription,
  swapRoute,
} from "#domain/gold/api.ts";
import type { PlanId } from "#domain/gold/plans.ts";
import {
  currentSubscription,
  formatMoney,
  goldUntil,
  hasGold,
  isLive,
  subscriptionStatus,
} from "#domain/gold/rules.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { presentAccount } from "../auth/present.ts";
import { readBytes } from "../http/body.ts";
import { type HonoApp, handle, type RequestContext } from "../http/handle.ts";
import { logError } from "../http/log.ts";
import { checkWritable } from "../http/read-only.ts";
import { siteOrigin } from "../http/session.ts";
import {
  BILLING_PAGE,
  cancelSubscription,
  changePlan,
  changeSubscription,
  type PricedPlan,
  readPlans,
  resumeSubscription,
  startCheckout,
} from "./change.ts";
import { isSignedByStripe } from "./is-signed-by-stripe.ts";
import { customerQuery, type SubscriptionRow, subscriptionsQuery } from "./queries.ts";
import { isTestMode, requireStripe, type StripeClient, stripeClient, withStripeErrors } from "./stripe.ts";
import { storeEvent, syncCustomer } from "./sync.ts";

function presentSubscription(row: SubscriptionRow, plans: readonly Plan[]): Subscription | null {
  const planOf = (id: string) => plans.find((plan) => plan.id === id);
  const plan = planOf(row.plan);
  if (!plan) return null;
  const next = row.next_plan && isLive(row) ? planOf(row.next_plan) : undefined;
  const end = isLive(row) ? row.period_end : null;
  return {
    status: subscriptionStatus({ ...row, cancels: row.cancels === 1 }),
    plan,
    next_billing_date: end === null ? null : isoTime(end),
    next_billing_date_formatted: end === null ? null : formatTime(end),
    phases: next
      ? [
          {
            plan: next,
            starts_at: isoTime(row.period_end),
            starts_at_formatted: formatTime(row.period_end),
          },
        ]
      : [],
  };
}

/** The end of Gold as displayed: the end of the paid period, without the grace period for renewals. */
export function goldEnd(rows: readonly SubscriptionRow[], until: number | null, now: number): number | null {
  if (!until || !hasGold(until, now)) return null;
  const paid = rows.find((row) => goldUntil({ ...row, cancels: row.cancels === 1 }) === until);
  return paid ? Math.min(until, paid.period_end) : until;
}

function presentInvoice({ id, number, lines, total, currency, created, hosted_invoice_url }: Stripe.Invoice) {
  return {
    number: number ?? id ?? "",
    lines: lines.data.map(({ description }) => description ?? ""),
    total: formatMoney(total, currency),
    date: isoTime(created * 1000),
    date_formatted: formatTime(created * 1000),
    url: hosted_invoice_url ?? null,
  };
}

const WEBHOOK_PATH = "/api/webhooks/stripe";
const MAX_BYTES = 512 * 1024;
/** Seconds that a delivery may take. */
const TOLERANCE = 5 * 60;

/** The events that announce a change of a subscription; `npm run stripe` subscribes to these. */
const HANDLED_EVENTS =
  /^(checkout\.session\.completed|customer\.(subscription\..*|deleted)|invoice\.(paid|payment_failed)|subscription_schedule\..*)$/;

const respond = (status: number, message: string) => Response.json({ message }, { status });

function customerOf({ data }: Stripe.Event): string | null {
  const { object, id, customer } = data.object as {
    object?: string;
    id?: string;
    customer?: string | { id: string } | null;
  };
  if (object === "customer") return id ?? null;
  return typeof customer === "object" ? (customer?.id ?? null) : (customer ?? null);
}

/** Stripe's events only name a customer to sync, in any order. Any status but 2xx is delivered again. */
function webhookRoute(app: HonoApp): void {
  app.post(WEBHOOK_PATH, async (c) => {
    const { env } = c;
    const stripe = stripeClient(env);
    const secret = env.STRIPE_WEBHOOK_SECRET;
    if (!stripe || !secret) throw new ApiError("not_found");
    const body = new TextDecoder().decode(await readBytes(c.req.raw, MAX_BYTES));
    const signature = c.req.header("Stripe-Signature") ?? "";
    if (!isSignedByStripe(body, signature, secret, TOLERANCE))
      return respond(400, "This isn't signed by Stripe.");
    // Stripe delivers it again.
    await checkWritable(env, Date.now());
    const event = JSON.parse(body) as Stripe.Event;
    const now = Date.now();
    const db = new Database(env.DB, c.get("meter"));
    if (
      await db.first(statement<Columns<"stripe_events", "id">>`select id from stripe_events
        where id = ${event.id}`)
    )
      return respond(200, "Already handled.");
    const customer = HANDLED_EVENTS.test(event.type) ? customerOf(event) : null;
    try {
      if (customer && (await syncCustomer(env, stripe, customer, now, event)))
        return respond(200, "Handled.");
    } catch (error) {
      logError("webhook put off", { id: event.id }, error);
      return respond(503, "Try again later.");
    }
    await db.all(storeEvent(event, now));
    return respond(200, "Ignored.");
  });
}

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
