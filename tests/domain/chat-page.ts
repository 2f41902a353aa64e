import type { ChatMessage, ConversationEntry } from "#domain/conversations/api.ts";
import { messageId, pairKey } from "#domain/conversations/ids.ts";
import {
  type ChatInput,
  type ChatState,
  emptyChatState,
  hasUnknownUser,
  type MessageDraft,
  type MessagePageResponse,
  messageNumber,
  reduceChat,
  visibleMessages,
} from "#domain/conversations/reduce-chat.ts";
import type { LiveEvent } from "#domain/live/events.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";

export const ME = 5;
const PAGE = 3;
const card = (id: number) => ({ id, username: `user_${id}` }) as PresentUserCard;

export const isoTimeAt = (at: number) => new Date(at * 1000).toISOString();

/** A site with one user's conversations: stores them and publishes events to the user's socket in order. */
export class ChatSite {
  readonly events: LiveEvent[] = [];
  readonly #conversations = new Map<
    number,
    { messages: ChatMessage[]; read: number; seen: number; last: number; block: boolean }
  >();
  #time = 0;

  conversation(other: number) {
    const known = this.#conversations.get(other);
    if (known) return known;
    const conversation = { messages: [], read: 0, seen: 0, last: 0, block: false };
    this.#conversations.set(other, conversation);
    return conversation;
  }

  id = (other: number, number: number) => messageId(pairKey(ME, other), number);

  unread(other: number): number {
    const { messages, read } = this.conversation(other);
    return messages.filter(
      ({ id, sender_id, deleted }) => sender_id === other && !deleted && messageNumber(id) > read,
    ).length;
  }

