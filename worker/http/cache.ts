interface Kept {
  /** Text when it was made, bytes once it was asked for again: most answers never are. */
  body: string | Uint8Array;
  until: number;
}

/**
 * Answers to visitors that this process keeps for seconds, by address. A write in this process drops them all, so
 * whoever made a change sees it; other processes follow within the route's seconds.
 */
const kept = new Map<string, Kept>();
const MOST = 500;
const MOST_VALUES = 10_000;

const utf8 = new TextEncoder();

export function cacheSet(address: string, body: string, seconds: number, now: number): void {
  // Oldest first, which is the order a Map keeps.
  if (kept.size >= MOST) for (const key of [...kept.keys()].slice(0, MOST / 2)) kept.delete(key);
  kept.set(address, { body, until: now + seconds * 1000 });
}

/** The kept answer's bytes, ready to be sent. */
export function cacheGet(address: string, now: number): Uint8Array | undefined {
  const found = kept.get(address);
  if (!found || found.until <= now) return undefined;
  if (typeof found.body === "string") found.body = utf8.encode(found.body);
  return found.body;
}

const caches: { clear(): void }[] = [];

export function cacheClear(): void {
  kept.clear();
  for (const cache of caches) cache.clear();
}

/** Values that this process keeps for seconds, whoever asks. A write in this process drops them, too. */
export class ShortCache<Key, Value> {
  readonly #values = new Map<Key, { value: Value; until: number }>();

  constructor() {
    caches.push(this.#values);
  }

  set(key: Key, value: Value, seconds: number, now: number): void {
    if (this.#values.size >= MOST_VALUES) this.#values.clear();
    this.#values.set(key, { value, until: now + seconds * 1000 });
  }

  get(key: Key, now: number): Value | undefined {
    const found = this.#values.get(key);
    return found && found.until > now ? found.value : undefined;
  }
}
