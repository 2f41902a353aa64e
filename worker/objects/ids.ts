import { DurableObject } from "cloudflare:workers";
import type { Sequences } from "#db/sequences.ts";
import { type ExportCursor, exportState, importState, type StatePart } from "../backup/export-state.ts";
import type { IdsApi, NamingTable } from "./ids-api.ts";

/** Issues ids that name objects and records D1's other sequences, so a rewound D1 reuses none. */
export class Ids extends DurableObject implements IdsApi {
  next(table: NamingTable, last: number): number {
    const { kv } = this.ctx.storage;
    const issued = kv.get<number>(table) ?? 0;
    const id = Math.max(issued, last, this.sequences()[table] ?? 0) + 1;
    kv.put(table, id);
    return id;
  }

  sequences(): Sequences {
    return this.ctx.storage.kv.get<Sequences>("sequences") ?? {};
  }

  record(current: Sequences): void {
    const before = this.sequences();
    const highest = Object.entries(current).map(([table, id]) => [table, Math.max(id, before[table] ?? 0)]);
    this.ctx.storage.kv.put("sequences", { ...before, ...Object.fromEntries(highest) });
  }

  exportState(cursor: ExportCursor | null): Promise<StatePart> {
    return exportState(this.ctx.storage, { object: "ids", name: String(this.ctx.id.name) }, cursor);
  }

  async importState(text: string): Promise<void> {
    await importState(this.ctx.storage, text);
  }
}
