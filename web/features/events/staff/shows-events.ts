import type { Target } from "#web/lib/cache.ts";

export const SHOWS_EVENTS: readonly Target[] = [
  "/api/events/**",
  "/api/staff/events",
  "/api/staff/challenges",
  "/api/levels/**",
  "/api/home",
  "/api/users/**",
];
