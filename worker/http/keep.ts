interface Kept {
  body: Uint8Array;
  until: number;
}

/**
 * Answers to visitors that this process keeps for seconds, by address. A write in this process drops them all, so
 * whoever made a change sees it; other processes follow within the route's seconds.
 */
const kept = new Map<string, Kept>();
const MOST = 500;

const utf8 = new TextEncoder();

/** JSON as it goes over the wire: written once, for the answer and for the next visitors'. */
export const jsonBytes = (value: unknown): Uint8Array => utf8.encode(JSON.stringify(value));

export function keep(address: string, body: Uint8Array, seconds: number, now: number): void {
  // Oldest first, which is the order a Map keeps.
  if (kept.size >= MOST) for (const key of [...kept.keys()].slice(0, MOST / 2)) kept.delete(key);
  kept.set(address, { body, until: now + seconds * 1000 });
}

/** The kept answer's bytes, ready to be sent. */
export function recall(address: string, now: number): Uint8Array | undefined {
  const found = kept.get(address);
  return found && found.until > now ? found.body : undefined;
}

export function forgetKept(): void {
  kept.clear();
}
