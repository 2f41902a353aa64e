import { diagnosticsOn, type Env } from "../env.ts";
import { cacheGet } from "./cache.ts";
import { dataHeaders } from "./headers.ts";
import { pathAndQuery } from "./path.ts";
import { SESSION_COOKIE } from "./session.ts";

let headers: Headers | undefined;

/** A visitor's answer from this process's memory, before anything else is looked at; undefined when there is none. */
export function respondFromCache(request: Request, env: Env): Response | undefined {
  if (request.method !== "GET") return undefined;
  if (request.headers.get("Cookie")?.includes(SESSION_COOKIE)) return undefined;
  const body = cacheGet(pathAndQuery(request.url), Date.now());
  if (body === undefined) return undefined;
  headers ??= keptHeaders(env);
  return new Response(body, { headers });
}

function keptHeaders(env: Env): Headers {
  const made = dataHeaders(env);
  if (diagnosticsOn(env))
    made.set("Server-Timing", 'db;desc="rounds=0 rows_read=0 rows_written=0";dur=0, total;dur=0');
  return made;
}
