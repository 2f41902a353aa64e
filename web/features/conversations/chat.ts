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
  reduceChat,
} from "#domain/conversations/reduce-chat.ts";
import { buildUrl, call } from "#web/lib/api.ts";
import {
  connectionState,
  onEventsMissed,
  onLiveEvent,
  updateUnreadCounts,
} from "#web/lib/live/live-events.ts";
import { deviceStorage } from "#web/lib/storage.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { Outbox } from "./outbox.ts";
import { sendDraft } from "./send-draft.ts";

type ListResponse = OutputOf<typeof conversationListRoute>;

/** A user's conversations: the signed-in user's, or those of a user a moderator is viewing. */
export class Chat {
  readonly me: number;
  /** The id of the user a moderator is viewing; null for the signed-in user's own chat. */
  readonly viewAs: number | null;
  /** The moderator's reason. */
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
  async #request<T>(
    send: () => Promise<T>,
    toInput: (response: T, requestedAt: number) => ChatInput,
  ): Promise<T> {
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
  fetchMessages(
    userId: number,
    upTo: number | null,
    signal?: AbortSignal,
  ): Promise<OutputOf<typeof messageListRoute>> {
    const last_message = upTo === null ? undefined : messageId(pairKey(this.me, userId), upTo);
    const input = { page: 1, ...this.viewAsInput, ...(last_message && { last_message }) };
    return this.#request(
      () => call(messageListRoute, { params: { userId }, input, signal }),
      (response, requestedAt) => ({ type: "thread", requestedAt, userId, upTo, response }),
    );
  }

  /** Marks everything up to a message as read. */
  async markRead(userId: number, last_message: string): Promise<void> {
    const { unread_count } = await this.#request(
      () => call(readMessagesRoute, { params: { userId }, input: { last_message } }),
      ({ messages_unread_count: unread }, requestedAt) => ({ type: "read", requestedAt, userId, unread }),
    );
    updateUnreadCounts({ messages: unread_count });
  }

  /** Deletes a message for everyone. */
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
    this.#flushOnReconnect();
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

  /** Sends waiting messages as soon as the connection is back. */
  #flushOnReconnect(): void {
    const flush = () => void this.outbox.flush();
    window.addEventListener("storage", ({ key }) => this.outbox.onStorage(key));
    window.addEventListener("online", flush);
    connectionState.subscribe(() => connectionState.get() === "open" && flush());
    flush();
  }
}

let ownInstance: OwnChat | null = null;
const viewedChats = new Map<number, Chat>();

/** Returns the signed-in user's only chat, with the list preloaded in the HTML. */
export function ownChat(client: QueryClient, me: number): OwnChat {
  if (ownInstance) return ownInstance;
  ownInstance = new OwnChat(me);
  const first = preloadedList(client);
  // 0: older than any event.
  if (first) ownInstance.dispatch({ type: "list", requestedAt: 0, response: first });
  return ownInstance;
}

/** Returns the list's first page as preloaded in the HTML. */
const preloadedList = (client: QueryClient): ListResponse | undefined =>
  client.getQueryData([buildUrl(conversationListRoute, { input: { page: 1 } })]);

/** Returns a user's chat as viewed by a moderator; null until they have given a reason. */
export const viewedChat = (userId: number): Chat | null => viewedChats.get(userId) ?? null;

/** Starts viewing a user's chat, until the document is closed. */
export function startViewing(userId: number, reason: string): void {
  viewedChats.set(userId, new Chat(userId, userId, reason));
}
