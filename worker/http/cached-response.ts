import { Meter } from "#db/database.ts";
import { diagnosticsOn } from "../env.ts";
import { writtenBookmarks } from "./bookmarks.ts";
import { cacheGet } from "./cache.ts";
import { dataHeaders } from "./headers.ts";
import { pathAndQuery } from "./path.ts";
import { CACHED_ROUTE, describeRequest, writeRequestPoint } from "./request-points.ts";
import { SESSION_COOKIE } from "./session.ts";

let headers: Headers | undefined;

/** Returns a cached response for a visitor, or undefined. Runs before any other work. */
export function cachedResponse(request: Request, env: Env): Response | undefined {
  if (request.method !== "GET") return undefined;
  if (request.headers.get("Cookie")?.includes(SESSION_COOKIE)) return undefined;
  const body = cacheGet(pathAndQuery(request.url), writtenBookmarks(request), Date.now());
  if (body === undefined) return undefined;
  // It takes no time worth measuring.
  writeRequestPoint(env, 200, () => {
    const meter = new Meter();
    meter.cacheHit = true;
    return describeRequest(request, CACHED_ROUTE, 0, meter);
  });
  headers ??= buildHeaders(env);
  headers.set("Date", new Date().toUTCString());
  return new Response(body, { headers });
}

function buildHeaders(env: Env): Headers {
  const made = dataHeaders(env);
  if (diagnosticsOn(env))
    made.set("Server-Timing", 'db;desc="rounds=0 rows_read=0 rows_written=0";dur=0, total;dur=0');
  return made;
}
