import { Database } from "#db/database.ts";
import { isLive } from "#domain/gold/rules.ts";
import { deleteCustomerStatements } from "./commands.ts";
import { customerQuery, subscriptionsQuery } from "./queries.ts";
import { isMissingAtStripe, requireStripe, stripeClient, withStripeErrors } from "./stripe.ts";

/**
 * Ends the billing of an account that is being deleted: deletes the customer at Stripe, which cancels their
 * subscriptions immediately. Throws on failure.
 */
export async function endBilling(env: Env, userId: number): Promise<void> {
  const db = new Database(env.DB);
  const {
    customer: [customer],
    rows,
  } = await db.batch({ customer: customerQuery(userId), rows: subscriptionsQuery(userId) });
  if (!customer) return;
  // If the site no longer sells Gold, Stripe is only required for subscriptions that still run.
  const stripe = rows.some(isLive) ? requireStripe(env) : stripeClient(env);
  const deletion = stripe?.customers.del(customer.customer_id).catch((error: unknown) => {
    // Deleted by an earlier attempt.
    if (!isMissingAtStripe(error)) throw error;
  });
  if (deletion) await withStripeErrors(deletion);
  await db.batch({ customer: deleteCustomerStatements(userId) });
}
