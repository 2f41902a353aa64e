import { loadState, type StandIn, type StandInOptions, type StandInRequest, startServer } from "../server.ts";
import { handleApiRequest } from "./api.ts";
import { catchUp } from "./catch-up.ts";
import { checkFaults, type Fault, handleStripeControl } from "./control.ts";
import { handlePage } from "./pages.ts";
import { newStripeState } from "./state.ts";
import { WebhookDeliveries } from "./webhooks.ts";

const KEY = "sk_test_stand_in";
/** The interval for due work between requests. */
const CATCH_UP_MS = 10_000;

/** Starts a simulated Stripe: its API for the real client, its pages for browsers, and its webhooks. */
export async function startStripe({ port, state: folder }: StandInOptions): Promise<StandIn> {
  const stored = loadState(folder, "stripe.json", newStripeState());
  const state = stored.value;
  const deliveries = new WebhookDeliveries(state, () => stored.save());
  const faults: Fault[] = [];

  const settle = () => {
    catchUp(state);
    stored.save();
    deliveries.deliverPending();
  };

  const handle = async (request: StandInRequest) => {
    catchUp(state);
    try {
      if (request.path.startsWith("/_stand-in/"))
        return await handleStripeControl({ state, deliveries, faults }, request);
      if (!request.path.startsWith("/v1/")) return handlePage(state, request);
      checkFaults(faults, request);
      return handleApiRequest(state, server.url, KEY, request);
    } finally {
      settle();
    }
  };

  const server = await startServer(port, handle);
  const timer = setInterval(settle, CATCH_UP_MS).unref();
  return {
    url: server.url,
    vars: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: state.secret,
      STRIPE_STAND_IN: server.url,
    },
    setSiteUrl(url) {
      deliveries.url = url;
      settle();
    },
    async stop() {
      clearInterval(timer);
      deliveries.stop();
      await server.stop();
    },
  };
}
