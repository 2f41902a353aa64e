import { Database } from "#db/client.ts";
import { isLive } from "#domain/billing/rules.ts";
import type { Env } from "../env.ts";
import { forgetCustomer } from "./commands.ts";
import { customerQuery, subscriptionsQuery } from "./queries.ts";
import { asking, isMissing, needStripe, stripeOf } from "./stripe.ts";

/**
 * Ends what Stripe has of an account that is being deleted, at once: the customer is deleted there, and with that their
 * subscriptions are cancelled. Throws where it can't be.
 */
export async function endBilling(env: Env, userId: number): Promise<void> {
  const db = new Database(env.DB);
  const [[known], rows] = await db.batch([customerQuery(userId), subscriptionsQuery(userId)]);
  if (!known) return;
  // A site that sells Gold no more has only what still runs to ask about.
  const stripe = rows.some(isLive) ? needStripe(env) : stripeOf(env);
  const gone = stripe?.customers.del(known.customer_id).catch((error: unknown) => {
    // Deleted by an earlier try.
    if (!isMissing(error)) throw error;
  });
  if (gone) await asking(gone);
  await db.batch(forgetCustomer(userId));
}
