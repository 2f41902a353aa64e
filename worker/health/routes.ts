import { healthRoute } from "#domain/health/api.ts";
import type { HonoApp } from "../http/handle.ts";
import { stripOutput } from "../http/handle.ts";
import { dataHeaders } from "../http/headers.ts";
import { healthReport } from "./run-checks.ts";

/** Serves `/health` without a session: it must respond when neither the database nor a secret is there. */
export function healthRoutes(app: HonoApp): void {
  app.get(healthRoute.path, async (c) => {
    const report = await healthReport(c.env, Date.now());
    const body = JSON.stringify(stripOutput(healthRoute, report));
    return new Response(body, { status: report.status === "down" ? 503 : 200, headers: dataHeaders(c.env) });
  });
}
