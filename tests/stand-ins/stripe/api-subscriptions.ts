import { type Call, listOf } from "./call.ts";
import { endSubscription, itemOf, periodAfter, release } from "./clock.ts";
import { type Form, formOf, formsOf, textOf } from "./form.ts";
import {
  find,
  newId,
  nowOf,
  type Phase,
  refuse,
  type Schedule,
  type State,
  type Subscription,
} from "./state.ts";
import { addEvent } from "./webhooks.ts";

/** With its schedule in place of the schedule's id, where that was asked for. */
function shown(state: State, one: Subscription, expand: Form[string]) {
  const whole =
    Array.isArray(expand) && expand.some((name) => name === "schedule" || name === "data.schedule");
  return whole && one.schedule ? { ...one, schedule: state.schedules[one.schedule] ?? null } : one;
}

export function subscriptions({ state, form }: Call) {
  const found = Object.values(state.subscriptions).filter(
    ({ customer, status }) =>
      (!form.customer || customer === form.customer) &&
      (form.status === "all" || (form.status ? status === form.status : status !== "canceled")),
  );
  const list = listOf(found, form, "/v1/subscriptions");
  return { ...list, data: list.data.map((one) => shown(state, one, form.expand)) };
}

export const subscription = ({ state, form, id }: Call) =>
  shown(state, find(state.subscriptions, id, "subscription"), form.expand);

const notCanceled = (state: State, id: string): Subscription => {
  const found = find(state.subscriptions, id, "subscription");
  if (found.status === "canceled")
    throw refuse(
      400,
      "resource_missing",
      "A canceled subscription can only update its cancellation_details.",
    );
  return found;
};

export function changeSubscription({ state, form, id }: Call) {
  const found = notCanceled(state, id);
  if (found.schedule && (form.cancel_at_period_end === "true" || form.cancel_at))
    throw refuse(
      400,
      "",
      "The subscription is managed by the subscription schedule, and updating any cancelation behavior directly is not allowed.",
    );
  const now = nowOf(state, found.customer);
  if (form.cancel_at_period_end !== undefined) setCancels(found, form.cancel_at_period_end === "true", now);
  if (form.cancel_at === "") setCancels(found, false, now);
  // Stripe keeps the keys that aren't sent and removes those that are sent empty.
  const metadata = { ...found.metadata, ...(formOf(form.metadata) as Record<string, string>) };
  found.metadata = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== ""));
  addEvent(state, "customer.subscription.updated", found, found.customer, now);
  return shown(state, found, form.expand);
}

/** Has a subscription end with its period, or go on. */
export function setCancels(found: Subscription, cancels: boolean, now: number): void {
  found.cancel_at_period_end = cancels;
  found.cancel_at = cancels ? itemOf(found).current_period_end : null;
  found.canceled_at = cancels ? now : null;
}

export function cancelSubscription({ state, id }: Call) {
  const found = notCanceled(state, id);
  endSubscription(state, found, nowOf(state, found.customer));
  return found;
}

export function addSchedule({ state, form }: Call) {
  const found = notCanceled(state, textOf(form.from_subscription));
  if (found.schedule)
    throw refuse(400, "", "You cannot migrate a subscription that is already attached to a schedule.");
  const { price, current_period_start, current_period_end } = itemOf(found);
  const phase: Phase = {
    ...{ start_date: current_period_start, end_date: current_period_end, metadata: {} },
    ...{ items: [{ price: price.id, quantity: 1 }], proration_behavior: "create_prorations" },
  };
  const id = newId("sub_sched");
  const made: Schedule = {
    ...{ id, object: "subscription_schedule", created: nowOf(state, found.customer), livemode: false },
    ...{ metadata: {}, customer: found.customer, subscription: found.id, released_subscription: null },
    ...{ status: "active", end_behavior: "release", phases: [phase] },
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
  };
  state.schedules[id] = made;
  found.schedule = id;
  addEvent(state, "subscription_schedule.created", made, made.customer, made.created);
  return made;
}

export const schedule = ({ state, id }: Call) => find(state.schedules, id, "subscription schedule");

const active = (state: State, id: string): Schedule => {
  const found = find(state.schedules, id, "subscription schedule");
  if (found.status !== "active")
    throw refuse(
      400,
      "",
      `You cannot update a subscription schedule that is currently in the \`${found.status}\` status.`,
    );
  return found;
};

/** When a phase ends: told, by its duration, or with one period of what it bills. */
function endOf(state: State, form: Form, start: number): number {
  if (form.end_date) return Number(form.end_date);
  const price = find(state.prices, textOf(formsOf(form.items)[0]?.price), "price");
  const { interval } = formOf(form.duration);
  if (!interval)
    throw refuse(400, "parameter_missing", "Each phase needs either an end date or a duration.", "phases");
  const every = textOf(interval) === "year" ? "year" : "month";
  return periodAfter(start, { ...price, recurring: { interval: every, interval_count: 1 } });
}

export function changeSchedule({ state, form, id }: Call) {
  const found = active(state, id);
  const given = formsOf(form.phases);
  if (given.length) {
    let start = Number(given[0]?.start_date ?? found.current_phase?.start_date);
    if (start !== found.current_phase?.start_date)
      throw refuse(
        400,
        "",
        "You can not modify the start date of the current phase.",
        "phases[0][start_date]",
      );
    found.phases = given.map((phase) => {
      const end = endOf(state, phase, start);
      const price = find(state.prices, textOf(formsOf(phase.items)[0]?.price), "price");
      const made: Phase = {
        ...{ start_date: start, end_date: end, items: [{ price: price.id, quantity: 1 }] },
        metadata: formOf(phase.metadata) as Record<string, string>,
        proration_behavior: textOf(phase.proration_behavior) || "create_prorations",
      };
      start = end;
      return made;
    });
    const [first] = found.phases;
    found.current_phase = first ? { start_date: first.start_date, end_date: first.end_date } : null;
  }
  const now = nowOf(state, found.customer);
  addEvent(state, "subscription_schedule.updated", found, found.customer, now);
  return found;
}

export function releaseSchedule({ state, id }: Call) {
  const found = active(state, id);
  release(state, found, nowOf(state, found.customer));
  return found;
}
