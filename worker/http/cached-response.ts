import { diagnosticsOn, type Env } from "../env.ts";
import { SITE_VERSION } from "./build-info.ts";
import { cacheGet } from "./cache.ts";
import { dataHeaders } from "./headers.ts";
import { pathAndQuery } from "./path.ts";
import { CACHED_ROUTE, writeRequestPoint } from "./request-points.ts";
import { SESSION_COOKIE } from "./session.ts";

let headers: Headers | undefined;

/** Returns a cached response for a visitor, or undefined. Runs before any other work. */
export function cachedResponse(request: Request, env: Env): Response | undefined {
  if (request.method !== "GET") return undefined;
  if (request.headers.get("Cookie")?.includes(SESSION_COOKIE)) return undefined;
  const body = cacheGet(pathAndQuery(request.url), Date.now());
  if (body === undefined) return undefined;
  writeRequestPoint(env, 200, () => cachedPoint(request));
  headers ??= buildHeaders(env);
  return new Response(body, { headers });
}

/** A cached response takes no time worth measuring. */
function cachedPoint({ cf }: Request) {
  const { colo = "", country = "" } = (cf ?? {}) as { colo?: string; country?: string };
  const none = { ms: 0, d1_ms: 0, d1_rounds: 0, d1_rows_read: 0, d1_rows_written: 0, d1_retries: 0 };
  const place = { colo, country, version: SITE_VERSION, object_calls: 0, object_ms: 0 };
  return { method: "GET", route: CACHED_ROUTE, cache: "hit", ...none, ...place };
}

function buildHeaders(env: Env): Headers {
  const made = dataHeaders(env);
  if (diagnosticsOn(env))
    made.set("Server-Timing", 'db;desc="rounds=0 rows_read=0 rows_written=0";dur=0, total;dur=0');
  return made;
}
