import { buildDocumentRoute } from "#domain/build/api.ts";
import { BUILD_CLOSE_CODES } from "#domain/build/close-codes.ts";
import { EditError } from "#domain/build/document.ts";
import { type Edit, isEmptyEdit, splitEdit } from "#domain/build/edit.ts";
import { type PartId, partId } from "#domain/build/ids.ts";
import { isKnownEdit } from "#domain/build/known-parts.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type {
  Builder,
  BuildSnapshot,
  ClientOp,
  Presence,
  ServerMessage,
  SkippedChanges,
  VerifiedClear,
} from "#domain/build/messages.ts";
import type { Part } from "#domain/build/part.ts";
import { readPresence } from "#domain/build/presence.ts";
import type { EditModel, OtherBuilder } from "#web/game/edit/editor-state.ts";
import { call } from "#web/lib/api.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { builderModelText } from "../text/builder-model.ts";
import { BuildLink, type LinkState } from "./build-link.ts";
import { BuildReplica } from "./build-replica.ts";
import { SendQueue } from "./send-queue.ts";
import { UndoStack } from "./undo-stack.ts";
import { deleteUnsentOps, loadUnsentOps, lockClient, storeUnsentOp } from "./unsent-ops.ts";

const NEW_SESSION = {
  link: "connecting" as LinkState,
  closeCode: null as number | null,
  unsaved: 0,
  canUndo: false,
  canRedo: false,
  people: [] as readonly Builder[],
  /** The last clear that was simulated again. */
  cleared: null as VerifiedClear | null,
  /** Operations that were refused since the page was opened or `dismissRefused` was called. */
  refused: [] as readonly RefusedOps[],
  lastSave: null as { id: string; at: number } | null,
};
export type BuildSessionState = typeof NEW_SESSION;

export interface RefusedOps {
  message: string;
  count: number;
}

/** Something that the person should hear of. */
export type BuildNotice =
  | { kind: "skipped"; skipped: readonly SkippedChanges[] }
  | { kind: "refused"; message: string }
  | { kind: "cleared"; clear: VerifiedClear }
  | { kind: "not_cleared"; content: string; reason: string }
  | { kind: "published"; revision: number; username: string };

/** Other pages' operations are shown at once; the page's own wait in the browser until the object has stored them. */
export class BuildSession {
  readonly state: Store<BuildSessionState> = createStore<BuildSessionState>(NEW_SESSION);
  readonly model: EditModel;
  readonly #level: number;
  readonly #user: number;
  readonly #replica = new BuildReplica({ seq: 0, parts: [] });
  readonly #link: BuildLink;
  readonly #queue: SendQueue;
  readonly #undoStack: UndoStack;
  readonly #others = createStore<readonly OtherBuilder[]>([]);
  readonly #changeListeners = new Set<(ids: ReadonlySet<PartId> | null) => void>();
  readonly #noticeListeners = new Set<(notice: BuildNotice) => void>();
  readonly #restores = new Map<number, (problem: string | null) => void>();
  /** Messages that wait for the document that follows them; null if it is there. */
  #waiting: ServerMessage[] | null = null;
  #client = 0;
  #n = 0;
  #handled = { n: 0, seq: 0, isFetched: false };
  #counter = 0;
  #release: (() => void) | null = null;
  #isClosed = false;

  /** Rejects if the level can't be loaded. If the page isn't let in, the session's link is closed. */
  static async open(levelId: number, { userId }: { userId: number }): Promise<BuildSession> {
    const session = new BuildSession(levelId, userId);
    try {
      await session.#join(fetchDocument(levelId));
    } catch (error) {
      session.close();
      throw error;
    }
    void sendAllLeftOps(userId, levelId);
    return session;
  }

