import { ApiError } from "#domain/errors.ts";
import { isLive } from "#domain/gold/rules.ts";
import type { RequestContext } from "../http/handle.ts";
import { siteOrigin } from "../http/origin.ts";
import type { SessionAccount } from "../http/session.ts";
import { hashToken } from "../http/tokens.ts";
import { storeCustomer } from "./commands.ts";
import type { PricedPlan } from "./plans.ts";
import { customerQuery, subscriptionsQuery } from "./queries.ts";
import { isMissingAtStripe, isRejectedByStripe, type StripeClient, withStripeErrors } from "./stripe.ts";
import { syncCustomer } from "./sync.ts";

/** The page that shows the result of a checkout. */
export const BILLING_PAGE = "/settings/billing";

/** Throws if the user already has a subscription. */
async function checkNoSubscription(
  { gate, env, now }: RequestContext,
  stripe: StripeClient,
  user: number,
  customer?: string,
) {
  // The webhook for a very recent payment may not have arrived yet.
  if (customer) await withStripeErrors(syncCustomer(env, stripe, customer, now));
  const rows = await gate.all(subscriptionsQuery(user));
  if (rows.some(isLive)) throw new ApiError("has_subscription");
}

/**
 * Creates the user's Stripe customer. Concurrent requests create only one, because they use the same idempotency key,
 * which also contains the id of a deleted customer that is replaced.
 */
async function createCustomer(
  call: RequestContext,
  stripe: StripeClient,
  account: SessionAccount,
  replaced = "",
): Promise<string> {
  const { gate, now } = call;
  const { id, email, username } = account;
  const idempotencyKey = `customer-${hashToken([id, email, username, siteOrigin(call.request, call.env), replaced].join(" "))}`;
  const created = await withStripeErrors(
    stripe.customers.create({ email, name: username, metadata: { user_id: id } }, idempotencyKey),
  );
  await gate.write({ customer: storeCustomer(id, created.id, replaced, now) });
  const stored = await gate.first(customerQuery(id));
  return stored?.customer_id ?? created.id;
}

/** Starts a checkout; returns the URL of Stripe's payment page. */
export async function startCheckout(
  call: RequestContext,
  stripe: StripeClient,
  account: SessionAccount,
  plan: PricedPlan,
): Promise<string> {
  const stored = await call.gate.first(customerQuery(account.id));
  await checkNoSubscription(call, stripe, account.id, stored?.customer_id);
  const customer = stored?.customer_id ?? (await createCustomer(call, stripe, account));
  try {
    return await createSession(call, stripe, account.id, customer, plan);
  } catch (error) {
    if (!isMissingAtStripe(error)) return withStripeErrors(Promise.reject(error));
    // Deleted at Stripe, by hand or along with another account: the user gets a new customer.
    const replacement = await createCustomer(call, stripe, account, customer);
    return withStripeErrors(createSession(call, stripe, account.id, replacement, plan));
  }
}

async function createSession(
  { request, env }: RequestContext,
  stripe: StripeClient,
  user: number,
  customer: string,
  plan: PricedPlan,
): Promise<string> {
  const returnUrl = `${siteOrigin(request, env)}${BILLING_PAGE}?checkout=`;
  const metadata = { user_id: user };
  const created = await stripe.checkoutSessions.create({
    mode: "subscription",
    customer,
    client_reference_id: String(user),
    metadata,
    line_items: [{ price: plan.price, quantity: 1 }],
    subscription_data: { metadata },
    success_url: `${returnUrl}done`,
    cancel_url: `${returnUrl}canceled`,
  });
  // Only the newest of several open checkouts can be paid, so no one pays twice.
  const { data } = await stripe.checkoutSessions.list({ customer, status: "open" });
  await Promise.all(data.slice(1).map(({ id }) => expireSession(stripe, id)));
  return created.url ?? "";
}

async function expireSession(stripe: StripeClient, id: string): Promise<void> {
  try {
    await stripe.checkoutSessions.expire(id);
  } catch (error) {
    // Paid or expired in the meantime.
    if (!isRejectedByStripe(error)) throw error;
  }
}