  #counts = (other: number) => ({
    unread: this.unread(other),
    unread_messages: [...this.#conversations.keys()].reduce((sum, one) => sum + this.unread(one), 0),
  });

  write(other: number, sender: number, client_id?: string): ChatMessage {
    const conversation = this.conversation(other);
    conversation.last++;
    const created_at = isoTimeAt(++this.#time);
    const message: ChatMessage = {
      id: this.id(other, conversation.last),
      body: `${other}/${conversation.last}`,
      sender_id: sender,
      created_at,
      created_at_formatted: created_at,
      deleted: false,
      ...(client_id && { client_id }),
    };
    conversation.messages.push(message);
    this.events.push({ event: "NewMessage", user_id: other, message, ...this.#counts(other) });
    return message;
  }

  /** Stores a message that the page itself sends on its socket: the page gets a reply in place of the event. */
  writeFromPage(other: number): MessageDraft {
    const client_id = `client-${this.#time}`;
    const { id, body, created_at } = this.write(other, ME, client_id);
    this.events.splice(-1, 1, { event: "MessageSent", client_id, id, created_at });
    return { client_id, user_id: other, body, created_at, error: null };
  }

  remove(other: number, index: number): void {
    const { messages } = this.conversation(other);
    const message = messages[index];
    if (!message || message.deleted) return;
    messages[index] = { ...message, body: "", deleted: true };
    this.conversation(other).last++;
    this.events.push({ event: "MessageDeleted", user_id: other, id: message.id, ...this.#counts(other) });
  }

  restore(other: number, index: number): void {
    const { messages } = this.conversation(other);
    const before = messages[index];
    if (!before?.deleted) return;
    const message = { ...before, body: `${other}/${messageNumber(before.id)}`, deleted: false };
    messages[index] = message;
    this.conversation(other).last++;
    this.events.push({ event: "MessageRestored", user_id: other, message, ...this.#counts(other) });
  }

  /** Moves a position to the newest message. Returns its id, or null if the position is there already. */
  #move(other: number, position: "read" | "seen"): string | null {
    const conversation = this.conversation(other);
    const newest = messageNumber(conversation.messages.at(-1)?.id ?? null);
    if (newest <= conversation[position]) return null;
    conversation[position] = newest;
    conversation.last++;
    return this.id(other, newest);
  }

  read(other: number): void {
    const read_id = this.#move(other, "read");
    if (read_id)
      this.events.push({ event: "ConversationRead", user_id: other, read_id, ...this.#counts(other) });
  }

  markSeen(other: number): void {
    const seen_id = this.#move(other, "seen");
    if (seen_id) this.events.push({ event: "ConversationSeen", user_id: other, seen_id });
  }

  block(other: number): void {
    const conversation = this.conversation(other);
    const block = !conversation.block;
    conversation.block = block;
    this.events.push({ event: "ContactChanged", user_id: other, username: `user_${other}`, block });
  }

  #userFields = (other: number) => ({
    user: card(other),
    block: this.conversation(other).block,
    can_send: !this.conversation(other).block,
    messages_unread_count: this.unread(other),
  });

  thread(other: number, upTo: number | null): MessagePageResponse {
    const { messages, read, seen } = this.conversation(other);
    const before = messages.filter(({ id }) => upTo === null || messageNumber(id) <= upTo).toReversed();
    return {
      ...this.#userFields(other),
      data: before.slice(0, PAGE),
      meta: { current_page: 1, last_page: 1, total: before.length },
      links: { next: before.length > PAGE ? "/more" : null },
      read_id: read ? this.id(other, read) : null,
      seen_id: seen ? this.id(other, seen) : null,
    };
  }

  list(): { data: ConversationEntry[]; meta: MessagePageResponse["meta"]; links: { next: null } } {
    const data = [...this.#conversations].flatMap(([id, { messages }]) => {
      const latest = messages.at(-1);
      if (!latest) return [];
      return [{ id, ...this.#userFields(id), last_message: latest.id, latest_message: latest }];
    });
    return { data, meta: { current_page: 1, last_page: 1, total: data.length }, links: { next: null } };
  }

  /** The state that a fully loaded page must show. */
  shown(others: readonly number[]) {
    return others.map((other) => ({
      messages: this.conversation(other).messages.map(({ id, body, deleted }) => ({ id, body, deleted })),
      unread: this.unread(other),
      block: this.conversation(other).block,
      canSend: !this.conversation(other).block,
      read: this.conversation(other).read,
      seen: this.conversation(other).seen,
    }));
  }
}

/** A page: requests at any time, receives events in order but late, and some of them twice. */
export class SimulatedChatPage {
  state: ChatState = emptyChatState(ME);
  readonly #site: ChatSite;
  readonly #responses: ChatInput[] = [];
  #received = 0;
  /** The list has been loaded since events were last lost. */
  #hasList = false;

  constructor(site: ChatSite) {
    this.#site = site;
  }

  take(input: ChatInput): void {
    this.state = reduceChat(this.state, input);
  }

  /** Sends a message on the socket. */
  send(other: number): void {
    const draft = this.#site.writeFromPage(other);
    this.take({ type: "drafts", drafts: [...this.state.drafts, draft] });
  }

  /** Sends a request; calling `work` is when the site handles it, `arrive` when its response comes. */
  request(kind: "list" | number, upTo: number | null = null): { work: () => void } {
    this.take({ type: "request" });
    const requestedAt = this.state.clock;
    return {
      work: () => {
        this.#responses.push(
          kind === "list"
            ? { type: "list", requestedAt, response: this.#site.list() }
            : { type: "thread", requestedAt, userId: kind, upTo, response: this.#site.thread(kind, upTo) },
        );
      },
    };
  }

  /** Sends a request and receives its response at once. */
  fetch(kind: "list" | number, upTo: number | null = null): void {
    this.request(kind, upTo).work();
    this.arrive(0);
  }

  /** Receives one of the pending responses, in any order. */
  arrive(pick: number): void {
    const [response] = this.#responses.splice(pick % Math.max(1, this.#responses.length), 1);
    if (!response) return;
    this.take(response);
    if (response.type === "list" && response.requestedAt >= (this.state.missedAt ?? 0)) this.#hasList = true;
  }

  receive(count: number): void {
    for (const event of this.#site.events.slice(this.#received, this.#received + count))
      this.take({ type: "live", event });
    this.#received = Math.min(this.#site.events.length, this.#received + count);
  }

  /** The socket reconnects: the last events are sent again. */
  replay(count: number): void {
    this.#received = Math.max(0, this.#received - count);
  }

  /** Loses everything that was sent so far. */
  lose(): void {
    this.#received = this.#site.events.length;
    this.take({ type: "resync" });
    this.#hasList = false;
  }

  /** Does what the chat page does: requests what it can't know, and older messages until there are none. */
  settle(others: readonly number[]): void {
    this.receive(Number.POSITIVE_INFINITY);
    while (this.#responses.length) this.arrive(0);
    if (!this.#hasList || hasUnknownUser(this.state)) {
      this.fetch("list");
    }
    for (const other of others) {
      const conversation = () => this.state.conversations[other];
      if (!conversation()?.span || conversation()?.staleSince !== null) {
        this.fetch(other);
      }
      for (let pages = 0; conversation()?.hasOlder && pages < 50; pages++) {
        this.fetch(other, conversation()?.span?.from ?? 0);
      }
    }
  }

  shown(others: readonly number[]) {
    return others.map((other) => {
      const conversation = this.state.conversations[other];
      return {
        messages: visibleMessages(conversation).map(({ id, body, deleted }) => ({ id, body, deleted })),
        unread: conversation?.unread,
        block: conversation?.block,
        canSend: conversation?.canSend,
        read: conversation?.read,
        seen: conversation?.seen,
      };
    });
  }
}
