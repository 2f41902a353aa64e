import { evictDurableObject } from "cloudflare:test";

/** Evicts an object from memory. On a busy machine, it may have gone to sleep by itself just before. */
export async function evict(...args: Parameters<typeof evictDurableObject>): Promise<void> {
  try {
    await evictDurableObject(...args);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("not currently running"))) throw error;
  }
}
