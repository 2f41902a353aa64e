import { DurableObject } from "cloudflare:workers";
import type { ThrottleApi } from "./throttle-api.ts";

/**
 * Counts failed attempts on one key (an account, an IP address) in its own object, so all edge locations
 * share the count. Limits guessing; the rate limit bindings handle floods.
 */
export class Throttle extends DurableObject implements ThrottleApi {
  async attempt(limit: number, windowSeconds: number, amount = 1): Promise<number> {
    const now = Date.now();
    const { count, resetsAt } = await this.#state(now, windowSeconds);
    if (count + amount > limit) return Math.ceil((resetsAt - now) / 1000);
    this.ctx.storage.kv.put("attempts", { count: count + amount, resetsAt });
    await this.ctx.storage.setAlarm(resetsAt);
    return 0;
  }

  async refund(): Promise<void> {
    const stored = this.ctx.storage.kv.get<{ count: number; resetsAt: number }>("attempts");
    if (stored) this.ctx.storage.kv.put("attempts", { ...stored, count: Math.max(0, stored.count - 1) });
  }

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
