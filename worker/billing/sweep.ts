import { Database } from "#db/client.ts";
import { RENEWAL_GRACE } from "#domain/billing/rules.ts";
import type { Env } from "../env.ts";
import { logError } from "../http/log.ts";
import { forgetEvents } from "./commands.ts";
import { overdueQuery } from "./queries.ts";
import { stripeOf } from "./stripe.ts";
import { syncCustomer } from "./sync.ts";

const EVENTS_KEPT = 60 * 24 * 60 * 60 * 1000;
/** Customers asked about in one run. */
const MOST_ASKED = 10;

/** Asks Stripe of those whose period has ended without a word, and forgets events that are told no more. */
export async function sweepBilling(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const [, overdue] = await db.batch([
    forgetEvents(now - EVENTS_KEPT),
    overdueQuery(now - RENEWAL_GRACE, MOST_ASKED),
  ]);
  const stripe = stripeOf(env);
  if (!stripe) return;
  for (const { customer_id } of overdue) {
    try {
      await syncCustomer(env, stripe, customer_id, now);
    } catch (error) {
      // The next run asks again; others do not wait for this one.
      logError("not synced", { customer: customer_id }, error);
    }
  }
}
