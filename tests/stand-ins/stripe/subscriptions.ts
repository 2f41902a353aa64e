import { endSchedule, endSubscription, itemOf, periodAfter } from "./catch-up.ts";
import { formOf, formsOf, type StripeCall, type StripeForm, stripeListPage, textOf } from "./form.ts";
import {
  badRequest,
  customerNow,
  findObject,
  newPhase,
  newSchedule,
  newStripeId,
  periodOf,
  type StripeState,
  type StripeSubscription,
  type SubscriptionSchedule,
  stripeError,
} from "./state.ts";
import { addEvent } from "./webhooks.ts";

/** Expands the schedule's id to the schedule, if requested. */
function expanded(state: StripeState, one: StripeSubscription, expand: StripeForm[string]) {
  const isExpanded =
    Array.isArray(expand) && expand.some((name) => name === "schedule" || name === "data.schedule");
  return isExpanded && one.schedule ? { ...one, schedule: state.schedules[one.schedule] ?? null } : one;
}

export function listSubscriptions({ state, form }: StripeCall) {
  const found = Object.values(state.subscriptions).filter(
    ({ customer, status }) =>
      (!form.customer || customer === form.customer) &&
      (form.status === "all" || (form.status ? status === form.status : status !== "canceled")),
  );
  const list = stripeListPage(found, form, "/v1/subscriptions");
  return { ...list, data: list.data.map((one) => expanded(state, one, form.expand)) };
}

export const getSubscription = ({ state, form, id }: StripeCall) =>
  expanded(state, findObject(state.subscriptions, id, "subscription"), form.expand);

const notCanceled = (state: StripeState, id: string): StripeSubscription => {
  const found = findObject(state.subscriptions, id, "subscription");
  if (found.status === "canceled")
    throw stripeError(
      400,
      "resource_missing",
      "A canceled subscription can only update its cancellation_details.",
    );
  return found;
};

export function updateStripeSubscription({ state, form, id }: StripeCall) {
  const found = notCanceled(state, id);
  if (found.schedule && (form.cancel_at_period_end === "true" || form.cancel_at))
    throw badRequest(
      "The subscription is managed by the subscription schedule, and updating any cancelation behavior directly is not allowed.",
    );
  const now = customerNow(state, found.customer);
  if (form.cancel_at_period_end !== undefined)
    setCancelAtPeriodEnd(found, form.cancel_at_period_end === "true", now);
  if (form.cancel_at === "") setCancelAtPeriodEnd(found, false, now);
  // Stripe keeps keys that aren't sent, and removes keys with empty values.
  const metadata = { ...found.metadata, ...(formOf(form.metadata) as Record<string, string>) };
  found.metadata = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== ""));
  addEvent(state, "customer.subscription.updated", found, found.customer, now);
  return expanded(state, found, form.expand);
}

/** Cancels a subscription at the end of its period, or resumes it. */
export function setCancelAtPeriodEnd(found: StripeSubscription, shouldCancel: boolean, now: number): void {
  found.cancel_at_period_end = shouldCancel;
  found.cancel_at = shouldCancel ? itemOf(found).current_period_end : null;
  found.canceled_at = shouldCancel ? now : null;
}

export function cancelStripeSubscription({ state, id }: StripeCall) {
  const found = notCanceled(state, id);
  endSubscription(state, found, customerNow(state, found.customer));
  return found;
}

export function addSchedule({ state, form }: StripeCall) {
  const found = notCanceled(state, textOf(form.from_subscription));
  if (found.schedule)
    throw badRequest("You cannot migrate a subscription that is already attached to a schedule.");
  const { price, current_period_start, current_period_end } = itemOf(found);
  const phase = newPhase(current_period_start, current_period_end, price.id, {}, "");
  const id = newStripeId("sub_sched");
  const created = newSchedule(id, found, phase, customerNow(state, found.customer));
  state.schedules[id] = created;
  found.schedule = id;
  addEvent(state, "subscription_schedule.created", created, created.customer, created.created);
  return created;
}

export const getSchedule = ({ state, id }: StripeCall) =>
  findObject(state.schedules, id, "subscription schedule");

const activeSchedule = (state: StripeState, id: string): SubscriptionSchedule => {
  const found = findObject(state.schedules, id, "subscription schedule");
  if (found.status !== "active")
    throw badRequest(
      `You cannot update a subscription schedule that is currently in the \`${found.status}\` status.`,
    );
  return found;
};

/** Returns a phase's end: its end date, or its start plus the duration. */
function phaseEnd(state: StripeState, form: StripeForm, start: number): number {
  if (form.end_date) return Number(form.end_date);
  const price = findObject(state.prices, textOf(formsOf(form.items)[0]?.price), "price");
  const { interval } = formOf(form.duration);
  if (!interval)
    throw stripeError(
      400,
      "parameter_missing",
      "Each phase needs either an end date or a duration.",
      "phases",
    );
  const every = textOf(interval) === "year" ? "year" : "month";
  return periodAfter(start, { ...price, recurring: { interval: every, interval_count: 1 } });
}

export function updateSchedule({ state, form, id }: StripeCall) {
  const found = activeSchedule(state, id);
  const phases = formsOf(form.phases);
  if (phases.length) {
    let start = Number(phases[0]?.start_date ?? found.current_phase?.start_date);
    if (start !== found.current_phase?.start_date)
      throw badRequest("You can not modify the start date of the current phase.", "phases[0][start_date]");
    found.phases = phases.map((phase) => {
      const end = phaseEnd(state, phase, start);
      const price = findObject(state.prices, textOf(formsOf(phase.items)[0]?.price), "price");
      const metadata = formOf(phase.metadata) as Record<string, string>;
      const created = newPhase(start, end, price.id, metadata, textOf(phase.proration_behavior));
      start = end;
      return created;
    });
    const [first] = found.phases;
    found.current_phase = first ? periodOf(first) : null;
  }
  const now = customerNow(state, found.customer);
  addEvent(state, "subscription_schedule.updated", found, found.customer, now);
  return found;
}

export function releaseSchedule({ state, id }: StripeCall) {
  const found = activeSchedule(state, id);
  endSchedule(state, found, customerNow(state, found.customer));
  return found;
}
