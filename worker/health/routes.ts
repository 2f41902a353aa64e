import { ApiError } from "#domain/errors.ts";
import { healthRoute } from "#domain/health/api.ts";
import type { HonoApp } from "../http/handle.ts";
import { stripOutput } from "../http/handle.ts";
import { dataHeaders } from "../http/headers.ts";
import { NEAR_HEALTH_PATH } from "../http/near.ts";
import { healthReport } from "./run-checks.ts";

/** Serves `/health` without a session: it must respond when neither the database nor a secret is there. */
export function healthRoutes(app: HonoApp): void {
  // The second path is for the deployment next to the database, which gets no other GET.
  app.on("GET", [healthRoute.path, NEAR_HEALTH_PATH], async (c) => {
    if (c.req.path === NEAR_HEALTH_PATH && c.env.NEAR_OF === undefined) throw new ApiError("not_found");
    const report = await healthReport(c.env, Date.now());
    const body = JSON.stringify(stripOutput(healthRoute, report));
    return new Response(body, { status: report.status === "down" ? 503 : 200, headers: dataHeaders(c.env) });
  });
}
