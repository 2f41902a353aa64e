import * as z from "zod/mini";
import { route } from "../api/route.ts";

/** `degraded` works with a fault, `down` doesn't work. */
export const HEALTH_STATES = ["ok", "degraded", "down"] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export const healthCheck = z.object({
  name: z.string(),
  status: z.enum(HEALTH_STATES),
  /** How long the check took, in milliseconds. */
  ms: z.number(),
  detail: z.string(),
});
export type HealthCheckResult = z.infer<typeof healthCheck>;

export const healthReport = z.object({
  status: z.enum(HEALTH_STATES),
  version: z.string(),
  /** The git commit of the build; null if it was built outside of a repository. */
  commit: z.nullable(z.string()),
  /** The id of the version on Cloudflare; null elsewhere. */
  deployment: z.nullable(z.string()),
  checks: z.array(healthCheck),
});
export type HealthReport = z.infer<typeof healthReport>;

/** The status is 503 if a check is down. */
export const healthRoute = route("GET", "/health", {
  summary: "Whether the site works, and what doesn't. 503 if it's down.",
  access: "public",
  output: healthReport,
});
