import type { Plan, Subscription } from "#domain/billing/api.ts";

/** Whether it is paid for, or will be: it can be canceled or changed, and there is nothing to buy beside it. */
export const isRunning = ({ status }: Subscription): boolean => status !== "Ended" && status !== "Incomplete";

/** The plan that is billed next as things stand. */
export const nextPlan = ({ plan, phases }: Subscription): Plan["id"] => phases.at(-1)?.plan.id ?? plan.id;
