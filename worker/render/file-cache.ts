/**
 * An LRU cache of decoded files. A worker has 128 MB; between jobs the renderer keeps at most this many bytes of decoded
 * files.
 */
const MAX_BYTES = 24 * 1024 * 1024;

interface CacheEntry {
  value: unknown;
  bytes: number;
}

const entries = new Map<string, CacheEntry>();
let total = 0;

/** Returns the cached value of a key, or creates and caches it. `size` returns its bytes. */
export async function withFileCache<T>(
  key: string,
  make: () => Promise<T>,
  size: (value: T) => number,
): Promise<T> {
  const found = entries.get(key);
  if (found) {
    // A map iterates in insertion order: move the last used entry to the end.
    entries.delete(key);
    entries.set(key, found);
    return found.value as T;
  }
  const value = await make();
  const bytes = size(value);
  entries.set(key, { value, bytes });
  total += bytes;
  for (const [oldest, { bytes: freed }] of entries) {
    if (total <= MAX_BYTES) break;
    entries.delete(oldest);
    total -= freed;
  }
  return value;
}
