import type Stripe from "stripe";
import { isLive } from "#domain/billing/rules.ts";
import { ApiError } from "#domain/errors.ts";
import { hashToken } from "../http/crypto.ts";
import type { RequestContext } from "../http/handle.ts";
import { originOf } from "../http/origin.ts";
import type { Account } from "../http/session.ts";
import { keepCustomer } from "./commands.ts";
import type { PricedPlan } from "./plans.ts";
import { customerQuery, subscriptionsQuery } from "./queries.ts";
import { asking, isMissing, isRefused } from "./stripe.ts";
import { syncCustomer } from "./sync.ts";

/** The page that tells how a checkout has ended. */
export const BILLING_PAGE = "/settings/billing";

/** Refuses whom something is billed already. */
async function refuseSecond(
  { gate, env, now }: RequestContext,
  stripe: Stripe,
  user: number,
  customer?: string,
) {
  // What was paid a moment ago may not have been heard of yet.
  if (customer) await asking(syncCustomer(env, stripe, customer, now));
  const [rows] = await gate.read(subscriptionsQuery(user));
  if (rows.some(isLive)) throw new ApiError("has_subscription");
}

/**
 * Stripe's name of the user, made where there is none. Tabs that ask at once make one: they say the same key, which names
 * the name that is `gone` too.
 */
async function makeCustomer(
  call: RequestContext,
  stripe: Stripe,
  account: Account,
  gone = "",
): Promise<string> {
  const { gate, now } = call;
  const { id, email, username } = account;
  const idempotencyKey = `customer-${hashToken([id, email, username, originOf(call.request, call.env), gone].join(" "))}`;
  const made = await asking(
    stripe.customers.create({ email, name: username, metadata: { user_id: id } }, { idempotencyKey }),
  );
  await gate.write(keepCustomer(id, made.id, gone, now));
  const [[known]] = await gate.read(customerQuery(id));
  return known?.customer_id ?? made.id;
}

/** Begins a checkout; answers the page of Stripe where it is paid. */
export async function beginCheckout(
  call: RequestContext,
  stripe: Stripe,
  account: Account,
  plan: PricedPlan,
): Promise<string> {
  const [[known]] = await call.gate.read(customerQuery(account.id));
  await refuseSecond(call, stripe, account.id, known?.customer_id);
  const customer = known?.customer_id ?? (await makeCustomer(call, stripe, account));
  try {
    return await openSession(call, stripe, account.id, customer, plan);
  } catch (error) {
    if (!isMissing(error)) return asking(Promise.reject(error));
    // Deleted at Stripe, by hand or with an account there: the user gets another name.
    const other = await makeCustomer(call, stripe, account, customer);
    return asking(openSession(call, stripe, account.id, other, plan));
  }
}

async function openSession(
  { request, env }: RequestContext,
  stripe: Stripe,
  user: number,
  customer: string,
  plan: PricedPlan,
): Promise<string> {
  const back = `${originOf(request, env)}${BILLING_PAGE}?checkout=`;
  const metadata = { user_id: user };
  const made = await stripe.checkout.sessions.create({
    ...{ mode: "subscription", customer, client_reference_id: String(user), metadata },
    ...{ line_items: [{ price: plan.price, quantity: 1 }], subscription_data: { metadata } },
    ...{ success_url: `${back}done`, cancel_url: `${back}canceled` },
  });
  // Of pages open in several tabs only the newest can be paid: nobody pays twice.
  const { data } = await stripe.checkout.sessions.list({ customer, status: "open" });
  await Promise.all(data.slice(1).map(({ id }) => expire(stripe, id)));
  return made.url ?? "";
}

async function expire(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    // Paid or expired in the meantime.
    if (!isRefused(error)) throw error;
  }
}
