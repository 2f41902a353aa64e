interface CachedBody {
  /** Text until the first cache hit, bytes from then on: most responses are never requested again. */
  body: string | Uint8Array;
  until: number;
}

/**
 * This process's cache of responses to visitors, by URL, for a few seconds each. A write in this process
 * clears it, so users see their own changes at once; other processes follow when the entries expire.
 */
const responses = new Map<string, CachedBody>();
const MAX_RESPONSES = 500;
const MAX_VALUES = 10_000;

const utf8 = new TextEncoder();

export function cacheSet(url: string, body: string, seconds: number, now: number): void {
  // A Map iterates oldest first.
  if (responses.size >= MAX_RESPONSES)
    for (const key of [...responses.keys()].slice(0, MAX_RESPONSES / 2)) responses.delete(key);
  responses.set(url, { body, until: now + seconds * 1000 });
}

/** Returns the cached response as bytes, ready to send. */
export function cacheGet(url: string, now: number): Uint8Array | undefined {
  const found = responses.get(url);
  if (!found || found.until <= now) return undefined;
  if (typeof found.body === "string") found.body = utf8.encode(found.body);
  return found.body;
}

const caches: { clear(): void }[] = [];

export function cacheClear(): void {
  responses.clear();
  for (const cache of caches) cache.clear();
}

/**
 * Values that this process caches for a few seconds, for all users. A write in this process clears them too.
 */
export class ShortCache<Key, Value> {
  readonly #values = new Map<Key, { value: Value; until: number }>();

  constructor() {
    caches.push(this.#values);
  }

  set(key: Key, value: Value, seconds: number, now: number): void {
    if (this.#values.size >= MAX_VALUES) this.#values.clear();
    this.#values.set(key, { value, until: now + seconds * 1000 });
  }

  get(key: Key, now: number): Value | undefined {
    const found = this.#values.get(key);
    return found && found.until > now ? found.value : undefined;
  }
}
