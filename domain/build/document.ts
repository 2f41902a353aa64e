import { WORLD_LIMITS } from "../world/limits.ts";
import type { Vec3 } from "../world/schema.ts";
import type { Change, Edit } from "./edit.ts";
import { GOAL_ID, idRank, type PartId, SKY_ID, SPAWN_ID } from "./ids.ts";
import { BUILD_LIMITS } from "./limits.ts";
import {
  changedFields,
  type FieldChanges,
  fieldOf,
  type Part,
  type PartKind,
  tidyPart,
  withFields,
} from "./part.ts";

/** An edit that can't be made. The message is for the person who made it. */
export class EditError extends Error {}

export const PART_LIMITS: Record<PartKind, number> = {
  block: WORLD_LIMITS.blocks,
  star: WORLD_LIMITS.stars,
  checkpoint: WORLD_LIMITS.checkpoints,
  hazard: WORLD_LIMITS.hazards,
  group: BUILD_LIMITS.groups,
  spawn: 1,
  goal: 1,
  sky: 1,
};

const PLURALS: Record<PartKind, string> = {
  block: "blocks",
  star: "stars",
  checkpoint: "checkpoints",
  hazard: "hazards",
  group: "groups",
  spawn: "spawn",
  goal: "goal",
  sky: "sky",
};

/** Room for the brackets and names around the parts of a document. */
const FRAME_BYTES = 1_000;

/** A level being built. The same edits in the same order give the same document, also on missing parts. */
export class BuildDocument {
  readonly #parts = new Map<PartId, Part>();
  readonly #counts: Record<PartKind, number> = {
    block: 0,
    star: 0,
    checkpoint: 0,
    hazard: 0,
    group: 0,
    spawn: 0,
    goal: 0,
    sky: 0,
  };
  /** About as many bytes as the level's document. Never fewer. */
  #bytes = FRAME_BYTES;
  /** The ids in the document's order; null after one was added or deleted. */
  #order: PartId[] | null = null;

  constructor(parts: Iterable<readonly [PartId, Part]> = []) {
    this.load(parts);
  }

  load(parts: Iterable<readonly [PartId, Part]>): void {
    for (const id of [...this.#parts.keys()]) this.#remove(id);
    for (const [id, part] of parts) this.#put(id, part);
    if (!this.#parts.has(SPAWN_ID)) this.#put(SPAWN_ID, { kind: "spawn", position: [0, 0, 0] });
    if (!this.#parts.has(SKY_ID)) this.#put(SKY_ID, { kind: "sky" });
  }

  get(id: PartId): Part | undefined {
    return this.#parts.get(id);
  }

  get size(): number {
    return this.#parts.size;
  }

  count(kind: PartKind): number {
    return this.#counts[kind];
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** All parts, in the order of the document: by the page that made them, then in the order in which it did. */
  *entries(): Generator<[PartId, Part]> {
    this.#order ??= [...this.#parts.keys()]
      .map((id) => [id, idRank(id)] as const)
      .sort(([, a], [, b]) => a - b)
      .map(([id]) => id);
    for (const id of this.#order) yield [id, this.#parts.get(id) as Part];
  }

  get spawn(): { position: Vec3; yaw?: number } {
    return this.#parts.get(SPAWN_ID) as { position: Vec3; yaw?: number };
  }

  /** Throws an `EditError` if the edit would exceed a limit. Changes nothing. */
  checkLimits({ add = [], set = [], del = [] }: Edit): void {
    const counts = { ...this.#counts };
    const added = new Map(add);
    let bytes = this.#bytes;
    for (const [id, part] of added) {
      if (this.#parts.has(id)) continue;
      counts[part.kind]++;
      bytes += bytesOf(part);
    }
    for (const [id, changes] of set) {
      const part = this.#parts.get(id) ?? added.get(id);
      if (part) bytes += Math.max(0, bytesOf(withFields(part, changes)) - bytesOf(part));
    }
    for (const id of del) {
      const part = this.#parts.get(id);
      if (!part) continue;
      if (id === SPAWN_ID || id === SKY_ID) throw new EditError(`The ${part.kind} can't be deleted.`);
      counts[part.kind]--;
      bytes -= bytesOf(part);
    }
    for (const kind of Object.keys(counts) as PartKind[]) {
      if (counts[kind] > PART_LIMITS[kind] && counts[kind] > this.#counts[kind])
        throw new EditError(
          `A level can have at most ${PART_LIMITS[kind].toLocaleString("en")} ${PLURALS[kind]}.`,
        );
    }
    if (bytes > WORLD_LIMITS.bytes && bytes > this.#bytes)
      throw new EditError("The level is as large as a level can be. Delete something first.");
  }

  /** Makes an edit without checking limits, and returns what it changed. A part is either added, changed or deleted. */
  apply({ add = [], set = [], del = [] }: Edit): Change[] {
    const deleted = new Set(del.filter((id) => id !== SPAWN_ID && id !== SKY_ID));
    const added = new Map(add.filter(([id]) => !this.#parts.has(id) && !deleted.has(id)));
    const changes: Change[] = [];
    for (const [id, fields] of set) {
      const part = added.get(id);
      if (part) added.set(id, withFields(part, fields));
      else if (!deleted.has(id)) changes.push(...this.#setFields(id, fields));
    }
    for (const [id, part] of added) {
      const after = tidyPart(part);
      this.#put(id, after);
      changes.push({ id, field: null, before: null, after });
    }
    for (const id of deleted) {
      const part = this.#parts.get(id);
      if (!part) continue;
      this.#remove(id);
      changes.push({ id, field: null, before: part, after: null });
    }
    return changes;
  }

  #setFields(id: PartId, fields: FieldChanges): Change[] {
    const part = this.#parts.get(id);
    if (!part) return [];
    const changes = Object.entries(changedFields(part, fields)).map(
      ([field, after]): Change => ({ id, field, before: fieldOf(part, field) ?? null, after }),
    );
    if (changes.length > 0) this.#put(id, withFields(part, fields));
    return changes;
  }

  rollback(changes: readonly Change[]): void {
    for (const { id, field, before } of [...changes].reverse()) {
      if (field !== null) this.#put(id, withFields(this.#parts.get(id) as Part, { [field]: before }));
      else if (before === null) this.#remove(id);
      else this.#put(id, before as Part);
    }
  }

  #put(id: PartId, part: Part): void {
    const old = this.#parts.get(id);
    if (old) this.#bytes -= bytesOf(old);
    else {
      this.#counts[part.kind]++;
      this.#order = null;
    }
    this.#bytes += bytesOf(part);
    this.#parts.set(id, part);
  }

  #remove(id: PartId): void {
    const part = this.#parts.get(id);
    if (!part) return;
    this.#counts[part.kind]--;
    this.#bytes -= bytesOf(part);
    this.#order = null;
    this.#parts.delete(id);
  }

  get hasGoal(): boolean {
    return this.#parts.has(GOAL_ID);
  }
}

const BYTES = new WeakMap<Part, number>();

/** The length of a part as JSON, without a second look at the same part. */
function bytesOf(part: Part): number {
  const known = BYTES.get(part);
  if (known !== undefined) return known;
  const bytes = part.kind === "group" ? 0 : JSON.stringify(part).length + 1;
  BYTES.set(part, bytes);
  return bytes;
}
