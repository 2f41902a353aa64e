import type { Sequences } from "#db/sequences.ts";
import type { BackedUpObject } from "./backup-api.ts";

/** Tables whose ids name Durable Objects. */
export type NamingTable = "users" | "hosts";

/** Issues ids that are never reused. */
export interface IdsApi extends BackedUpObject, Rpc.DurableObjectBranded {
  /** Returns a table's next id: above `last`, the newest in D1, and above every id issued before. */
  next(table: NamingTable, last: number): number;
  /** Returns the highest recorded value of each sequence in D1. */
  sequences(): Sequences;
  record(current: Sequences): void;
}
