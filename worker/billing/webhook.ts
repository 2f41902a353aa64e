import Stripe from "stripe";
import { Database } from "#db/client.ts";
import { ApiError } from "#domain/errors.ts";
import { readBytes } from "../http/body.ts";
import type { App } from "../http/handle.ts";
import { logError } from "../http/log.ts";
import { keepEvent } from "./commands.ts";
import { eventQuery } from "./queries.ts";
import { stripeOf } from "./stripe.ts";
import { syncCustomer } from "./sync.ts";

const WEBHOOK_PATH = "/api/webhooks/stripe";
const MOST_BYTES = 512 * 1024;
/** Seconds that an event may be on its way. */
const TOLERANCE = 5 * 60;

/** What tells of a change in what somebody pays; `npm run stripe` asks Stripe for these. */
const ABOUT =
  /^(checkout\.session\.completed|customer\.(subscription\..*|deleted)|invoice\.(paid|payment_failed)|subscription_schedule\..*)$/;

const said = (status: number, message: string) => Response.json({ message }, { status });

/** The customer that an event is about. */
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
 * Where Stripe tells of what has happened: any number of times, in any order. What an event carries is not believed; it only
 * says of whom Stripe is to be asked. Anything but a 2xx has Stripe deliver it again, for days.
 */
export function webhookRoute(app: App): void {
  app.post(WEBHOOK_PATH, async (c) => {
    const { env } = c;
    const stripe = stripeOf(env);
    const secret = env.STRIPE_WEBHOOK_SECRET;
    if (!stripe || !secret) throw new ApiError("not_found");
    const body = new TextDecoder().decode(await readBytes(c.req.raw, MOST_BYTES));
    const signature = c.req.header("Stripe-Signature") ?? "";
    let event: Stripe.Event;
    try {
      event = await stripe.webhooks.constructEventAsync(body, signature, secret, TOLERANCE);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
        return said(400, "This is not signed by Stripe.");
      throw error;
    }
    const now = Date.now();
    const db = new Database(env.DB, c.get("meter"));
    if (await db.first(eventQuery(event.id))) return said(200, "Seen to before.");
    const customer = ABOUT.test(event.type) ? customerOf(event) : null;
    try {
      if (customer && (await syncCustomer(env, stripe, customer, now, event))) return said(200, "Seen to.");
    } catch (error) {
      logError("webhook put off", { id: event.id }, error);
      return said(503, "Not now. Deliver it again.");
    }
    await db.all(keepEvent(event, now));
    return said(200, "Nothing to do.");
  });
}
