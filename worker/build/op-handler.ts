import { EditError } from "#domain/build/document.ts";
import { type Change, countParts, type Edit, mergeEdits } from "#domain/build/edit.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { ServerMessage, SkippedChanges } from "#domain/build/messages.ts";
import type { Part } from "#domain/build/part.ts";
import type { Draft, DraftStep } from "./draft.ts";
import type { DraftStore, LoggedStep, StoredOp } from "./draft-store.ts";

/** The number of a page that comes back, and the newest operation that it has. */
export interface Resume {
  client: number;
  after: number;
}

/** Longest text of missed operations that is sent. More is fetched with the document. */
const MAX_MISSED_LENGTH = 1024 * 1024;

/** Reads a socket's query. Null for a new page. */
export function readResume({ searchParams }: URL): Resume | "malformed" | null {
  const [client, after] = [searchParams.get("client"), searchParams.get("after")];
  if (client === null && after === null) return null;
  if (!/^[1-9]\d{0,8}$/.test(client ?? "") || !/^\d{1,15}$/.test(after ?? "")) return "malformed";
  return { client: Number(client), after: Number(after) };
}

/** The messages that a page has missed: operations in their order, its own as confirmations. */
export function missedMessages(store: DraftStore, draft: Draft, { client, after }: Resume): ServerMessage[] {
  const { isComplete, length } = store.missedAfter(after);
  const isShort = isComplete && after <= draft.seq && length <= MAX_MISSED_LENGTH;
  const ops = isShort ? groupByOp(store.loggedAfter(after)) : [];
  if (
    isShort &&
    ops.every((steps) => steps.reduce((sum, { edit }) => sum + countParts(edit), 0) <= MAX_SENT_PARTS)
  )
    return ops.flatMap((steps) => messagesOf(steps, client));
  // Its own operations are in the document that it fetches, so it needn't know their effects.
  const own = groupByOp(store.loggedBy(client, after));
  return [
    { resync: true },
    ...own.map((steps) => confirmation(steps.map((step) => ({ ...step, showsEdit: false })))),
  ];
}

/** Groups numbered operations that belong to one of a page. They follow each other. */
function groupByOp(steps: readonly LoggedStep[]): LoggedStep[][] {
  return [...Map.groupBy(steps, ({ client, n }) => `${client}:${n}`).values()];
}

function messagesOf(steps: readonly LoggedStep[], client: number): ServerMessage[] {
  // A page may have lost what its own operations did.
  if (steps[0]?.client === client) return [confirmation(steps.map((step) => ({ ...step, showsEdit: true })))];
  return steps.map((step) => stepMessage(step.client, step));
}

/** The page that an operation comes from. */
export interface OpSender {
  client: number;
  user: number;
}

/** The messages that an operation leads to. */
export interface OpResult {
  toSender: ServerMessage[];
  toOthers: ServerMessage[];
}

/** More changed parts than this are fetched with the document instead. */
export const MAX_SENT_PARTS = 1_000;
/** The name of someone whose operation isn't stored anymore. */
const UNKNOWN = "someone";

type Made = Pick<StoredOp, "steps" | "showsEdit" | "skipped">;

/** Handles pages' operations: makes each one once, stores it, and says what to send. */
export class OpHandler {
  readonly #store: DraftStore;
  readonly #transaction: (work: () => void) => void;
  readonly #loaded: () => Draft;
  readonly #unload: () => void;

  /** `unload` drops the draft in memory, so it's read from storage again. */
  constructor(
    store: DraftStore,
    options: { transaction: (work: () => void) => void; loaded: () => Draft; unload: () => void },
  ) {
    this.#store = store;
    this.#transaction = options.transaction;
    this.#loaded = options.loaded;
    this.#unload = options.unload;
  }

  /** Whether a number is the page's next one, an earlier one, or one that leaves a gap. */
  order({ client }: OpSender, n: number): "next" | "known" | "gap" {
    const handled = this.#store.client(client)?.n ?? 0;
    if (n <= handled) return "known";
    return n === handled + 1 ? "next" : "gap";
  }

  /** The result of an operation that was handled before, for a page that hasn't heard of it. */
  repeat({ client }: OpSender, n: number): OpResult {
    const steps = this.#store.loggedOp(client, n);
    const refused = { no: n, message: "This was refused before." };
    return { toSender: [steps.length > 0 ? confirmation(steps) : refused], toOthers: [] };
  }

