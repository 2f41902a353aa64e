import { DurableObject } from "cloudflare:workers";
import type { ThrottleApi } from "./throttle-api.ts";

interface Count {
  count: number;
  resetsAt: number;
}

/** The entry of an object's own key. */
const OWN = "attempts";
/** Entries that are looked at before others may call the object. */
const PAGE = 1_000;

/** Counts failed attempts on a key for all locations, against guessing. Made-up keys share objects. */
export class Throttle extends DurableObject implements ThrottleApi {
  async attempt(limit: number, windowSeconds: number, amount = 1, entry = OWN): Promise<number> {
    const { kv } = this.ctx.storage;
    const now = Date.now();
    const stored = kv.get<Count>(entry);
    const { count, resetsAt } =
      stored && stored.resetsAt > now ? stored : { count: 0, resetsAt: now + windowSeconds * 1000 };
    if (count + amount > limit) return Math.ceil((resetsAt - now) / 1000);
    kv.put(entry, { count: count + amount, resetsAt });
    const alarm = await this.ctx.storage.getAlarm();
    if (alarm === null || alarm > resetsAt) await this.ctx.storage.setAlarm(resetsAt);
    return 0;
  }

  async refund(): Promise<void> {
    const stored = this.ctx.storage.kv.get<Count>(OWN);
    if (stored) this.ctx.storage.kv.put(OWN, { ...stored, count: Math.max(0, stored.count - 1) });
  }

  async clear(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** Deletes what has ended. An object without counts leaves nothing behind. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    let next = Number.POSITIVE_INFINITY;
    let last: string | undefined;
    for (;;) {
      const page = [...this.ctx.storage.kv.list<Count>({ ...(last && { startAfter: last }), limit: PAGE })];
      for (const [entry, { resetsAt }] of page) {
        if (resetsAt <= now) this.ctx.storage.kv.delete(entry);
        else next = Math.min(next, resetsAt);
      }
      if (page.length < PAGE) break;
      last = page.at(-1)?.[0];
    }
    if (next === Number.POSITIVE_INFINITY) await this.clear();
    else await this.ctx.storage.setAlarm(next);
  }
}
