import { type Author, type AuthoredChange, Authors, type StoredAuthors } from "#domain/build/authors.ts";
import { checkEdit } from "#domain/build/check-edit.ts";
import { BuildDocument } from "#domain/build/document.ts";
import {
  type Change,
  type Edit,
  isEmptyEdit,
  mergeEdits,
  type Reverted,
  revert,
  splitEdit,
  tidyEdit,
} from "#domain/build/edit.ts";
import type { PartId } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { changedFields, type FieldChanges, fieldOf, PART_FIELDS, type Part } from "#domain/build/part.ts";

/** Returns the edit that turns a document into another one with the same ids. An id always has the same kind of part. */
export function editBetween(from: BuildDocument, to: BuildDocument): Edit {
  const add: [PartId, Part][] = [];
  const set: [PartId, FieldChanges][] = [];
  const del: PartId[] = [];
  for (const [id, part] of to.entries()) {
    const old = from.get(id);
    const changes = old ? changedFields(old, allFields(part)) : {};
    if (!old) add.push([id, part]);
    else if (Object.keys(changes).length > 0) set.push([id, changes]);
  }
  for (const [id] of from.entries()) if (!to.get(id)) del.push(id);
  return tidyEdit({ add, set, del });
}

/** All fields that the part can have, also the absent ones. */
const allFields = (part: Part): FieldChanges =>
  Object.fromEntries(PART_FIELDS[part.kind].map((field) => [field, fieldOf(part, field)]));

/** A part with its id and authors, as it's stored. */
export type StoredPart = readonly [id: PartId, part: Part, authors: StoredAuthors | null];

/** One of the numbered operations of a level, and what it changed. */
export interface DraftStep {
  /** Its number among all operations. */
  seq: number;
  edit: Edit;
  changes: AuthoredChange[];
}

/** The operations that take others back, and the changes that were left alone because someone has changed the same since. */
export interface DraftUndo {
  steps: DraftStep[];
  skipped: Change[];
}

/** A level that is being built, in memory: its document, and who made what. Its operations are in one order. */
export class Draft {
  readonly document: BuildDocument;
  readonly #authors: Authors;
  #seq: number;

  constructor(parts: readonly StoredPart[], seq: number, deletions: Iterable<readonly [PartId, Author]>) {
    this.document = new BuildDocument(parts.map(([id, part]) => [id, part] as const));
    this.#authors = new Authors(
      parts.flatMap(([id, , authors]) => (authors ? [[id, authors] as const] : [])),
      deletions,
    );
    this.#seq = seq;
  }

  /** The number of the newest operation. */
  get seq(): number {
    return this.#seq;
  }

  authorsOf(id: PartId): StoredAuthors | null {
    return this.#authors.stored(id);
  }

  /** The number of the operation that deleted a part; null if the part exists or never did. */
  deletionOf(id: PartId): Author | null {
    return this.#authors.storedDeletion(id);
  }

  /** The number of the newest operation about what was changed; 0 if it's unknown. */
  authorOf(change: Change): number {
    return this.#authors.authorOf(change);
  }

  /** Checks and makes an edit of a page. Throws an `EditError`, and has changed nothing then. */
  edit(raw: unknown, client: number): DraftStep {
    return this.#apply(checkEdit(raw, this.document, client));
  }

  /** Takes back operations, given in their order. Throws an `EditError`, and has changed nothing then. */
  undo(steps: readonly DraftStep[]): DraftUndo {
    const reverts = [...steps].reverse().map((step) => ({ step, ...this.#revert(step) }));
    this.document.checkLimits(mergeEdits(reverts.map(({ edit }) => edit)));
    return {
      steps: reverts
        .filter(({ edit }, i) => i === 0 || !isEmptyEdit(edit))
        .map(({ step, edit }) => this.#applyRevert(step, edit)),
      skipped: reverts.flatMap(({ skipped }) => skipped),
    };
  }

  /** Makes the document equal to another one, in operations of limited size. */
  replace(parts: Iterable<readonly [PartId, Part]>): DraftStep[] {
    const edit = editBetween(this.document, new BuildDocument(parts));
    const edits = splitEdit(edit, BUILD_LIMITS.partsPerOp);
    // Nothing changes, but the operation still gets a number.
    return (edits.length > 0 ? edits : [{}]).map((one) => this.#apply(one));
  }

  #revert({ changes }: DraftStep): Reverted {
    const byChange = new Map(changes.map((one) => [one.change, one]));
    const exists = (id: PartId) => this.document.get(id) !== undefined;
    return revert([...byChange.keys()], (change) => {
      const authored = byChange.get(change);
      return authored !== undefined && this.#authors.isUnchanged(authored, exists);
    });
  }

  #apply(edit: Edit): DraftStep {
    const seq = ++this.#seq;
    return { seq, edit, changes: this.#authors.record(this.document.apply(edit), seq) };
  }

  #applyRevert({ changes }: DraftStep, edit: Edit): DraftStep {
    const seq = ++this.#seq;
    return { seq, edit, changes: this.#authors.recordRevert(changes, this.document.apply(edit)) };
  }
}
