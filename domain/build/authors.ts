import type { Change } from "./edit.ts";
import type { PartId } from "./ids.ts";

/** The number of the operation that gave a field its value. 0 for the document that the level began with. */
export type Author = number;

/** The authors of one part: of its existence and of its fields. Fields that aren't named have the author of the part. */
interface PartAuthors {
  made: Author;
  fields: Map<string, Author> | null;
}

/** A change and who the authors were before it and after it. */
export interface AuthoredChange {
  change: Change;
  /** Of a field, or of all fields of a part that was deleted. */
  before: Author | StoredAuthors | null;
  after: Author | StoredAuthors | null;
}

/** The authors of a part, for storage: who made it, and fields with other authors. */
export type StoredAuthors = [made: Author, ...fields: [string, Author][]];

/**
 * The authors of every value in a level that is being built. They decide what an undo takes back: only what no one has changed
 * since. Taking back restores the author too, so undoing step by step works.
 */
export class Authors {
  readonly #parts = new Map<PartId, PartAuthors>();

  constructor(stored: Iterable<readonly [PartId, StoredAuthors]> = []) {
    for (const [id, authors] of stored) this.#restore(id, authors);
  }

  /** The authors of a part, for storage; null for one that belongs to the first document and hasn't changed. */
  stored(id: PartId): StoredAuthors | null {
    return this.#parts.has(id) ? this.#allOf(id) : null;
  }

  /** Records that an operation made changes. */
  record(changes: readonly Change[], author: Author): AuthoredChange[] {
    return changes.map((change) => {
      const before = this.#authorOf(change);
      const after = change.field === null && change.after === null ? null : author;
      this.#assign(change, after);
      return { change, before: change.field === null && change.before === null ? null : before, after };
    });
  }

  /** Records that changes were taken back: their fields have the authors of before. Returns that as changes of its own. */
  recordRevert(reverted: readonly AuthoredChange[], changes: readonly Change[]): AuthoredChange[] {
    const byKey = new Map(reverted.map((one) => [keyOf(one.change), one]));
    return changes.map((change) => {
      const before = this.#authorOf(change);
      const after = byKey.get(keyOf(change))?.before ?? null;
      this.#assign(change, after);
      return { change, before: change.field === null && change.before === null ? null : before, after };
    });
  }

  /** Whether no one has changed the result of a change since. `exists` says whether the part does now. */
  isUnchanged({ change, after }: AuthoredChange, exists: (id: PartId) => boolean): boolean {
    const { id, field } = change;
    if (field === null && change.after === null) return !exists(id);
    if (!exists(id)) return false;
    const current = this.#authorOf(change);
    return JSON.stringify(current) === JSON.stringify(field === null ? normalize(after) : after);
  }

  /** The newest author of what a change is about. */
  authorOf(change: Change): Author {
    const author = this.#authorOf(change);
    if (typeof author === "number") return author;
    const [made, ...fields] = author;
    return Math.max(made, ...fields.map(([, one]) => one));
  }

  #authorOf({ id, field }: Change): Author | StoredAuthors {
    if (field === null) return this.#allOf(id);
    const known = this.#parts.get(id);
    return known ? (known.fields?.get(field) ?? known.made) : 0;
  }

  /** In a fixed order, so they can be compared. */
  #allOf(id: PartId): StoredAuthors {
    const known = this.#parts.get(id);
    if (!known) return [0];
    return [known.made, ...[...(known.fields ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))];
  }

  #assign({ id, field }: Change, author: Author | StoredAuthors | null): void {
    if (field === null) {
      if (author === null) this.#parts.delete(id);
      else this.#restore(id, normalize(author) as StoredAuthors);
      return;
    }
    const known = this.#parts.get(id) ?? { made: 0, fields: null };
    known.fields ??= new Map();
    if (author === known.made) known.fields.delete(field);
    else known.fields.set(field, author as Author);
    if (known.fields.size === 0) known.fields = null;
    if (known.made === 0 && !known.fields) this.#parts.delete(id);
    else this.#parts.set(id, known);
  }

  #restore(id: PartId, [made, ...fields]: StoredAuthors): void {
    if (made === 0 && fields.length === 0) this.#parts.delete(id);
    else this.#parts.set(id, { made, fields: fields.length > 0 ? new Map(fields) : null });
  }
}

const keyOf = ({ id, field }: Change): string => `${id} ${field ?? ""}`;
const normalize = (author: Author | StoredAuthors | null) => (typeof author === "number" ? [author] : author);
