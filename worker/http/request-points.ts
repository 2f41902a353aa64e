import type { Meter } from "#db/database.ts";
import { SITE_VERSION } from "./build-info.ts";

/** The texts of a data point, in this order: `blob1`, `blob2` … */
export const POINT_BLOBS = ["method", "route", "status", "colo", "country", "version", "cache"] as const;

/** The numbers of a data point, in this order: `double1`, `double2` … All times are in milliseconds. */
export const POINT_DOUBLES = [
  "weight",
  "ms",
  "d1_ms",
  "d1_rounds",
  "d1_rows_read",
  "d1_rows_written",
  "d1_retries",
  "object_calls",
  "object_ms",
] as const;

/** Requests that a data point describes. `weight` is how many it stands for. */
export type RequestPoint = Record<(typeof POINT_BLOBS)[number], string> &
  Record<(typeof POINT_DOUBLES)[number], number>;

/** Cloudflare's limit for an index, in bytes. Routes are ASCII. */
const MAX_INDEX = 96;
const FIRST_FAILURE = 500;

/** The route of responses that a process had cached, whatever their path. */
export const CACHED_ROUTE = "cached";

type Description = Omit<RequestPoint, "weight" | "status">;

/** The location of Cloudflare that a request came to, and its country; empty elsewhere. */
export function placeOf({ cf }: Request): { colo?: string; country?: string } {
  return (cf ?? {}) as { colo?: string; country?: string };
}

/** Describes a request that took `ms` milliseconds. */
export function describeRequest(request: Request, route: string, ms: number, meter: Meter): Description {
  const { colo = "", country = "" } = placeOf(request);
  return {
    method: request.method,
    route,
    colo,
    country,
    version: SITE_VERSION,
    cache: meter.cacheHit ? "hit" : "miss",
    ms,
    d1_ms: meter.waitedMs,
    d1_rounds: meter.roundTrips,
    d1_rows_read: meter.rowsRead,
    d1_rows_written: meter.rowsWritten,
    d1_retries: meter.retries,
    object_calls: meter.objectCalls,
    object_ms: meter.objectMs,
  };
}

/** The share of requests that write a data point, from 0 to 1. */
function shareOf({ ANALYTICS_SHARE }: Env): number {
  const share = Number(ANALYTICS_SHARE ?? 1);
  return share >= 0 && share <= 1 ? share : 1;
}

/** Writes a data point about a sampled or failed request. `route` is the declared path, so there are few. */
export function writeRequestPoint(
  env: Env,
  status: number,
  describePoint: () => Description,
  random = Math.random,
): void {
  if (!env.ANALYTICS) return;
  const share = status >= FIRST_FAILURE ? 1 : shareOf(env);
  // random() is less than 1, so a share of 1 takes all and 0 none.
  if (random() >= share) return;
  const point: RequestPoint = { ...describePoint(), status: String(status), weight: 1 / share };
  env.ANALYTICS.writeDataPoint({
    indexes: [point.route.slice(0, MAX_INDEX)],
    blobs: POINT_BLOBS.map((name) => point[name]),
    doubles: POINT_DOUBLES.map((name) => point[name]),
  });
}
