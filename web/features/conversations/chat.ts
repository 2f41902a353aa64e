import type { QueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#domain/api/route.ts";
import {
  conversationListRoute,
  deleteMessageRoute,
  messageListRoute,
  readMessagesRoute,
} from "#domain/conversations/api.ts";
import { messageId, pairKey } from "#domain/conversations/ids.ts";
import {
  type ChatInput,
  type ChatState,
  emptyChatState,
  type MessageDraft,
  reduceChat,
} from "#domain/conversations/reduce-chat.ts";
import { buildUrl, call, ResponseError } from "#web/lib/api.ts";
import {
  connectionState,
  onEventsMissed,
  onLiveEvent,
  updateUnreadCounts,
} from "#web/lib/live/live-events.ts";
import { deviceStorage, parseStored, type SafeStorage } from "#web/lib/storage.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { outboxKeyPrefix } from "./outbox-key.ts";
import { sendDraft } from "./send-draft.ts";

type Sent = NonNullable<MessageDraft["sent"]>;

export interface OutboxOptions {
  userId: number;
  /** Shared by all tabs. */
  storage: SafeStorage;
  /** Lets only one tab send at a time. Without locks every tab sends, and the server drops duplicates. */
  locks: Pick<LockManager, "request"> | undefined;
  send: (draft: MessageDraft) => Promise<Sent>;
  onChange: () => void;
}

const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** How long a sent message stays in the outbox, for other tabs to see the result. */
const KEEP_SENT_MS = 3_000;

/** After this many 5xx responses a message fails with an error. */
const MAX_FAILURES = 4;

/** Whether the server was unreachable, or the connection too slow (408). Such a message waits without a limit. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof ResponseError) || error.status === 0 || error.status === 408;

/** Returns the changes to a draft after an error; null if it just waits. */
function outcomeOf({ failures = 0 }: MessageDraft, error: unknown): Partial<MessageDraft> | null {
  if (isUnreachable(error)) return null;
  const { status, code, message } = error as ResponseError;
  const canRetry = status >= 500 && code !== "read_only" && failures + 1 < MAX_FAILURES;
  return canRetry ? { failures: failures + 1 } : { error: message };
}

/**
 * The user's messages until the server has them. They are stored in the browser, shared by all tabs, and sent one by one
 * in the order they were written. A message waits while the server is unreachable. One that the server rejects, or fails on
 * several times, keeps its error until the user retries or deletes it. So does one that was sent in read-only mode.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #prefix: string;
  #drafts: MessageDraft[] = [];
  #last = 0;
  #isSending = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#prefix = outboxKeyPrefix(options.userId);
    this.#read();
    // Left over from tabs that were closed.
    for (const { client_id, sent } of this.#drafts) if (sent) this.drop(client_id);
  }

  /** All messages not sent yet, and for a moment the ones just sent. */
  get drafts(): readonly MessageDraft[] {
    return this.#drafts;
  }

  /** Adds a message. Messages are sent in the order they were added. */
  add(userId: number, body: string, clientId: string, now: number): void {
    this.#last = Math.max(now, this.#last + 1);
    const created_at = new Date(this.#last).toISOString();
    this.#write({ client_id: clientId, user_id: userId, body, created_at, error: null });
    void this.flush();
  }

  retry(clientId: string): void {
    this.#update(clientId, { error: null, failures: 0 });
    void this.flush();
  }

  /** Removes a message that was discarded or delivered. */
  drop(clientId: string): void {
    if (!this.#find(clientId)) return;
    this.#options.storage.set(this.#prefix + clientId, null);
    this.#read();
  }

  onStorage(key: string | null): void {
    if (key === null || key.startsWith(this.#prefix)) this.#read();
  }

  /** Sends waiting messages, unless sending is already in progress. */
  async flush(): Promise<void> {
    if (this.#isSending || !this.#next()) return;
    clearTimeout(this.#timer);
    this.#isSending = true;
    const done = await this.#withLock(() => this.#drain());
    this.#isSending = false;
    // Sends what was added before the lock was released.
    if (done) return this.flush();
    const wait = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** this.#failures++);
    this.#timer = setTimeout(() => void this.flush(), wait);
  }

  /** Runs `task` while no other tab does. Returns false if the lock fails. */
  #withLock(task: () => Promise<boolean>): Promise<boolean> {
    const { locks } = this.#options;
    return locks ? locks.request(`${this.#prefix}sender`, task).catch(() => false) : task();
  }

  /** Sends until nothing is waiting. Returns false if sending isn't possible now. */
  async #drain(): Promise<boolean> {
    for (;;) {
      // Another tab may have sent some while this one waited for the lock.
      this.#read();
      const draft = this.#next();
      if (!draft) return true;
      try {
        this.#update(draft.client_id, { sent: await this.#options.send(draft) });
        this.#failures = 0;
        setTimeout(() => this.drop(draft.client_id), KEEP_SENT_MS);
      } catch (error) {
        const outcome = outcomeOf(draft, error);
        if (outcome) this.#update(draft.client_id, outcome);
        if (typeof outcome?.error !== "string") return false;
        this.#failures = 0;
      }
    }
  }

  #next = () => this.#drafts.find(({ error, sent }) => error === null && !sent);
  #find = (clientId: string) => this.#drafts.find(({ client_id }) => client_id === clientId);

  #update(clientId: string, changes: Partial<MessageDraft>): void {
    const draft = this.#find(clientId);
    if (draft) this.#write({ ...draft, ...changes });
  }

  #write(draft: MessageDraft): void {
    this.#options.storage.set(this.#prefix + draft.client_id, JSON.stringify(draft));
    this.#read();
  }

  #read(): void {
    const { storage } = this.#options;
    const drafts = new Map<string, MessageDraft>();
    for (const key of storage.keys()) {
      const draft = key.startsWith(this.#prefix) ? readDraft(storage.get(key)) : null;
      if (draft) drafts.set(draft.client_id, draft);
    }
    this.#drafts = [...drafts.values()].sort((a, b) => a.created_at.localeCompare(b.created_at));
    this.#options.onChange();
  }
}

function readDraft(text: string | null): MessageDraft | null {
  const draft = parseStored(text) as MessageDraft | null | undefined;
  return typeof draft?.client_id === "string" && typeof draft.body === "string" ? draft : null;
}

type ListResponse = OutputOf<typeof conversationListRoute>;

/** A user's conversations: the signed-in user's, or those of a user a moderator is viewing. */
export class Chat {
  readonly me: number;
  /** The id of the user a moderator is viewing; null for the signed-in user's own chat. */
  readonly viewAs: number | null;
  readonly reason: string;
  readonly state: Store<ChatState>;

  constructor(me: number, viewAs: number | null, reason = "") {
    this.me = me;
    this.viewAs = viewAs;
    this.reason = reason;
    this.state = createStore(emptyChatState(me));
  }

  dispatch(input: ChatInput): void {
    this.state.set(reduceChat(this.state.get(), input));
  }

  /** Sends a request and dispatches its response with the clock at the time of the request. */
  async #request<T>(send: () => Promise<T>, toInput: (response: T, requestedAt: number) => ChatInput) {
    this.dispatch({ type: "request" });
    const requestedAt = this.state.get().clock;
    const response = await send();
    this.dispatch(toInput(response, requestedAt));
    return response;
  }

  /** The input that lets a moderator view the chat. */
  get viewAsInput() {
    return this.viewAs === null ? {} : { as: this.viewAs, reason: this.reason };
  }

  async fetchList(page: number, signal?: AbortSignal): Promise<ListResponse> {
    const list = await this.#request(
      () => call(conversationListRoute, { input: { page, ...this.viewAsInput }, signal }),
      (response, requestedAt) => ({ type: "list", requestedAt, response }),
    );
    if (this.viewAs === null) updateUnreadCounts({ messages: list.unread_count });
    return list;
  }

  /** Fetches messages backwards from number `upTo`, or from the newest if null. */
  fetchMessages(userId: number, upTo: number | null, signal?: AbortSignal) {
    const last_message = upTo === null ? undefined : messageId(pairKey(this.me, userId), upTo);
    const input = { page: 1, ...this.viewAsInput, ...(last_message && { last_message }) };
    return this.#request(
      () => call(messageListRoute, { params: { userId }, input, signal }),
      (response, requestedAt) => ({ type: "thread", requestedAt, userId, upTo, response }),
    );
  }

  async markRead(userId: number, last_message: string): Promise<void> {
    const { unread_count } = await this.#request(
      () => call(readMessagesRoute, { params: { userId }, input: { last_message } }),
      ({ messages_unread_count: unread }, requestedAt) => ({ type: "read", requestedAt, userId, unread }),
    );
    updateUnreadCounts({ messages: unread_count });
  }

  async deleteMessage(id: string): Promise<void> {
    this.dispatch({ type: "delete", id, to: "pending" });
    try {
      await call(deleteMessageRoute, { params: { messageId: id }, input: {} });
      this.dispatch({ type: "delete", id, to: "done" });
    } catch (error) {
      this.dispatch({ type: "delete", id, to: "failed" });
      throw error;
    }
  }
}

