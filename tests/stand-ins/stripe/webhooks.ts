import { createHmac } from "node:crypto";
import { API_VERSION, type Event, newId, type State } from "./state.ts";

/** Seconds until the second, third, … try to deliver an event; the last is repeated. */
const WAITS = [1, 2, 5, 15, 60];
const PATIENCE = 15_000;

export function addEvent(state: State, type: string, object: object, customer: string, at: number): Event {
  const event: Event = {
    ...{ id: newId("evt"), object: "event", api_version: API_VERSION, created: at, livemode: false },
    ...{ type, pending_webhooks: 1, request: { id: null, idempotency_key: null } },
    // What it was then, which it may no longer be when the event arrives.
    data: { object: structuredClone(object) },
  };
  state.events[event.id] = event;
  state.deliveries[event.id] = { customer, done: false, tries: 0, status: 0 };
  return event;
}

export type Signature = "good" | "false" | "old" | "none";

/** An event as it is sent, signed by Stripe's scheme. */
export function sign(state: State, event: object, kind: Signature = "good") {
  const body = JSON.stringify(event);
  const time = Math.floor(Date.now() / 1000) - (kind === "old" ? 3600 : 0);
  const secret = kind === "false" ? "whsec_somebody_else" : state.secret;
  const mac = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return { body, signature: kind === "none" ? "" : `t=${time},v1=${mac}` };
}

/** Brings events to the site, each until the site has taken it. */
export class Deliveries {
  readonly #state: State;
  readonly #save: () => void;
  readonly #busy = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Customers whose events wait; "" stands for all. */
  readonly paused = new Set<string>();
  url = "";

  constructor(state: State, save: () => void) {
    this.#state = state;
    this.#save = save;
  }

  /** Sends what is left to send. */
  go(): void {
    if (!this.url || this.paused.has("")) return;
    for (const [id, { done, customer }] of Object.entries(this.#state.deliveries))
      if (!done && !this.#busy.has(id) && !this.paused.has(customer)) void this.#keepTrying(id);
  }

  async send(event: object, kind: Signature = "good"): Promise<number> {
    const { body, signature } = sign(this.#state, event, kind);
    try {
      const response = await fetch(`${this.url}/api/webhooks/stripe`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", "stripe-signature": signature },
        signal: AbortSignal.timeout(PATIENCE),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      // The site is not there: that is no status at all, and a reason to come back.
      return 0;
    }
  }

  async #keepTrying(id: string): Promise<void> {
    const event = this.#state.events[id];
    const delivery = this.#state.deliveries[id];
    if (!event || !delivery) return;
    this.#busy.add(id);
    delivery.status = await this.send(event);
    delivery.done = delivery.status >= 200 && delivery.status < 300;
    const wait = WAITS[Math.min(delivery.tries++, WAITS.length - 1)] ?? 60;
    this.#save();
    if (delivery.done) {
      this.#busy.delete(id);
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#busy.delete(id);
      this.go();
    }, wait * 1000).unref();
    this.#timers.add(timer);
  }

  stop(): void {
    this.url = "";
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
