import type Stripe from "stripe";
import { Database } from "#db/client.ts";
import { PLAN_IDS, type PlanId } from "#domain/billing/plans.ts";
import { goldUntil, hasGold } from "#domain/billing/rules.ts";
import type { Env } from "../env.ts";
import { notifyUser } from "../live/notify.ts";
import { type SeenEvent, writeState } from "./commands.ts";
import { knownQuery, MOST_SUBSCRIPTIONS, type SubscriptionRow, subscriptionsQuery } from "./queries.ts";
import { isMissing } from "./stripe.ts";

/** How often a state is read anew because another one was written meanwhile. */
const TRIES = 8;
const SECOND = 1_000;

/** Others were faster each time: it has to be tried again. */
export class Outpaced extends Error {}

/** Everything that Stripe has of a customer's subscriptions. */
async function readState(stripe: Stripe, customer: string): Promise<SubscriptionRow[] | null> {
  try {
    const { data } = await stripe.subscriptions.list({
      ...{ customer, status: "all", limit: MOST_SUBSCRIPTIONS },
      expand: ["data.schedule"],
    });
    return data.map(rowOf);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** What is kept of a subscription as Stripe tells it. */
export function rowOf(subscription: Stripe.Subscription): SubscriptionRow {
  const { id, status, items, schedule, cancel_at, cancel_at_period_end, created } = subscription;
  const [item] = items.data;
  if (!item) throw new Error(`${id} has no item`);
  const whole = typeof schedule === "object" ? schedule : null;
  const next = whole?.phases.find(({ start_date }) => start_date >= item.current_period_end)?.metadata?.plan;
  return {
    ...{ id, status },
    // By its interval: the price may be an older one, which has lost its name.
    plan: item.price.recurring?.interval === "year" ? "yearly" : "monthly",
    // Stripe's portal sets the date alone.
    cancels: cancel_at_period_end || cancel_at !== null ? 1 : 0,
    period_start: item.current_period_start * SECOND,
    period_end: item.current_period_end * SECOND,
    schedule_id: typeof schedule === "string" ? schedule : (whole?.id ?? null),
    next_plan: PLAN_IDS.includes(next as PlanId) ? (next as PlanId) : null,
    created_at: created * SECOND,
  };
}

/** The latest end of Gold among what is paid. */
function goldOf(rows: readonly SubscriptionRow[]): number | null {
  const ends = rows.map((row) => goldUntil({ ...row, cancels: row.cancels === 1 }) ?? 0);
  return Math.max(0, ...ends) || null;
}

/**
 * Asks Stripe how a customer stands and writes that, Gold included; the one way in which Gold is given and ends. What was
 * read before somebody else wrote is thrown away and read anew, so that the order of calls does not matter. Answers
 * whether the customer is known here.
 */
export async function syncCustomer(
  env: Env,
  stripe: Stripe,
  customerId: string,
  now: number,
  event: SeenEvent | null = null,
): Promise<boolean> {
  const db = new Database(env.DB);
  for (let time = 0; time < TRIES; time++) {
    const known = await db.first(knownQuery(customerId));
    if (!known) return false;
    const before = subscriptionsQuery(known.user_id);
    const told = await readState(stripe, customerId);
    const [rows] = await db.batch([before]);
    // A customer that Stripe has deleted pays for nothing any more.
    const after = told ?? rows.map((row) => ({ ...row, status: "canceled" }));
    const gold = goldOf(after);
    const written = await db.batch(writeState(customerId, known.version, after, gold, event, now));
    if (!written.at(-1)?.length) continue;
    const [there, [account]] = await db.batch([before, knownQuery(customerId)]);
    const until = account?.gold_until ?? null;
    if (until !== known.gold_until || JSON.stringify(there) !== JSON.stringify(rows))
      await notifyUser(env, known.user_id, { event: "GoldChanged", has_gold: hasGold(until, now) });
    return true;
  }
  throw new Outpaced(`${customerId} was written by others each time`);
}