/** The signed-in user's chat. Receives live events, and stores messages until they are sent. */
export class OwnChat extends Chat {
  readonly outbox: Outbox;

  constructor(me: number) {
    super(me, null);
    this.outbox = new Outbox({
      userId: me,
      storage: deviceStorage,
      locks: navigator.locks,
      send: sendDraft,
      // onChange fires during construction, before `this.outbox` is set.
      onChange: () => this.outbox && this.#syncDrafts(),
    });
    this.#syncDrafts();
    onLiveEvent((event) => this.dispatch({ type: "live", event }));
    onEventsMissed(() => this.dispatch({ type: "resync" }));
    window.addEventListener("storage", ({ key }) => this.outbox.onStorage(key));
    const flush = () => void this.outbox.flush();
    window.addEventListener("online", flush);
    connectionState.subscribe(() => connectionState.get() === "open" && flush());
    flush();
  }

  #syncDrafts(): void {
    this.dispatch({ type: "drafts", drafts: this.outbox.drafts });
  }

  override dispatch(input: ChatInput): void {
    super.dispatch(input);
    if (input.type === "live" || input.type === "thread") this.#dropDelivered();
  }

  /** Drops drafts that were delivered without a response, or by another tab. */
  #dropDelivered(): void {
    const { conversations } = this.state.get();
    for (const { client_id, user_id, sent } of this.outbox.drafts) {
      const known = Object.values(conversations[user_id]?.messages ?? {});
      if (!sent && known.some((message) => message.client_id === client_id)) this.outbox.drop(client_id);
    }
  }
}

let ownInstance: OwnChat | null = null;
const viewedChats = new Map<number, Chat>();

export function ownChat(client: QueryClient, me: number): OwnChat {
  if (ownInstance) return ownInstance;
  ownInstance = new OwnChat(me);
  const firstPage = buildUrl(conversationListRoute, { input: { page: 1 } });
  const first = client.getQueryData<ListResponse>([firstPage]);
  // 0: older than any event.
  if (first) ownInstance.dispatch({ type: "list", requestedAt: 0, response: first });
  return ownInstance;
}

/** Returns a user's chat as viewed by a moderator; null until they have given a reason. */
export const viewedChat = (userId: number): Chat | null => viewedChats.get(userId) ?? null;

/** Starts viewing a user's chat, until the document is closed. */
export function startViewing(userId: number, reason: string): void {
  viewedChats.set(userId, new Chat(userId, userId, reason));
}
