import type { Target } from "#web/lib/cache.ts";

/** Everything that shows a level that was created or published. */
export const CHANGED_BY_BUILDING: readonly Target[] = [
  "/api/levels/**",
  "/api/user/**",
  "/api/users/**",
  "/api/home",
];
