import { createHmac } from "node:crypto";
import { newEvent, type StripeState } from "./state.ts";

/** Seconds until each retry of a delivery. The last one repeats. */
const RETRY_SECONDS = [1, 2, 5, 15, 60];
const TIMEOUT_MS = 15_000;

export function addEvent(state: StripeState, type: string, object: object, customer: string, at: number) {
  const event = newEvent(type, object, at);
  state.events[event.id] = event;
  state.deliveries[event.id] = { customer, done: false, tries: 0, status: 0 };
  return event;
}

export type SignatureKind = "good" | "false" | "old" | "none";

/** Returns an event's body and its signature in Stripe's format. */
export function signEvent(state: StripeState, event: object, kind: SignatureKind = "good") {
  const body = JSON.stringify(event);
  const time = Math.floor(Date.now() / 1000) - (kind === "old" ? 3600 : 0);
  const secret = kind === "false" ? "whsec_another_account" : state.secret;
  const mac = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return { body, signature: kind === "none" ? "" : `t=${time},v1=${mac}` };
}

/** Delivers events to the site, and retries each until the site accepts it. */
export class WebhookDeliveries {
  readonly #state: StripeState;
  readonly #save: () => void;
  readonly #busy = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Customers whose deliveries are paused; "" means all. */
  readonly paused = new Set<string>();
  url = "";

  constructor(state: StripeState, save: () => void) {
    this.#state = state;
    this.#save = save;
  }

  /** Sends pending events. */
  deliverPending(): void {
    if (!this.url || this.paused.has("")) return;
    for (const [id, { done, customer }] of Object.entries(this.#state.deliveries))
      if (!done && !this.#busy.has(id) && !this.paused.has(customer)) void this.#deliver(id);
  }

  async send(event: object, kind: SignatureKind = "good"): Promise<number> {
    const { body, signature } = signEvent(this.#state, event, kind);
    try {
      const response = await fetch(`${this.url}/api/webhooks/stripe`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", "stripe-signature": signature },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      // The site can't be reached: there's no status, and the delivery is retried.
      return 0;
    }
  }

  async #deliver(id: string): Promise<void> {
    const event = this.#state.events[id];
    const delivery = this.#state.deliveries[id];
    if (!event || !delivery) return;
    this.#busy.add(id);
    delivery.status = await this.send(event);
    delivery.done = delivery.status >= 200 && delivery.status < 300;
    const wait = RETRY_SECONDS[Math.min(delivery.tries++, RETRY_SECONDS.length - 1)] ?? 60;
    this.#save();
    if (delivery.done) {
      this.#busy.delete(id);
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#busy.delete(id);
      this.deliverPending();
    }, wait * 1000).unref();
    this.#timers.add(timer);
  }

  stop(): void {
    this.url = "";
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
