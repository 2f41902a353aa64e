import type { QueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#domain/api/route.ts";
import {
  conversationListRoute,
  deleteMessageRoute,
  messageListRoute,
  readMessagesRoute,
  sendMessageRoute,
} from "#domain/conversations/api.ts";
import { messageId, pairName } from "#domain/conversations/ids.ts";
import {
  type ChatInput,
  type ChatState,
  type Draft,
  emptyChat,
  reduceChat,
} from "#domain/conversations/reduce.ts";
import { buildUrl, call } from "#web/lib/api.ts";
import { connection, learnCounts, onLive, onReturn } from "#web/lib/live/bus.ts";
import { makeStore, type Store } from "#web/lib/store.ts";
import { Outbox, storageOf } from "./outbox.ts";

type ListAnswer = OutputOf<typeof conversationListRoute>;

/** Somebody's conversations on this page: the signed-in user's, or of whom a moderator looks at. */
export class Chat {
  readonly me: number;
  /** Whose chat a moderator looks at; null for one's own. */
  readonly as: number | null;
  /** Why they do. */
  readonly reason: string;
  readonly state: Store<ChatState>;

  constructor(me: number, as: number | null, reason = "") {
    this.me = me;
    this.as = as;
    this.reason = reason;
    this.state = makeStore(emptyChat(me));
  }

  take(input: ChatInput): void {
    this.state.set(reduceChat(this.state.get(), input));
  }

  /** Asks, and takes in the answer with when it was asked. */
  async #ask<T>(question: () => Promise<T>, inputOf: (answer: T, asked: number) => ChatInput): Promise<T> {
    this.take({ type: "ask" });
    const asked = this.state.get().clock;
    const answer = await question();
    this.take(inputOf(answer, asked));
    return answer;
  }

  get #as() {
    return this.as === null ? {} : { as: this.as, reason: this.reason };
  }

  async askList(page: number, signal?: AbortSignal): Promise<ListAnswer> {
    const list = await this.#ask(
      () => call(conversationListRoute, { input: { page, ...this.#as }, signal }),
      (answer, asked) => ({ type: "list", asked, answer }),
    );
    if (this.as === null) learnCounts({ messages: list.unread_count });
    return list;
  }

  /** Messages from the one of that number backwards; the newest where none is told. */
  askMessages(userId: number, upTo: number | null, signal?: AbortSignal): Promise<unknown> {
    const last_message = upTo === null ? undefined : messageId(pairName(this.me, userId), upTo);
    const input = { page: 1, ...this.#as, ...(last_message && { last_message }) };
    return this.#ask(
      () => call(messageListRoute, { params: { userId }, input, signal }),
      (answer, asked) => ({ type: "thread", asked, userId, upTo, answer }),
    );
  }

  /** Tells the site that everything up to a message was read. */
  async read(userId: number, last_message: string): Promise<void> {
    const { unread_count } = await this.#ask(
      () => call(readMessagesRoute, { params: { userId }, input: { last_message } }),
      ({ messages_unread_count: unread }, asked) => ({ type: "read", asked, userId, unread }),
    );
    learnCounts({ messages: unread_count });
  }

  /** Takes a message away, for everybody. */
  async scrub(id: string): Promise<void> {
    this.take({ type: "scrub", id, to: "pending" });
    try {
      await call(deleteMessageRoute, { params: { messageId: id }, input: {} });
      this.take({ type: "scrub", id, to: "done" });
    } catch (error) {
      this.take({ type: "scrub", id, to: "failed" });
      throw error;
    }
  }
}

/** The signed-in user's chat: it hears the socket, and keeps what is written until it is sent. */
export class OwnChat extends Chat {
  readonly outbox: Outbox;

  constructor(me: number) {
    super(me, null);
    this.outbox = new Outbox({
      userId: me,
      storage: storageOf(),
      locks: navigator.locks,
      send: sendDraft,
      // It speaks up before it is here.
      onChange: () => this.outbox && this.#show(),
    });
    this.#show();
    onLive((event) => this.take({ type: "live", event }));
    onReturn(() => this.take({ type: "resync" }));
    this.#goOnReturn();
  }

  #show(): void {
    this.take({ type: "drafts", drafts: this.outbox.drafts });
  }

  override take(input: ChatInput): void {
    super.take(input);
    if (input.type === "live" || input.type === "thread") this.#tidy();
  }

  /** What the site shows needs no sending any more: its answer was lost, or another tab has sent it. */
  #tidy(): void {
    const { talks } = this.state.get();
    for (const { client_id, user_id, sent } of this.outbox.drafts) {
      const known = Object.values(talks[user_id]?.messages ?? {});
      if (!sent && known.some((message) => message.client_id === client_id)) this.outbox.drop(client_id);
    }
  }

  /** What waits goes out as soon as there may be a way. */
  #goOnReturn(): void {
    const go = () => void this.outbox.flush();
    window.addEventListener("storage", ({ key }) => this.outbox.look(key));
    window.addEventListener("online", go);
    connection.subscribe(() => connection.get() === "open" && go());
    go();
  }
}

/** A request that hangs longer than this was lost. */
const SEND_MS = 20_000;

async function sendDraft({ user_id, body, client_id }: Draft): Promise<NonNullable<Draft["sent"]>> {
  const { id, created_at, created_at_formatted } = await call(
    sendMessageRoute,
    {
      params: { userId: user_id },
      input: { body, client_id },
      signal: AbortSignal.timeout(SEND_MS),
    },
    // Without the server's message the chat says "Error" (spec 2 §8).
    "",
  );
  return { id, created_at, created_at_formatted };
}

let own: OwnChat | null = null;
const views = new Map<number, Chat>();

/** The one chat of this page's user; what came with the HTML is in it. */
export function ownChat(client: QueryClient, me: number): OwnChat {
  if (own) return own;
  own = new OwnChat(me);
  const first = preloadedList(client);
  // Older than anything that was heard.
  if (first) own.take({ type: "list", asked: 0, answer: first.answer });
  return own;
}

/** The list's first page as it came with the HTML. */
export function preloadedList(client: QueryClient): { answer: ListAnswer; at: number } | null {
  const state = client.getQueryState<ListAnswer>([buildUrl(conversationListRoute, { input: { page: 1 } })]);
  return state?.data ? { answer: state.data, at: state.dataUpdatedAt } : null;
}

/** Somebody's chat as a moderator sees it; null until they have said why they look. */
export const chatAs = (userId: number): Chat | null => views.get(userId) ?? null;

/** Begins to look, until the page is left. */
export function lookAs(userId: number, reason: string): void {
  views.set(userId, new Chat(userId, userId, reason));
}
