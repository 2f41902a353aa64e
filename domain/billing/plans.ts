/** The plans of Gold by how often they are paid: also the names (`gold_monthly`) under which Stripe knows their prices. */
export const PLAN_IDS = ["monthly", "yearly"] as const;
export type PlanId = (typeof PLAN_IDS)[number];
