import type { Plan, Subscription } from "#domain/gold/api.ts";

/** Whether the subscription is paid for or will be. It can then be changed or canceled, and no other can be bought. */
export const isSubscriptionRunning = ({ status }: Subscription): boolean =>
  status !== "Ended" && status !== "Incomplete";

export const nextPlan = ({ plan, phases }: Subscription): Plan["id"] => phases.at(-1)?.plan.id ?? plan.id;