  private constructor(level: number, user: number) {
    this.#level = level;
    this.#user = user;
    this.#undoStack = new UndoStack((n) => this.#replica.forget(n));
    this.model = this.#createModel();
    this.#waiting = [];
    this.#link = new BuildLink({
      level,
      resume: () => (this.#client > 0 ? { client: this.#client, after: this.#replica.seq } : null),
      onMessage: (message) => this.#receive(message),
    });
    this.#queue = new SendQueue((message) => this.#link.send(message));
    this.#link.state.subscribe(() => this.#publish());
  }

  /** Resolves once the document is loaded and the page has its number, or isn't let in. */
  async #join(snapshot: Promise<BuildSnapshot>): Promise<void> {
    const hasNumber = new Promise<void>((resolve) => {
      const stop = this.state.subscribe(() => {
        if (this.#client === 0 && this.#link.state.get() !== "closed") return;
        stop();
        resolve();
      });
    });
    this.#adopt(await snapshot);
    await hasNumber;
  }

  restore(save: string): Promise<string | null> {
    const n = ++this.#n;
    const result = new Promise<string | null>((resolve) => this.#restores.set(n, resolve));
    this.#add({ n, restore: save }, {});
    this.#undoStack.push([n]);
    this.#publish();
    return result;
  }

  dismissRefused(): void {
    this.#patch({ refused: [] });
  }

  onNotice(listener: (notice: BuildNotice) => void): () => void {
    this.#noticeListeners.add(listener);
    return () => this.#noticeListeners.delete(listener);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#link.close();
    this.#queue.close();
    this.#release?.();
    for (const resolve of this.#restores.values()) resolve(null);
  }

  #createModel(): EditModel {
    const replica = this.#replica;
    return {
      document: replica.document,
      newId: () => partId(this.#client, this.#counter++),
      change: (edit) => this.#change(edit),
      undo: () => this.#revertStep("undo"),
      redo: () => this.#revertStep("redo"),
      onChange: (listener) => {
        this.#changeListeners.add(listener);
        return () => this.#changeListeners.delete(listener);
      },
      others: this.#others,
      showPresence: (presence) => {
        // Alone, no one sees it.
        if (this.#others.get().length > 0) this.#queue.showPresence(presence);
      },
    };
  }

  #change(edit: Edit): string | null {
    if (isEmptyEdit(edit)) return null;
    try {
      this.#replica.document.checkLimits(edit);
    } catch (error) {
      if (error instanceof EditError) return error.message;
      throw error;
    }
    const step = splitEdit(edit, BUILD_LIMITS.partsPerOp).map((one) => {
      const n = ++this.#n;
      this.#add({ n, ...one }, one);
      return n;
    });
    this.#undoStack.push(step);
    this.#publish();
    return null;
  }

  #revertStep(how: "undo" | "redo"): void {
    this.#undoStack[how]((step) =>
      [...step].reverse().map((undo) => {
        const n = ++this.#n;
        this.#add({ n, undo }, this.#replica.expectedRevert(undo));
        return n;
      }),
    );
    this.#publish();
  }

  #add(op: ClientOp, edit: Edit): void {
    const ids = this.#replica.edit(op, edit);
    void storeUnsentOp(this.#owner, op);
    this.#queue.push(op);
    this.#notifyChange(ids);
  }

  get #owner() {
    return { user: this.#user, level: this.#level, client: this.#client };
  }

  #receive(message: ServerMessage): void {
    if (this.#isClosed) return;
    if (this.#waiting) this.#waiting.push(message);
    else if ("resync" in message) this.#refetch();
    else this.#handle(message);
  }

  #handle(message: ServerMessage): void {
    if ("s" in message && "c" in message) this.#onOp(message);
    else if ("ok" in message) this.#onConfirmed(message);
    else if ("no" in message) this.#onRefused(message);
    else if ("hello" in message) this.#onHello(message.hello);
    else if ("people" in message) this.#onPeople(message.people);
    else if ("p" in message) this.#onPresence(message.p);
    else if ("saved" in message) this.#patch({ lastSave: message.saved });
    else if ("cleared" in message) {
      this.#patch({ cleared: message.cleared });
      this.#notify({ kind: "cleared", clear: message.cleared });
    } else if ("refused" in message) this.#notify({ kind: "not_cleared", ...message.refused });
    else if ("published" in message) this.#notify({ kind: "published", ...message.published });
  }

  #onHello({ client, n, seq }: Extract<ServerMessage, { hello: unknown }>["hello"]): void {
    const isFirst = this.#client === 0;
    this.#client = client;
    if (isFirst) {
      void this.#lock();
      // Made while the document was on its way.
      if (seq > this.#replica.seq) this.#refetch();
    }
    // The effects of the others follow this message.
    this.#handled = { n, seq, isFetched: false };
    this.#queue.restart(this.#replica.pending.map(({ op }) => op).filter((op) => op.n > n));
    this.#dropHandled();
    this.#publish();
  }

  /** Other pages don't send this page's operations while it is open. */
  async #lock(): Promise<void> {
    const release = await lockClient(this.#user, this.#level, this.#client);
    if (this.#isClosed) release?.();
    else this.#release = release;
  }

  /** Drops operations whose confirmation is overdue: they were refused, or are part of a document fetched again. */
  #dropHandled(): void {
    const { n, seq, isFetched } = this.#handled;
    if (n === 0 || this.#replica.seq < seq) return;
    this.#handled = { n: 0, seq: 0, isFetched: false };
    for (const { op } of [...this.#replica.pending]) {
      if (op.n > n) continue;
      if (isFetched) this.#replica.confirm(op.n, this.#replica.seq);
      else this.#onRefused({ no: op.n, message: builderModelText.lost });
    }
  }

  #onOp({ s, c: _, ...edit }: Extract<ServerMessage, { s: number; c: number }>): void {
    if (this.#endsBefore(edit)) return;
    this.#notifyChange(this.#replica.receive(s, edit));
    this.#dropHandled();
  }

  /** Ends the connection before something that only a newer version can show. Returns whether it did. */
  #endsBefore(edit: Edit): boolean {
    const isNewer = !isKnownEdit(edit);
    if (isNewer) this.#link.end(BUILD_CLOSE_CODES.newerParts);
    return isNewer;
  }

  #onConfirmed({ ok, s, edit, skipped }: Extract<ServerMessage, { ok: number }>): void {
    if (edit && this.#endsBefore(edit)) return;
    this.#notifyChange(this.#replica.confirm(ok, s, edit));
    void deleteUnsentOps(this.#owner, ok);
    this.#restores.get(ok)?.(null);
    this.#restores.delete(ok);
    if (skipped && skipped.length > 0) this.#notify({ kind: "skipped", skipped });
    this.#dropHandled();
    this.#publish();
  }

  #onRefused({ no, message }: Extract<ServerMessage, { no: number }>): void {
    this.#notifyChange(this.#replica.refuse(no));
    this.#undoStack.remove(no);
    void deleteUnsentOps(this.#owner, no);
    const restore = this.#restores.get(no);
    this.#restores.delete(no);
    if (restore) restore(message);
    else {
      const { refused } = this.state.get();
      const same = refused.find((one) => one.message === message);
      const rest = refused.filter((one) => one !== same);
      this.#patch({ refused: [...rest, { message, count: (same?.count ?? 0) + 1 }] });
      this.#notify({ kind: "refused", message });
    }
    this.#publish();
  }

  #onPeople(people: readonly Builder[]): void {
    const before = new Map(this.#others.get().map((one) => [one.client, one.presence]));
    this.#others.set(
      people
        .filter(({ client }) => client !== this.#client)
        .map((one) => ({ ...one, presence: before.get(one.client) ?? {} })),
    );
    this.#patch({ people });
  }

  #onPresence(changes: readonly [number, Presence][]): void {
    // An older object passes on what it hasn't checked.
    const byClient = new Map(changes.map(([client, change]) => [client, readPresence(change) ?? {}]));
    this.#others.set(
      this.#others.get().map((one) => {
        const change = byClient.get(one.client);
        return change ? { ...one, presence: { ...one.presence, ...change } } : one;
      }),
    );
  }

  #refetch(delay = RETRY_MS): void {
    this.#waiting ??= [];
    this.#handled.isFetched = true;
    fetchDocument(this.#level).then(
      (snapshot) => this.#adopt(snapshot),
      () => {
        if (!this.#isClosed) setTimeout(() => this.#refetch(Math.min(delay * 2, RETRY_MOST_MS)), delay);
      },
    );
  }

  /** Goes on from a document, and handles what has come since it was requested. */
  #adopt(snapshot: BuildSnapshot): void {
    const messages = this.#waiting ?? [];
    this.#waiting = null;
    if (this.#isClosed) return;
    if (this.#endsBefore({ add: snapshot.parts as [PartId, Part][] })) return;
    this.#replica.reset(snapshot);
    this.#notifyChange(null);
    for (const message of messages) this.#receive(message);
    if (!this.#waiting) this.#dropHandled();
  }

  #notifyChange(ids: ReadonlySet<PartId> | null): void {
    if (ids?.size === 0) return;
    for (const listener of this.#changeListeners) listener(ids);
  }

  #notify(notice: BuildNotice): void {
    for (const listener of this.#noticeListeners) listener(notice);
  }

  #publish(): void {
    const { canUndo, canRedo } = this.#undoStack;
    this.#patch({
      link: this.#link.state.get(),
      closeCode: this.#link.closeCode,
      unsaved: this.#replica.pending.length,
      canUndo,
      canRedo,
    });
  }

  #patch(change: Partial<BuildSessionState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

const RETRY_MS = 500;
const RETRY_MOST_MS = 10_000;

const fetchDocument = (id: number): Promise<BuildSnapshot> => call(buildDocumentRoute, { params: { id } });

/** Sends what the user's earlier pages of a level couldn't, unless they are still open. */
async function sendAllLeftOps(user: number, level: number): Promise<void> {
  for (const { client, ops } of await loadUnsentOps(user, level)) {
    const release = await lockClient(user, level, client);
    if (!release) continue;
    try {
      const { sendLeftOps } = await import("./send-left-ops.ts");
      sendLeftOps({ user, level, client }, ops, release);
    } catch {
      // Without its code they stay in the browser, for the next page.
      release();
    }
  }
}