  edit(sender: OpSender, n: number, raw: unknown): OpResult {
    return this.#make(sender, n, (draft) => ({
      steps: [draft.edit(raw, sender.client)],
      showsEdit: false,
      skipped: [],
    }));
  }

  /** How many parts a page's operation has changed, if it's still stored. */
  countUndone({ client }: OpSender, undone: number): number {
    return totalParts(this.#store.loggedOp(client, undone));
  }

  undo(sender: OpSender, n: number, undone: number): OpResult {
    const { steps, isReverted } = this.#store.findOp(sender.client, undone);
    const made = (draft: Draft): Made => {
      if (isReverted) throw new EditError("This was undone already.");
      if (steps.length === 0) throw new EditError("This can't be undone anymore.");
      const undo = draft.undo(steps);
      return { steps: undo.steps, showsEdit: true, skipped: this.#describeSkipped(draft, undo.skipped) };
    };
    return this.#make(sender, n, made, () => this.#store.setReverted(sender.client, undone));
  }

  /** Restores a version. `parts` is null if there is none with this name. */
  restore(sender: OpSender, n: number, parts: readonly (readonly [PartId, Part])[] | null): OpResult {
    return this.#make(sender, n, (draft) => {
      if (!parts) throw new EditError("This version doesn't exist anymore.");
      return { steps: draft.replace(parts), showsEdit: true, skipped: [] };
    });
  }

  /** Makes an operation and stores it. Whatever fails, memory and storage stay equal. */
  #make(sender: OpSender, n: number, make: (draft: Draft) => Made, store?: () => void): OpResult {
    const draft = this.#loaded();
    try {
      const made = make(draft);
      this.#transaction(() => {
        this.#store.storeOp({ ...sender, n, ...made }, draft);
        store?.();
      });
      return resultOf(sender.client, n, made);
    } catch (error) {
      if (error instanceof EditError) return this.#refuse(sender, n, error.message);
      this.#unload();
      throw error;
    }
  }

  #refuse({ client }: OpSender, n: number, message: string): OpResult {
    this.#store.setHandled(client, n);
    return { toSender: [{ no: n, message }], toOthers: [] };
  }

  /** The people whose changes were left alone, with the number of parts. */
  #describeSkipped(draft: Draft, skipped: readonly Change[]): SkippedChanges[] {
    const deleted = new Set(skipped.map(({ id }) => id).filter((id) => !draft.document.get(id)));
    const deleters = deleted.size > 0 ? this.#store.deletersOf(deleted) : new Map<PartId, string>();
    const authors = skipped.map((change) => draft.authorOf(change));
    const usernames = this.#store.usernamesOf(authors);
    const byName = Map.groupBy(
      skipped.map(({ id }, i) => ({
        id,
        name: deleters.get(id) ?? usernames.get(authors[i] ?? 0) ?? UNKNOWN,
      })),
      ({ name }) => name,
    );
    return [...byName].map(([username, parts]) => ({
      username,
      count: new Set(parts.map(({ id }) => id)).size,
    }));
  }
}

const totalParts = (steps: readonly { edit: Edit }[]) =>
  steps.reduce((sum, { edit }) => sum + countParts(edit), 0);

/** The confirmation of a page's operation, given as its numbered operations. */
export function confirmation(steps: readonly LoggedStep[]): ServerMessage {
  const { n, seq, showsEdit, skipped } = steps.at(-1) as LoggedStep;
  const isSent = showsEdit && totalParts(steps) <= MAX_SENT_PARTS;
  return {
    ok: n,
    s: seq,
    ...(isSent && { edit: mergeEdits(steps.map(({ edit }) => edit)) }),
    ...(skipped.length > 0 && { skipped: [...skipped] }),
  };
}

/** A numbered operation as other pages get it. */
export const stepMessage = (
  client: number,
  { seq, edit }: Pick<DraftStep, "seq" | "edit">,
): ServerMessage => ({
  s: seq,
  c: client,
  ...edit,
});

function resultOf(client: number, n: number, { steps, showsEdit, skipped }: Made): OpResult {
  const confirmed = confirmation(
    steps.map(({ seq, edit }) => ({ seq, client, n, edit, showsEdit, skipped })),
  );
  if (totalParts(steps) > MAX_SENT_PARTS)
    return { toSender: [confirmed, { resync: true }], toOthers: [{ resync: true }] };
  return { toSender: [confirmed], toOthers: steps.map((step) => stepMessage(client, step)) };
}
