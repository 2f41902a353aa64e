import { DurableObject } from "cloudflare:workers";

/**
 * Counts failed attempts on one thing (an account, an address) in its own object, so that every edge location sees the
 * same number. Used where guessing must be slow; floods are the business of the rate limit bindings.
 */
export class Throttle extends DurableObject {
  /** Seconds to wait before the next attempt, 0 when it may go ahead; an attempt that may is counted. */
  async attempt(limit: number, windowSeconds: number): Promise<number> {
    const now = Date.now();
    const { count, resetsAt } = await this.#state(now, windowSeconds);
    if (count >= limit) return Math.ceil((resetsAt - now) / 1000);
    this.ctx.storage.kv.put("attempts", { count: count + 1, resetsAt });
    await this.ctx.storage.setAlarm(resetsAt);
    return 0;
  }

  /** Counts one attempt less. */
  async forgive(): Promise<void> {
    const stored = this.ctx.storage.kv.get<{ count: number; resetsAt: number }>("attempts");
    if (stored) this.ctx.storage.kv.put("attempts", { ...stored, count: Math.max(0, stored.count - 1) });
  }

  /** Forgets the attempts: the right password was given. */
  async clear(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  async #state(now: number, windowSeconds: number): Promise<{ count: number; resetsAt: number }> {
    const stored = this.ctx.storage.kv.get<{ count: number; resetsAt: number }>("attempts");
    return stored && stored.resetsAt > now ? stored : { count: 0, resetsAt: now + windowSeconds * 1000 };
  }
}
