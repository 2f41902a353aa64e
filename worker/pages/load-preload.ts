import type { Context } from "hono";
import type { Preload } from "#domain/api/page.ts";
import { buildUrl } from "#domain/api/route.ts";
import { ApiError } from "#domain/errors.ts";
import { writtenBookmarks } from "../http/bookmarks.ts";
import { cacheSet, locationCacheGet } from "../http/cache.ts";
import {
  type AppEnv,
  clientIp,
  clientNetwork,
  isCacheable,
  type RequestContext,
  respondWithin,
} from "../http/handle.ts";
import { ClaimsChanged, type SessionGate } from "../http/session-gate.ts";

export const isBannedError = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "banned";

/** Runs a reading endpoint within another request, and returns its response. */
export async function loadPreload(
  c: Context<AppEnv>,
  { route, params, input, withError }: Preload,
  gate: SessionGate,
  now: number,
): Promise<unknown> {
  const url = buildUrl(route, params, input);
  const isCached = isCacheable(route, gate.claims !== null);
  const cached = isCached ? await locationCacheGet(url, writtenBookmarks(c.req.raw), now) : undefined;
  if (cached !== undefined) return JSON.parse(new TextDecoder().decode(cached));
  const call = {
    gate,
    viewer: gate.viewer,
    env: c.env,
    request: new Request(new URL(url, c.req.url)),
    now,
    clientIp: clientIp(c.req.raw),
    clientNetwork: clientNetwork(c.req.raw),
    requestId: c.get("requestId"),
    defer: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
    header: () => undefined,
  } satisfies RequestContext;
  const response = await respondWithin(route, params, input, call).catch((error: unknown) => {
    if (!withError || !(error instanceof ApiError) || error instanceof ClaimsChanged || isBannedError(error))
      throw error;
    const { status, code, message } = error;
    return { refused: { status, code, message } };
  });
  if (isCached && route.cacheSeconds) {
    const { bookmarks } = c.get("meter");
    const options = { seconds: route.cacheSeconds, bookmarks, now };
    c.executionCtx.waitUntil(cacheSet(url, JSON.stringify(response), options));
  }
  return response;
}
