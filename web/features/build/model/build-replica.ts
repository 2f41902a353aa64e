import { BuildDocument } from "#domain/build/document.ts";
import { type Change, type Edit, isResult, revert } from "#domain/build/edit.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { BuildSnapshot, ClientOp } from "#domain/build/messages.ts";
import type { Part } from "#domain/build/part.ts";

/** An operation of this page that the object hasn't confirmed yet. */
export interface PendingOp {
  op: ClientOp;
  /** The expected effect. Restoring a version has none until it is confirmed. */
  edit: Edit;
  changes: Change[];
}

/** The ids that a step may have changed. */
type ChangedIds = ReadonlySet<PartId>;

/** A page's copy of a level: what the object has confirmed, with its own operations on top. Methods return changed ids. */
export class BuildReplica {
  readonly document = new BuildDocument();
  /** The newest operation of the object that is part of the document. */
  seq: number;
  #pending: PendingOp[] = [];
  /** Changes that the page's own operations made, by their numbers. Undoing needs them. */
  readonly #changes = new Map<number, readonly Change[]>();

  constructor(snapshot: BuildSnapshot) {
    this.document.load(partsOf(snapshot));
    this.seq = snapshot.seq;
  }

  get pending(): readonly PendingOp[] {
    return this.#pending;
  }

  edit(op: ClientOp, edit: Edit): ChangedIds {
    const changes = this.document.apply(edit);
    this.#pending.push({ op, edit, changes });
    this.#changes.set(op.n, changes);
    return idsOf(changes);
  }

  /** The expected effect of taking back one of this page's operations. The object knows better who has changed what. */
  expectedRevert(n: number): Edit {
    return revert(this.#changes.get(n) ?? [], (change) => isResult(change, (id) => this.document.get(id)))
      .edit;
  }

  forget(n: number): void {
    this.#changes.delete(n);
  }

  /** Applies an operation of another page. Operations that are part of the document already have no effect. */
  receive(s: number, edit: Edit): ChangedIds {
    if (s <= this.seq) return new Set();
    this.seq = s;
    return this.#beneathPending(() => this.document.apply(edit));
  }

  /** The object has stored this page's oldest operation. `edit` is its effect, if the page couldn't know it. */
  confirm(n: number, s: number, edit?: Edit): ChangedIds {
    const isKnown = s <= this.seq;
    this.seq = Math.max(s, this.seq);
    return this.#beneathPending(() => {
      const index = this.#pending.findIndex(({ op }) => op.n === n);
      const [pending] = index < 0 ? [] : this.#pending.splice(index, 1);
      if (isKnown) return [];
      const changes = this.document.apply(edit ?? pending?.edit ?? {});
      if (this.#changes.has(n)) this.#changes.set(n, changes);
      return changes;
    });
  }

  refuse(n: number): ChangedIds {
    this.#changes.delete(n);
    return this.#beneathPending(() => {
      this.#pending = this.#pending.filter(({ op }) => op.n !== n);
      return [];
    });
  }

  /** Starts again from a document, with the unconfirmed operations on top. */
  reset(snapshot: BuildSnapshot): void {
    this.document.load(partsOf(snapshot));
    this.seq = snapshot.seq;
    for (const one of this.#pending) one.changes = this.document.apply(one.edit);
  }

  /** Takes the unconfirmed operations back, applies something and makes them again. */
  #beneathPending(apply: () => readonly Change[]): ChangedIds {
    const ids = new Set<PartId>();
    const add = (changes: readonly Change[]) => {
      for (const { id } of changes) ids.add(id);
    };
    for (const { changes } of [...this.#pending].reverse()) {
      this.document.rollback(changes);
      add(changes);
    }
    add(apply());
    for (const one of this.#pending) {
      one.changes = this.document.apply(one.edit);
      add(one.changes);
      if (this.#changes.has(one.op.n)) this.#changes.set(one.op.n, one.changes);
    }
    return ids;
  }
}

const partsOf = ({ parts }: BuildSnapshot) => parts as [PartId, Part][];

function idsOf(changes: readonly Change[]): ChangedIds {
  return new Set(changes.map(({ id }) => id));
}
