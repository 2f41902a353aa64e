import { type StandInRequest, type StandInResponse, ThrownResponse } from "../server.ts";
import { catchUp, setCard } from "./catch-up.ts";
import {
  customerNow,
  findObject,
  newStripeId,
  type StripeEvent,
  type StripeState,
  stripeError,
} from "./state.ts";
import { addEvent, type SignatureKind, signEvent, type WebhookDeliveries } from "./webhooks.ts";

/** Makes the next `times` calls that contain `match` fail. */
export interface Fault {
  match: string;
  times: number;
  status: number;
}

interface ControlContext {
  state: StripeState;
  deliveries: WebhookDeliveries;
  faults: Fault[];
}

type ControlInput = Record<string, unknown> & { customer?: string };

/** Finds a customer by Stripe's id, the site's user id, or the email address. */
function findCustomerId(state: StripeState, { customer, user_id, email }: ControlInput): string {
  if (customer) return findObject(state.customers, customer, "customer").id;
  const found = Object.values(state.customers).findLast(
    (one) => (email && one.email === email) || (user_id && one.metadata.user_id === String(user_id)),
  );
  if (!found) throw stripeError(404, "resource_missing", "No such customer");
  return found.id;
}

const hasCustomer = (input: ControlInput) => Boolean(input.customer ?? input.user_id ?? input.email);

function findEvents(state: StripeState, input: ControlInput): StripeEvent[] {
  const { ids, type } = input as { ids?: string[]; type?: string };
  if (ids) return ids.map((id) => findObject(state.events, id, "event"));
  const customerId = hasCustomer(input) ? findCustomerId(state, input) : null;
  return Object.values(state.events).filter(
    (event) =>
      (!customerId || state.deliveries[event.id]?.customer === customerId) && (!type || event.type === type),
  );
}

/** Commands for tests by the last part of `/_stand-in/…`. */
const COMMANDS: Record<string, (context: ControlContext, input: ControlInput) => unknown> = {
  customer({ state }, input) {
    const id = findCustomerId(state, input);
    const of = <T extends { customer: string }>(objects: Record<string, T>) =>
      Object.values(objects).filter(({ customer }) => customer === id);
    return {
      customer: state.customers[id],
      subscriptions: of(state.subscriptions),
      schedules: of(state.schedules),
      invoices: of(state.invoices),
      sessions: of(state.sessions),
    };
  },

  clock({ state }, input) {
    const seconds = Number(input.advance_seconds ?? 0);
    const customerId = hasCustomer(input) ? findCustomerId(state, input) : "";
    if (customerId) state.aheadOf[customerId] = (state.aheadOf[customerId] ?? 0) + seconds;
    else state.ahead += seconds;
    catchUp(state);
    return { now: customerNow(state, customerId) };
  },

  card({ state }, input) {
    setCard(state, findCustomerId(state, input), String(input.card));
    return {};
  },

  events({ state }, input) {
    return { events: findEvents(state, input).map((event) => ({ ...event, ...state.deliveries[event.id] })) };
  },

  /** Adds an arbitrary event. */
  make({ state }, input) {
    const { type, object = {} } = input as { type?: string; object?: object };
    const customer = hasCustomer(input) ? findCustomerId(state, input) : "";
    return addEvent(state, String(type), object, customer, customerNow(state, customer));
  },

  pause({ deliveries, state }, input) {
    const customerId = hasCustomer(input) ? findCustomerId(state, input) : "";
    if (input.paused === false) deliveries.paused.delete(customerId);
    else deliveries.paused.add(customerId);
    return {};
  },

  /** Sends events now, one by one, even if they were delivered before. */
  async deliver({ state, deliveries }, input) {
    const { times = 1, signature = "good" } = input as { times?: number; signature?: SignatureKind };
    const statuses: { id: string; type: string; status: number }[] = [];
    for (let time = 0; time < times; time++)
      for (const event of findEvents(state, input)) {
        const status = await deliveries.send(event, signature);
        statuses.push({ id: event.id, type: event.type, status });
        const delivery = state.deliveries[event.id];
        if (delivery && status >= 200 && status < 300) delivery.done = true;
      }
    return { statuses };
  },

  /** Returns signed events for tests that deliver them themselves. */
  signed({ state }, input) {
    const { signature = "good" } = input as { signature?: SignatureKind };
    return {
      events: findEvents(state, input).map((event) => ({
        id: event.id,
        type: event.type,
        ...signEvent(state, event, signature),
      })),
    };
  },

  fail({ faults }, input) {
    const { match = "", times = 1, status = 500 } = input as Partial<Fault>;
    faults.push({ match, times, status });
    return {};
  },
};

/** Runs a test's command. */
export async function handleStripeControl(
  context: ControlContext,
  request: StandInRequest,
): Promise<StandInResponse> {
  const command = COMMANDS[request.path.replace("/_stand-in/", "")];
  if (!command) throw new ThrownResponse({ status: 404, body: { error: { message: "No such control" } } });
  const input = request.body ? JSON.parse(request.body) : Object.fromEntries(request.query);
  return { body: await command(context, input) };
}

/** Throws if a test has made this call fail. */
export function checkFaults(faults: Fault[], { path, body, query }: StandInRequest): void {
  const fault = faults.find(({ match, times }) => times > 0 && `${path}?${query}&${body}`.includes(match));
  if (!fault) return;
  fault.times--;
  throw new ThrownResponse({
    status: fault.status,
    body: {
      error: { type: "api_error", message: "Sorry, something went wrong.", request: newStripeId("req") },
    },
    // Keeps the client from retrying by itself.
    headers: { "stripe-should-retry": "false" },
  });
}
