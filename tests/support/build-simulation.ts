import { type AuthoredChange, Authors } from "#domain/build/authors.ts";
import { checkEdit } from "#domain/build/check-edit.ts";
import { BuildDocument, EditError } from "#domain/build/document.ts";
import { type Change, type Edit, isResult, revert } from "#domain/build/edit.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { Part } from "#domain/build/part.ts";

/*
 * A reference for building a level together (BUILD.md, rules 3 to 9): the object and its pages without sockets and storage. Tests
 * decide when messages arrive.
 */

export type SimulatedOp = { n: number; edit: Edit } | { n: number; undo: number };

/** An operation that the object has stored. */
export interface StoredOp {
  s: number;
  client: number;
  n: number;
  /** The number of the page's operation that it took back; null for an edit. */
  undo: number | null;
  edit: Edit;
  changes: readonly Change[];
}

export type SimulatedMessage =
  | { hello: { n: number; seq: number } }
  | { op: StoredOp }
  | { no: number; message: string }
  | { snapshot: { seq: number; parts: [PartId, Part][] } };

/** A copy of a value as it arrives over a socket. */
const asSent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export const entriesText = (document: BuildDocument): string => JSON.stringify([...document.entries()]);

/** Puts all operations in one order. Their results go to `publish`. */
export class SimulatedObject {
  readonly document: BuildDocument;
  readonly authors = new Authors();
  readonly log: StoredOp[] = [];
  /** The number of each page's newest operation that was handled. */
  readonly #handled = new Map<number, number>();
  /** Changes that can be taken back, by page and number. */
  readonly #undoable = new Map<string, AuthoredChange[]>();

  constructor(parts: readonly [PartId, Part][]) {
    this.document = new BuildDocument(parts);
  }

  get seq(): number {
    return this.log.length;
  }

  handled(client: number): number {
    return this.#handled.get(client) ?? 0;
  }

  /** Handles an operation once. Returns what was stored, or why it was refused; null if it had been handled before. */
  handle(client: number, op: SimulatedOp): StoredOp | { no: number; message: string } | null {
    if (op.n <= this.handled(client)) return null;
    this.#handled.set(client, op.n);
    try {
      return "undo" in op ? this.#undo(client, op.n, op.undo) : this.#edit(client, op.n, op.edit);
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      return { no: op.n, message: error.message };
    }
  }

  #edit(client: number, n: number, raw: Edit): StoredOp {
    const edit = checkEdit(raw, this.document, client);
    const changes = this.document.apply(edit);
    return this.#store(client, n, null, edit, this.authors.record(changes, this.seq + 1));
  }

  #undo(client: number, n: number, undone: number): StoredOp {
    const key = `${client} ${undone}`;
    const made = this.#undoable.get(key);
    if (!made) throw new EditError("This can't be undone anymore.");
    const { edit, taken } = this.expectUndo(client, undone);
    this.document.checkLimits(edit);
    this.#undoable.delete(key);
    const changes = this.authors.recordRevert(taken, this.document.apply(edit));
    return this.#store(client, n, undone, edit, changes);
  }

  /** The effect that taking back an operation has now. */
  expectUndo(client: number, n: number): { edit: Edit; taken: AuthoredChange[] } {
    const made = this.#undoable.get(`${client} ${n}`) ?? [];
    const byChange = new Map(made.map((one) => [one.change, one]));
    const isUnchanged = (change: Change) => {
      const one = byChange.get(change);
      return one !== undefined && this.authors.isUnchanged(one, (id) => this.document.get(id) !== undefined);
    };
    const { edit, taken } = revert([...byChange.keys()], isUnchanged);
    return { edit, taken: taken.flatMap((change) => byChange.get(change) ?? []) };
  }

  #store(client: number, n: number, undo: number | null, edit: Edit, made: AuthoredChange[]): StoredOp {
    this.#undoable.set(`${client} ${n}`, made);
    const changes = made.map(({ change }) => change);
    const stored = asSent({ s: this.seq + 1, client, n, undo, edit, changes });
    this.log.push(stored);
    return stored;
  }

  /** Messages for a page whose connection comes back: the operations it missed, or the document if they are too many. */
  resume(client: number, after: number, isTooLong: boolean): SimulatedMessage[] {
    const hello = { hello: { n: this.handled(client), seq: this.seq } };
    if (isTooLong)
      return [hello, asSent({ snapshot: { seq: this.seq, parts: [...this.document.entries()] } })];
    return [hello, ...this.log.slice(after).map((op) => ({ op }))];
  }
}

interface Pending {
  op: SimulatedOp;
  edit: Edit;
  changes: Change[];
}

