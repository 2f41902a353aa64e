import { Database } from "#db/database.ts";
import { RENEWAL_GRACE_MS } from "#domain/gold/rules.ts";
import { logError } from "../http/log.ts";
import { deleteOldEvents } from "./commands.ts";
import { overdueCustomersQuery } from "./queries.ts";
import { stripeClient } from "./stripe.ts";
import { syncCustomer } from "./sync.ts";

const EVENT_RETENTION_MS = 60 * 24 * 60 * 60 * 1000;
/** Customers synced per run. */
const MAX_CUSTOMERS = 10;

/** Syncs customers whose period ended without a webhook, and deletes old events that Stripe no longer resends. */
export async function sweepBilling(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const { overdue } = await db.batch({
    oldEvents: deleteOldEvents(now - EVENT_RETENTION_MS),
    overdue: overdueCustomersQuery(now - RENEWAL_GRACE_MS, MAX_CUSTOMERS),
  });
  const stripe = stripeClient(env);
  if (!stripe) return;
  for (const { customer_id } of overdue) {
    try {
      await syncCustomer(env, stripe, customer_id, now);
    } catch (error) {
      // The next run retries; the others shouldn't wait for this one.
      logError("billing not synced", { customer: customer_id }, error);
    }
  }
}
