import { remember } from "../memory.ts";
import { type Asked, listen } from "../server.ts";
import type { StandIn, StandInOptions } from "../stand-in.ts";
import { answerApi } from "./api.ts";
import { catchUp } from "./clock.ts";
import { checkFaults, type Fault, steer } from "./control.ts";
import { answerPage } from "./pages.ts";
import { freshState } from "./state.ts";
import { Deliveries } from "./webhooks.ts";

const KEY = "sk_test_stand_in";
/** How often it looks what has become due while nobody asks. */
const LOOK = 10_000;

/** Stripe on this machine: its API for the real client, its pages for the browser, its webhooks for the site. */
export async function startStripe({ port, state: folder }: StandInOptions): Promise<StandIn> {
  const memory = remember(folder, "stripe.json", freshState());
  const state = memory.value;
  const deliveries = new Deliveries(state, () => memory.save());
  const faults: Fault[] = [];

  const settle = () => {
    catchUp(state);
    memory.save();
    deliveries.go();
  };

  const answer = async (asked: Asked) => {
    catchUp(state);
    try {
      if (asked.path.startsWith("/_stand-in/")) return await steer({ state, deliveries, faults }, asked);
      if (!asked.path.startsWith("/v1/")) return answerPage(state, asked);
      checkFaults(faults, asked);
      return answerApi(state, server.url, KEY, asked);
    } finally {
      settle();
    }
  };

  const server = await listen(port, answer);
  const looking = setInterval(settle, LOOK).unref();
  return {
    url: server.url,
    vars: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: state.secret,
      STRIPE_STAND_IN: server.url,
    },
    site(url) {
      deliveries.url = url;
      settle();
    },
    async stop() {
      clearInterval(looking);
      deliveries.stop();
      await server.stop();
    },
  };
}