/** A page: its copy of the level, and what it has sent and not sent. */
export class SimulatedPage {
  readonly client: number;
  document: BuildDocument;
  seq = 0;
  n = 0;
  pending: Pending[] = [];
  /** Numbers of operations that can be undone and redone, newest last. */
  readonly undoable: number[] = [];
  readonly redoable: number[] = [];
  /** Messages on their way. */
  readonly outbox: SimulatedOp[] = [];
  readonly inbox: SimulatedMessage[] = [];
  readonly refused: string[] = [];
  /** Whether the object has greeted it since the connection came back. Nothing is sent before. */
  isGreeted = true;
  readonly #changes = new Map<number, readonly Change[]>();
  /** The operations that the object had handled when the connection came back. */
  #handled = { n: 0, seq: 0 };

  constructor(client: number, parts: readonly [PartId, Part][]) {
    this.client = client;
    this.document = new BuildDocument(asSent(parts));
  }

  edit(edit: Edit): void {
    this.undoable.push(this.#make({ n: ++this.n, edit: asSent(edit) }, asSent(edit)));
    this.redoable.length = 0;
  }

  undo(): void {
    const undone = this.undoable.pop();
    if (undone !== undefined) this.redoable.push(this.#takeBack(undone));
  }

  redo(): void {
    const undone = this.redoable.pop();
    if (undone !== undefined) this.undoable.push(this.#takeBack(undone));
  }

  #takeBack(undone: number): number {
    const get = (id: PartId) => this.document.get(id);
    const expected = revert(this.#changes.get(undone) ?? [], (change) => isResult(change, get));
    return this.#make({ n: ++this.n, undo: undone }, asSent(expected.edit));
  }

  #make(op: SimulatedOp, edit: Edit): number {
    this.#push(op, edit);
    if (this.isGreeted) this.outbox.push(op);
    return op.n;
  }

  #push(op: SimulatedOp, edit: Edit): void {
    const changes = this.document.apply(edit);
    this.pending.push({ op, edit, changes });
    this.#changes.set(op.n, changes);
  }

  /** Handles the oldest message on its way to the page. */
  receive(): void {
    const message = this.inbox.shift();
    if (!message) return;
    if ("hello" in message) this.#resend(message.hello);
    else if ("op" in message) this.#apply(message.op);
    else if ("no" in message) {
      this.refused.push(message.message);
      this.#without((op) => op.n === message.no);
    } else {
      this.document = new BuildDocument(message.snapshot.parts);
      this.seq = message.snapshot.seq;
      this.#repeat(this.pending.splice(0));
    }
    if (this.seq >= this.#handled.seq) this.#without((op) => op.n <= this.#handled.n);
  }

  #resend(hello: { n: number; seq: number }): void {
    this.isGreeted = true;
    this.#handled = hello;
    const left = this.pending.filter(({ op }) => op.n > hello.n);
    this.outbox.splice(0, this.outbox.length, ...left.map(({ op }) => op));
  }

  #apply({ s, client, n, edit }: StoredOp): void {
    this.seq = s;
    const waiting = this.#takeBackPending();
    const changes = this.document.apply(edit);
    if (client === this.client) this.#changes.set(n, changes);
    this.#repeat(waiting.filter(({ op }) => client !== this.client || op.n !== n));
  }

  #without(isDone: (op: SimulatedOp) => boolean): void {
    if (this.pending.some(({ op }) => isDone(op)))
      this.#repeat(this.#takeBackPending().filter(({ op }) => !isDone(op)));
  }

  #takeBackPending(): Pending[] {
    const waiting = this.pending.splice(0);
    for (const { changes } of [...waiting].reverse()) this.document.rollback(changes);
    return waiting;
  }

  #repeat(waiting: readonly Pending[]): void {
    for (const { op, edit } of waiting) this.#push(op, edit);
  }
}

/** An object and its pages, connected by messages that arrive in order but at any time. */
export class BuildSimulation {
  readonly object: SimulatedObject;
  readonly pages: readonly SimulatedPage[];

  constructor(parts: readonly [PartId, Part][], pages: number) {
    this.object = new SimulatedObject(parts);
    this.pages = Array.from({ length: pages }, (_, i) => new SimulatedPage(i + 1, parts));
  }

  /** The object handles the oldest operation that a page has sent. */
  deliverUp(page: SimulatedPage): StoredOp | null {
    const op = page.outbox.shift();
    const result = op ? this.object.handle(page.client, op) : null;
    if (!result) return null;
    if ("no" in result) {
      page.inbox.push(result);
      return null;
    }
    for (const one of this.pages) one.inbox.push({ op: asSent(result) });
    return result;
  }

  /** A page's connection ends and comes back. Messages on their way are lost. */
  reconnect(page: SimulatedPage, isTooLong: boolean): void {
    page.isGreeted = false;
    page.outbox.length = 0;
    page.inbox.splice(0, page.inbox.length, ...asSent(this.object.resume(page.client, page.seq, isTooLong)));
  }

  /** Delivers everything. */
  settle(): void {
    while (this.pages.some(({ outbox, inbox }) => outbox.length + inbox.length > 0)) {
      for (const page of this.pages) {
        this.deliverUp(page);
        page.receive();
      }
    }
  }
}
