import { type Answer, type Asked, Stop } from "../server.ts";
import { catchUp, setCard } from "./clock.ts";
import { type Event, find, newId, nowOf, refuse, type State } from "./state.ts";
import { addEvent, type Deliveries, type Signature, sign } from "./webhooks.ts";

/** Calls that fail: how many more whose path has `match` in it, and how. */
export interface Fault {
  match: string;
  times: number;
  status: number;
}

interface Steering {
  state: State;
  deliveries: Deliveries;
  faults: Fault[];
}

type Asking = Record<string, unknown> & { customer?: string };

/** A customer by Stripe's id, the site's id of the user, or the address. */
function customerOf(state: State, { customer, user_id, email }: Asking): string {
  if (customer) return find(state.customers, customer, "customer").id;
  const found = Object.values(state.customers).findLast(
    (one) => (email && one.email === email) || (user_id && one.metadata.user_id === String(user_id)),
  );
  if (!found) throw refuse(404, "resource_missing", "No such customer");
  return found.id;
}

const isOne = (asking: Asking) => Boolean(asking.customer ?? asking.user_id ?? asking.email);

function eventsOf(state: State, asking: Asking): Event[] {
  const { ids, type } = asking as { ids?: string[]; type?: string };
  if (ids) return ids.map((id) => find(state.events, id, "event"));
  const whose = isOne(asking) ? customerOf(state, asking) : null;
  return Object.values(state.events).filter(
    (event) => (!whose || state.deliveries[event.id]?.customer === whose) && (!type || event.type === type),
  );
}

/** What tests ask of it besides Stripe's API, by the last part of `/_stand-in/…`. */
const ACTS: Record<string, (steering: Steering, asking: Asking) => unknown> = {
  customer({ state }, asking) {
    const id = customerOf(state, asking);
    const of = <T extends { customer: string }>(things: Record<string, T>) =>
      Object.values(things).filter(({ customer }) => customer === id);
    return {
      customer: state.customers[id],
      subscriptions: of(state.subscriptions),
      schedules: of(state.schedules),
      invoices: of(state.invoices),
      sessions: of(state.sessions),
    };
  },

  clock({ state }, asking) {
    const seconds = Number(asking.advance_seconds ?? 0);
    const whose = isOne(asking) ? customerOf(state, asking) : "";
    if (whose) state.aheadOf[whose] = (state.aheadOf[whose] ?? 0) + seconds;
    else state.ahead += seconds;
    catchUp(state);
    return { now: nowOf(state, whose) };
  },

  card({ state }, asking) {
    setCard(state, customerOf(state, asking), String(asking.card));
    return {};
  },

  events({ state }, asking) {
    return { events: eventsOf(state, asking).map((event) => ({ ...event, ...state.deliveries[event.id] })) };
  },

  /** An event that Stripe has never made: of any type, about anything. */
  make({ state }, asking) {
    const { type, object = {} } = asking as { type?: string; object?: object };
    const customer = isOne(asking) ? customerOf(state, asking) : "";
    return addEvent(state, String(type), object, customer, nowOf(state, customer));
  },

  pause({ deliveries, state }, asking) {
    const whose = isOne(asking) ? customerOf(state, asking) : "";
    if (asking.paused === false) deliveries.paused.delete(whose);
    else deliveries.paused.add(whose);
    return {};
  },

  /** Sends events now, one after the other, whatever became of them before. */
  async deliver({ state, deliveries }, asking) {
    const { times = 1, signature = "good" } = asking as { times?: number; signature?: Signature };
    const statuses: { id: string; type: string; status: number }[] = [];
    for (let time = 0; time < times; time++)
      for (const event of eventsOf(state, asking)) {
        const status = await deliveries.send(event, signature);
        statuses.push({ id: event.id, type: event.type, status });
        const delivery = state.deliveries[event.id];
        if (delivery && status >= 200 && status < 300) delivery.done = true;
      }
    return { statuses };
  },

  /** What would be sent, for tests that bring it to the site themselves. */
  signed({ state }, asking) {
    const { signature = "good" } = asking as { signature?: Signature };
    return {
      events: eventsOf(state, asking).map((event) => ({
        ...{ id: event.id, type: event.type },
        ...sign(state, event, signature),
      })),
    };
  },

  fail({ faults }, asking) {
    const { match = "", times = 1, status = 500 } = asking as Partial<Fault>;
    faults.push({ match, times, status });
    return {};
  },
};

/** Does what a test asks. */
export async function steer(steering: Steering, asked: Asked): Promise<Answer> {
  const act = ACTS[asked.path.replace("/_stand-in/", "")];
  if (!act) throw new Stop({ status: 404, body: { error: { message: "No such control" } } });
  const asking = asked.body ? JSON.parse(asked.body) : Object.fromEntries(asked.query);
  return { body: await act(steering, asking) };
}

/** Throws where a test wants the call to fail. */
export function checkFaults(faults: Fault[], { path, body, query }: Asked): void {
  const fault = faults.find(({ match, times }) => times > 0 && `${path}?${query}&${body}`.includes(match));
  if (!fault) return;
  fault.times--;
  throw new Stop({
    status: fault.status,
    body: { error: { type: "api_error", message: "Sorry, something went wrong.", request: newId("req") } },
    // The client would try again by itself, which is not what is looked at.
    headers: { "stripe-should-retry": "false" },
  });
}
