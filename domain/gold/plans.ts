/** Gold's plans by billing period. Stripe's price lookup keys contain them (`gold_monthly`). */
export const PLAN_IDS = ["monthly", "yearly"] as const;
export type PlanId = (typeof PLAN_IDS)[number];
