import { newestSeen } from "#db/database.ts";
import { BOOKMARK_HEADER } from "#domain/api/bookmark-header.ts";
import {
  type Bookmarks,
  formatBookmarks,
  isAtLeast,
  mergeBookmarks,
  parseBookmarks,
} from "#domain/api/bookmarks.ts";
import { SITE_VERSION } from "./build-info.ts";
import { locationCache } from "./location-cache.ts";

interface CachedBody {
  /** Text until the first cache hit, bytes from then on: most responses are never requested again. */
  body: string | Uint8Array;
  until: number;
  /** The states of the databases that it was read from. */
  bookmarks: Bookmarks;
}

/** This process's responses for all visitors, for seconds. A write here clears it, others expire. */
const responses = new Map<string, CachedBody>();
const MAX_RESPONSES = 500;

const utf8 = new TextEncoder();

function setInProcess(url: string, entry: CachedBody): void {
  // A Map iterates oldest first.
  if (responses.size >= MAX_RESPONSES)
    for (const key of [...responses.keys()].slice(0, MAX_RESPONSES / 2)) responses.delete(key);
  responses.set(url, entry);
}

/** A response cached by this process, if it shows everything up to `wanted`. */
export function cacheGet(url: string, wanted: Bookmarks, now: number): Uint8Array | undefined {
  const found = responses.get(url);
  if (!found || found.until <= now || !isAtLeast(found.bookmarks, wanted)) return undefined;
  if (typeof found.body === "string") found.body = utf8.encode(found.body);
  return found.body;
}

/** The second level: the cache of the location, which its processes share. Another release has other responses. */
const locationKey = (url: string): string => `https://cache.invalid/${SITE_VERSION}${url}`;
const UNTIL_HEADER = "X-Until";
const STORED_HEADER = "X-Stored";
/** When this process last wrote something. */
let clearedAt = 0;

/** Returns a response that this process or another one of this location has cached. */
export async function locationCacheGet(
  url: string,
  wanted: Bookmarks,
  now: number,
): Promise<Uint8Array | undefined> {
  const own = cacheGet(url, wanted, now);
  if (own) return own;
  const found = await locationCache.match(locationKey(url));
  if (!found) return undefined;
  const until = Number(found.headers.get(UNTIL_HEADER));
  const isOld = Number(found.headers.get(STORED_HEADER)) <= clearedAt;
  const bookmarks = parseBookmarks(found.headers.get(BOOKMARK_HEADER));
  const body = new Uint8Array(await found.arrayBuffer());
  // Another process can have read it from a copy that doesn't have what this process has written.
  const isComplete = isAtLeast(bookmarks, mergeBookmarks(wanted, newestSeen()));
  if (isOld || !isComplete || until <= now) return undefined;
  setInProcess(url, { body, until, bookmarks });
  return body;
}

/** Caches a response here and for its location, unless this process wrote since `now`. For `waitUntil`. */
export async function cacheSet(
  url: string,
  body: string,
  { seconds, bookmarks, now }: { seconds: number; bookmarks: Bookmarks; now: number },
): Promise<void> {
  if (now <= clearedAt) return;
  const until = now + seconds * 1000;
  setInProcess(url, { body, until, bookmarks });
  const headers = {
    "Cache-Control": `max-age=${seconds}`,
    [UNTIL_HEADER]: String(until),
    [STORED_HEADER]: String(now),
    [BOOKMARK_HEADER]: formatBookmarks(bookmarks),
  };
  await locationCache.put(locationKey(url), new Response(body, { headers }));
}

export function cacheClear(): void {
  clearedAt = Date.now();
  responses.clear();
}
