/**
 * Decoded files that were used lately, the least recently used thrown out first. A worker has 128 MB, of which the
 * renderer may keep this many in decoded form between jobs.
 */
const MOST_BYTES = 24 * 1024 * 1024;

interface Kept {
  value: unknown;
  bytes: number;
}

const kept = new Map<string, Kept>();
let total = 0;

/** The value under a key, or what `make` makes, which is then kept. `size` tells its bytes. */
export async function remember<T>(
  key: string,
  make: () => Promise<T>,
  size: (value: T) => number,
): Promise<T> {
  const found = kept.get(key);
  if (found) {
    // A map keeps the order in which its keys came: the last used goes to its end.
    kept.delete(key);
    kept.set(key, found);
    return found.value as T;
  }
  const value = await make();
  const bytes = size(value);
  kept.set(key, { value, bytes });
  total += bytes;
  for (const [oldest, { bytes: freed }] of kept) {
    if (total <= MOST_BYTES) break;
    kept.delete(oldest);
    total -= freed;
  }
  return value;
}
