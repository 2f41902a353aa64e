import type { BuildDocument } from "#domain/build/document.ts";
import type { PartId } from "#domain/build/ids.ts";
import { type FieldChanges, isPlaced, type PlacedPart, withFields } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { type Bounds, boundsOfPart, uniteBounds } from "./part-bounds.ts";

/** The parts of a level as they are shown: some are hidden or dragged, except in a run. */
export class ShownParts {
  hidden: ReadonlySet<PartId> = new Set();
  drag: ReadonlyMap<PartId, FieldChanges> = new Map();
  isRunning = false;
  readonly #document: BuildDocument;

  constructor(document: BuildDocument) {
    this.#document = document;
  }

  /** Null if it's hidden or nowhere. */
  get(id: PartId): PlacedPart | null {
    if (this.isRunning) return this.#placed(id);
    return this.hidden.has(id) ? null : this.#dragged(id);
  }

  /** A box around parts, hidden ones included. Null if none of them is anywhere. */
  boundsOf(ids: Iterable<PartId>): Bounds | null {
    let bounds: Bounds | null = null;
    for (const id of ids) {
      const part = this.#dragged(id);
      if (part) bounds = uniteBounds(bounds, boundsOfPart(part));
    }
    return bounds;
  }

  levelBounds(): Bounds {
    const spawn = boundsOfPart({ kind: "spawn", ...this.#document.spawn });
    const ids = [...this.#document.entries()].map(([id]) => id);
    return uniteBounds(this.boundsOf(ids), spawn);
  }

  /** The place of each block in the document. */
  blockOrder(): Map<PartId, number> {
    const order = new Map<PartId, number>();
    for (const [id, part] of this.#document.entries()) if (part.kind === "block") order.set(id, order.size);
    return order;
  }

  #dragged(id: PartId): PlacedPart | null {
    const part = this.#placed(id);
    const changes = this.drag.get(id);
    if (!part || !changes) return part;
    const { position } = changes;
    // Thousands of parts are dragged at a time, and most only move.
    if (position && Object.keys(changes).length === 1) return { ...part, position: position as Vec3 };
    return withFields(part, changes) as PlacedPart;
  }

  #placed(id: PartId): PlacedPart | null {
    const part = this.#document.get(id);
    return part && isPlaced(part) ? part : null;
  }
}
