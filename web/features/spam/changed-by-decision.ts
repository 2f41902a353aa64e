import type { Target } from "#web/lib/cache.ts";

/** The queue of held posts, and the lists that show approved ones. */
export const CHANGED_BY_DECISION: readonly Target[] = [
  "/api/staff/held",
  "/api/staff/users/**",
  "/api/comments/**",
  "/api/forums/**",
];
