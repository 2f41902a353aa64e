import type { Context } from "hono";
import { ApiError } from "#domain/errors.ts";
import { SITE_VERSION } from "./build-info.ts";
import { errorLog } from "./error-log.ts";
import type { AppEnv } from "./handle.ts";
import { requestCounts } from "./recent-counts.ts";
import { describeRequest, placeOf, writeRequestPoint } from "./request-points.ts";

/** Logs a failure that the caller survives, for `/staff/system` too. `about` holds the ids concerned. */
export function logError(event: string, about: object, error: unknown): void {
  console.error(JSON.stringify({ level: "error", event, ...about, error: String(error) }));
  const { stack } = error instanceof Error ? error : {};
  errorLog.add({
    kind: "background",
    message: String(error),
    source: event,
    version: SITE_VERSION,
    ...(stack && { stack }),
  });
}

/** Adds a response of 500 or above to the errors that `/staff/system` shows, except those of read-only mode. */
export function addServerError(c: Context<AppEnv>): void {
  const { error, req, res } = c;
  if (error instanceof ApiError && error.code === "read_only") return;
  errorLog.add({
    kind: "server",
    message: error ? String(error) : `Status ${res.status}`,
    source: `${req.method} ${req.routePath}`,
    version: SITE_VERSION,
    requestId: c.get("requestId"),
    ...(error?.stack && { stack: error.stack }),
  });
}

/** Logs one JSON line per successful scheduled job. */
export function logJob(env: Env, job: string, ms: number): void {
  if (env.LOG !== "errors") console.log(JSON.stringify({ level: "info", event: "job done", job, ms }));
}

/** Logs a JSON line per request by X-Request-Id, without IP addresses or query strings. */
export function logRequest(c: Context<AppEnv>, milliseconds: number): void {
  const { status } = c.res;
  requestCounts.add(status >= 500, Date.now());
  writeRequestPoint(c.env, status, () =>
    describeRequest(c.req.raw, c.req.routePath, milliseconds, c.get("meter")),
  );
  if (c.env.LOG === "errors" && status < 500) return;
  const {
    roundTrips: rounds,
    rowsRead,
    rowsWritten,
    waitedMs,
    retries,
    objectCalls,
    objectMs,
    cacheHit,
  } = c.get("meter");
  const place = placeOf(c.req.raw);
  console.log(
    JSON.stringify({
      level: status >= 500 ? "error" : "info",
      request: c.get("requestId"),
      method: c.req.method,
      path: c.req.path,
      status,
      ms: Math.round(milliseconds * 10) / 10,
      user: c.get("userId"),
      rounds,
      rows_read: rowsRead,
      rows_written: rowsWritten,
      d1_ms: Math.round(waitedMs * 10) / 10,
      ...(retries > 0 && { d1_retries: retries }),
      object_calls: objectCalls,
      object_ms: Math.round(objectMs * 10) / 10,
      cache_hit: cacheHit,
      colo: place?.colo ?? null,
      country: place?.country ?? null,
    }),
  );
}
