import { DurableObject } from "cloudflare:workers";
import type { Sequences } from "#db/sequences.ts";

/** Tables whose ids name Durable Objects. */
export type NamingTable = "users" | "hosts";

/**
 * Hands out the ids that name Durable Objects and remembers how far D1's other ids had come. Rewinding D1 does not reach
 * this object, so no id it knows of is used twice.
 */
export class Ids extends DurableObject {
  /** Returns the next id of a table: above `last`, the newest in D1, and above every id handed out before. */
  next(table: NamingTable, last: number): number {
    const { kv } = this.ctx.storage;
    const handedOut = kv.get<number>(table) ?? 0;
    const id = Math.max(handedOut, last, this.sequences()[table] ?? 0) + 1;
    kv.put(table, id);
    return id;
  }

  /** Returns the highest value recorded of each sequence in D1. */
  sequences(): Sequences {
    return this.ctx.storage.kv.get<Sequences>("sequences") ?? {};
  }

  record(current: Sequences): void {
    const before = this.sequences();
    const highest = Object.entries(current).map(([table, id]) => [table, Math.max(id, before[table] ?? 0)]);
    this.ctx.storage.kv.put("sequences", { ...before, ...Object.fromEntries(highest) });
  }
}
