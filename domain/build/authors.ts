import type { Change } from "./edit.ts";
import type { PartId } from "./ids.ts";

/** The number of the operation that gave a field its value. 0 for the document that the level began with. */
export type Author = number;

/** The authors of one part: of its existence and of its fields. Fields that aren't named have the author of the part. */
interface PartAuthors {
  made: Author;
  fields: Map<string, Author> | null;
}

/** The authors of a state: of a field, of all fields of a part that exists, or of the deletion of one that doesn't (0: it never existed). */
type StateAuthors = Author | StoredAuthors;

/** A change and who the authors were before it and after it. */
export interface AuthoredChange {
  change: Change;
  /** Operations that were stored before deletions had authors have null for those. */
  before: StateAuthors | null;
  after: StateAuthors | null;
}

/** The authors of a part, for storage: who made it, and fields with other authors. */
export type StoredAuthors = [made: Author, ...fields: [string, Author][]];

/** The authors of every value. An undo takes back only what no one has changed since, authors included. */
export class Authors {
  readonly #parts = new Map<PartId, PartAuthors>();
  readonly #deletions: Map<PartId, Author>;

  constructor(
    stored: Iterable<readonly [PartId, StoredAuthors]> = [],
    deletions: Iterable<readonly [PartId, Author]> = [],
  ) {
    for (const [id, authors] of stored) this.#restore(id, authors);
    this.#deletions = new Map(deletions);
  }

  /** The authors of a part, for storage; null for one that belongs to the first document and hasn't changed. */
  stored(id: PartId): StoredAuthors | null {
    return this.#parts.has(id) ? this.#allOf(id) : null;
  }

  /** The operation that deleted a part, for storage; null if the part exists or never did. */
  storedDeletion(id: PartId): Author | null {
    return this.#deletions.get(id) ?? null;
  }

  record(changes: readonly Change[], author: Author): AuthoredChange[] {
    return changes.map((change) => this.#assign(change, author));
  }

  /** Records that changes were taken back: their fields have the authors of before. Returns that as changes of its own. */
  recordRevert(reverted: readonly AuthoredChange[], changes: readonly Change[]): AuthoredChange[] {
    const byKey = new Map(reverted.map((one) => [keyOf(one.change), one]));
    return changes.map((change) => this.#assign(change, byKey.get(keyOf(change))?.before ?? 0));
  }

  /** Whether no one has changed the result of a change since. `exists` says whether the part does now. */
  isUnchanged({ change, after }: AuthoredChange, exists: (id: PartId) => boolean): boolean {
    const { id, field } = change;
    const isDeletion = field === null && change.after === null;
    if (isDeletion === exists(id)) return false;
    const expected = after ?? 0;
    if (isDeletion) return this.#deleterOf(id) === expected;
    const authors = field === null ? normalize(expected) : expected;
    return JSON.stringify(this.#authorOf(change)) === JSON.stringify(authors);
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
    return [known.made, ...[...(known.fields ?? [])].sort()];
  }

  #deleterOf(id: PartId): Author {
    return this.#deletions.get(id) ?? 0;
  }

  #assign(change: Change, after: StateAuthors): AuthoredChange {
    const { id, field } = change;
    const before = field === null && change.before === null ? this.#deleterOf(id) : this.#authorOf(change);
    if (field !== null) this.#assignField(id, field, after as Author);
    else if (change.after === null) this.#delete(id, after as Author);
    else {
      this.#deletions.delete(id);
      this.#restore(id, normalize(after));
    }
    return { change, before, after };
  }

  #delete(id: PartId, author: Author): void {
    this.#parts.delete(id);
    if (author === 0) this.#deletions.delete(id);
    else this.#deletions.set(id, author);
  }

  #assignField(id: PartId, field: string, author: Author): void {
    const known = this.#parts.get(id) ?? { made: 0, fields: null };
    known.fields ??= new Map();
    if (author === known.made) known.fields.delete(field);
    else known.fields.set(field, author);
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
const normalize = (author: StateAuthors): StoredAuthors => (typeof author === "number" ? [author] : author);
