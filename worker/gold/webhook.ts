import type Stripe from "stripe";
import { Database } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { readBytes } from "../http/body.ts";
import type { HonoApp } from "../http/handle.ts";
import { logError } from "../http/log.ts";
import { checkWritable } from "../http/read-only.ts";
import { storeEvent } from "./commands.ts";
import { isSignedByStripe } from "./is-signed-by-stripe.ts";
import { handledEventQuery } from "./queries.ts";
import { stripeClient } from "./stripe.ts";
import { syncCustomer } from "./sync.ts";

const WEBHOOK_PATH = "/api/webhooks/stripe";
const MAX_BYTES = 512 * 1024;
/** Seconds that a delivery may take. */
const TOLERANCE = 5 * 60;

/** The events that announce a change of a subscription; `npm run stripe` subscribes to these. */
const HANDLED_EVENTS =
  /^(checkout\.session\.completed|customer\.(subscription\..*|deleted)|invoice\.(paid|payment_failed)|subscription_schedule\..*)$/;

const respond = (status: number, message: string) => Response.json({ message }, { status });

/** The customer of an event. */
function customerOf({ data }: Stripe.Event): string | null {
  const { object, id, customer } = data.object as {
    object?: string;
    id?: string;
    customer?: string | { id: string } | null;
  };
  if (object === "customer") return id ?? null;
  return typeof customer === "object" ? (customer?.id ?? null) : (customer ?? null);
}

/**
 * The endpoint for Stripe's events, which arrive any number of times and in any order. An event's data isn't used; it
 * only names the customer to sync. For any status but 2xx, Stripe delivers it again, for days.
 */
export function webhookRoute(app: HonoApp): void {
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
    if (await db.first(handledEventQuery(event.id))) return respond(200, "Already handled.");
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
