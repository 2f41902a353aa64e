import type { Draft } from "#domain/conversations/reduce.ts";
import { ResponseError } from "#web/lib/api.ts";
import { outboxPrefix } from "./outbox-key.ts";

type Sent = NonNullable<Draft["sent"]>;

export interface OutboxOptions {
  /** Whose messages these are. */
  userId: number;
  /** What other tabs and the next page see, too. */
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;
  /** Only one tab sends at a time; browsers without locks send from each, which the site takes for one. */
  locks: Pick<LockManager, "request"> | undefined;
  send: (draft: Draft) => Promise<Sent>;
  onChange: () => void;
}

/** The first wait before what could not be sent is tried again, and the longest. */
const RETRY_MS = 1_000;
const LONGEST_MS = 30_000;
/** For so long other tabs can see what a message has become. */
const KEEP_SENT_MS = 3_000;

/** A message is sent so many times to a server that answers with 5xx; then it ends with an error. */
const MOST_FAILURES = 4;

/** Whether the server could not be reached, or the connection was too slow (408). Such a message waits as long as it takes. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof ResponseError) || error.status === 0 || error.status === 408;

/** What becomes of a message after an error; null if it just waits. */
function outcomeOf({ failures = 0 }: Draft, error: unknown): Partial<Draft> | null {
  if (isUnreachable(error)) return null;
  const { status, message } = error as ResponseError;
  const canRetry = status >= 500 && failures + 1 < MOST_FAILURES;
  return canRetry ? { failures: failures + 1 } : { error: message };
}

/**
 * One's own messages until the site has them: kept in the browser, seen by all of the user's tabs, sent one after the other
 * in the order of their writing. A message waits while the site can't be reached. One that the site refuses, or fails on
 * several times, stays with the error until the user retries or deletes it.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #prefix: string;
  /** What the browser would not keep (it is full, or may not) lives as long as the page. */
  readonly #unkept = new Map<string, Draft>();
  #drafts: Draft[] = [];
  #last = 0;
  #isSending = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#prefix = outboxPrefix(options.userId);
    this.#read();
    // Their tab was closed before it could tidy up.
    for (const { client_id, sent } of this.#drafts) if (sent) this.#drop(client_id);
  }

  /** Everything that is not the site's yet, and for a moment what has become so. */
  get drafts(): readonly Draft[] {
    return this.#drafts;
  }

  /** Takes a message in; what is written later is sent later. */
  add(userId: number, body: string, clientId: string, now: number): void {
    this.#last = Math.max(now, this.#last + 1);
    const created_at = new Date(this.#last).toISOString();
    this.#write({ client_id: clientId, user_id: userId, body, created_at, error: null });
    void this.flush();
  }

  /** Sends a message again that ended with an error. */
  retry(clientId: string): void {
    const draft = this.#find(clientId);
    if (draft) this.#write({ ...draft, error: null, failures: 0 });
    void this.flush();
  }

  /** Lets go of a message: it is not wanted any more, or known to have arrived. */
  drop(clientId: string): void {
    if (this.#find(clientId)) this.#drop(clientId);
  }

  /** Another tab has changed something. */
  look(key: string | null): void {
    if (key === null || key.startsWith(this.#prefix)) this.#read();
  }

  /** Sends what waits, unless that is being done already. */
  async flush(): Promise<void> {
    if (this.#isSending || !this.#next()) return;
    clearTimeout(this.#timer);
    this.#isSending = true;
    const done = await this.#inTurn(() => this.#drain());
    this.#isSending = false;
    // What was written while the turn was given back goes out at once.
    if (done) return this.flush();
    const wait = Math.min(LONGEST_MS, RETRY_MS * 2 ** this.#failures++);
    this.#timer = setTimeout(() => void this.flush(), wait);
  }

  /** Does it when no other tab does the same. */
  #inTurn(act: () => Promise<boolean>): Promise<boolean> {
    const { locks } = this.#options;
    return locks ? locks.request(`${this.#prefix}sender`, act).catch(() => false) : act();
  }

  /** Sends until nothing waits; false when that can't be done now. */
  async #drain(): Promise<boolean> {
    for (;;) {
      // Another tab may have sent some of it while this one waited for its turn.
      this.#read();
      const draft = this.#next();
      if (!draft) return true;
      try {
        this.#settle(draft.client_id, { sent: await this.#options.send(draft) });
        this.#failures = 0;
        setTimeout(() => this.drop(draft.client_id), KEEP_SENT_MS);
      } catch (error) {
        const outcome = outcomeOf(draft, error);
        if (outcome) this.#settle(draft.client_id, outcome);
        if (typeof outcome?.error !== "string") return false;
        this.#failures = 0;
      }
    }
  }

  #next = () => this.#drafts.find(({ error, sent }) => error === null && !sent);
  #find = (clientId: string) => this.#drafts.find(({ client_id }) => client_id === clientId);

  /** Notes what has become of a message, if it is still here. */
  #settle(clientId: string, end: Partial<Draft>): void {
    const draft = this.#find(clientId);
    if (draft) this.#write({ ...draft, ...end });
  }

  #write(draft: Draft): void {
    const key = this.#prefix + draft.client_id;
    try {
      this.#options.storage.setItem(key, JSON.stringify(draft));
      this.#unkept.delete(draft.client_id);
    } catch {
      this.#unkept.set(draft.client_id, draft);
    }
    this.#read();
  }

  #drop(clientId: string): void {
    this.#unkept.delete(clientId);
    this.#options.storage.removeItem(this.#prefix + clientId);
    this.#read();
  }

  #read(): void {
    const { storage } = this.#options;
    const drafts = new Map<string, Draft>();
    for (let i = 0; i < storage.length; i++) {
      const key = storage.key(i) ?? "";
      const draft = key.startsWith(this.#prefix) ? readDraft(storage.getItem(key)) : null;
      if (draft) drafts.set(draft.client_id, draft);
    }
    for (const draft of this.#unkept.values()) drafts.set(draft.client_id, draft);
    this.#drafts = [...drafts.values()].sort((a, b) => a.created_at.localeCompare(b.created_at));
    this.#options.onChange();
  }
}

/** A stored message; null for what some other code has left there. */
function readDraft(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? "null") as Draft | null;
    return typeof draft?.client_id === "string" && typeof draft.body === "string" ? draft : null;
  } catch {
    return null;
  }
}

/** The browser's own storage, or one that lasts as long as the page where there is none to be had. */
export function storageOf(): OutboxOptions["storage"] {
  try {
    return window.localStorage;
  } catch {
    const kept = new Map<string, string>();
    return {
      get length() {
        return kept.size;
      },
      key: (at) => [...kept.keys()][at] ?? null,
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
  }
}
