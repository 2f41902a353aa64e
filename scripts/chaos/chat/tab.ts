import { setTimeout as pause } from "node:timers/promises";
import { type LiveEvent, parseLiveEvent } from "#domain/live/events.ts";
import { type ClientFrame, LIVE_PATH } from "#domain/live/frames.ts";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import { RawWebSocket } from "../../bench/chat/raw-web-socket.ts";
import type { KillableSite } from "../killable-site.ts";
import { type ChatHistory, numberOf } from "./chat-history.ts";
import { type FetchedMessage, fetchMessages, fetchUnread } from "./fetch-messages.ts";
import { between, chance } from "./send-request.ts";

/** The delay before a tab reconnects. */
const RECONNECT_MS = { least: 50, most: 1_500 };

type Reply = Extract<LiveEvent, { event: "MessageSent" | "MessageRejected" }>;

interface UnansweredMessage {
  to: number;
  body: string;
  resolve: (reply: Reply | null) => void;
}

/** An open tab: receives events, reconnects with its last cursor, and refetches when the site asks for it. */
export class Tab {
  /** The shown messages of each conversation, by message id. */
  readonly shown = new Map<number, Map<string, FetchedMessage>>();
  /** Unread messages by the other user, and in total. */
  readonly unread = new Map<number, number>();
  unreadAll = 0;
  /** Messages received more than once. A tab shows them only once. */
  doubles = 0;
  /** Events that no tab should receive, and failed requests. */
  readonly errors: string[] = [];
  readonly #site: KillableSite;
  readonly #user: BenchUser;
  readonly #others: readonly number[];
  readonly #history: ChatHistory;
  #socket: RawWebSocket | undefined;
  #cursor: string | undefined;
  /** Events that arrive during a refetch, applied afterwards; null otherwise. */
  #queued: LiveEvent[] | null = null;
  #offlineUntil: Promise<void> | undefined;
  #isStale = false;
  #closed = false;
  /** Messages sent on this socket that have no reply yet, by their ids. */
  readonly #unanswered = new Map<string, UnansweredMessage[]>();
  /** Acknowledged messages by their ids: a reply doesn't repeat the text. */
  readonly #bodies = new Map<string, { to: number; body: string }>();

  constructor(site: KillableSite, user: BenchUser, others: readonly number[], history: ChatHistory) {
    this.#site = site;
    this.#user = user;
    this.#others = others;
    this.#history = history;
  }

  /** Keeps a socket open until the tab is closed. */
  async run(): Promise<void> {
    while (!this.#closed) {
      const closed = Promise.withResolvers<void>();
      try {
        const query = this.#cursor ? `?after=${this.#cursor}` : "";
        const socket = `${this.#site.url}${LIVE_PATH}${query}`;
        this.#socket = await RawWebSocket.open(socket, this.#user.headers, {
          onMessage: (payload) => this.#receive(payload.toString()),
          onClose: () => closed.resolve(),
        });
        await closed.promise;
      } catch {
        await this.#site.whenUp();
      }
      this.#socket = undefined;
      this.#giveUpReplies();
      await this.#offlineUntil;
      if (!this.#closed) await pause(between(RECONNECT_MS.least, RECONNECT_MS.most));
    }
  }

  /** Loses its socket, like a phone in a tunnel. */
  cut(): void {
    if (!this.#socket) return;
    this.#history.cuts++;
    this.#socket.cut();
  }

  /** Loses its socket and stays offline, longer than the site stores events for it. */
  async stayOffline(until: Promise<void>): Promise<void> {
    this.#offlineUntil = until;
    this.cut();
    await until;
    this.#offlineUntil = undefined;
  }

  /** Sends a typical frame: typing, watch or ping. */
  sendFrame(): void {
    const [other] = this.#others;
    if (chance(0.3)) this.#socket?.send("ping");
    else if (chance(0.5)) this.#socket?.send(JSON.stringify({ type: "typing", user_id: other }));
    else this.#socket?.send(JSON.stringify({ type: "watch", user_ids: this.#others }));
  }

  /** Sends a message on the socket; undefined if it isn't open. Resolves with null if the socket closes before the reply. */
  send(to: number, body: string, client_id: string): Promise<Reply | null> | undefined {
    if (!this.#socket?.isOpen) return undefined;
    const { promise, resolve } = Promise.withResolvers<Reply | null>();
    this.#unanswered.set(client_id, [...(this.#unanswered.get(client_id) ?? []), { to, body, resolve }]);
    this.#socket.send(JSON.stringify({ type: "send", user_id: to, client_id, body } satisfies ClientFrame));
    return promise;
  }

  #giveUpReplies(): void {
    for (const list of this.#unanswered.values()) for (const { resolve } of list) resolve(null);
    this.#unanswered.clear();
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  /** Returns the newest shown message of a conversation. */
  newest(other: number): string | undefined {
    return [...(this.shown.get(other)?.keys() ?? [])].sort((a, b) => numberOf(b) - numberOf(a))[0];
  }

  #receive(text: string): void {
    if (text === "pong") return;
    const message = parseLiveEvent(text);
    if (!message) {
      this.errors.push(text.slice(0, 200));
      return;
    }
    if (message.mark) this.#cursor = message.mark;
    const { event } = message;
    if (event.event === "MessageSent" || event.event === "MessageRejected") this.#takeReply(event);
    if (event.event === "Hello") {
      this.#history.resumed(event.resume);
      if (event.resume === "new" || event.resume === "resync") void this.#refetch();
    }
    if (this.#queued) this.#queued.push(event);
    else this.#apply(event);
  }

  /** The reply to a message comes in place of its event: the tab shows the message as if it had received it. */
  #takeReply(reply: Reply): void {
    const [first, ...others] = this.#unanswered.get(reply.client_id) ?? [];
    this.#unanswered.set(reply.client_id, others);
    if (!first) {
      this.errors.push(`a reply to nothing: ${JSON.stringify(reply)}`);
      return;
    }
    first.resolve(reply);
    if (reply.event === "MessageSent") this.#bodies.set(reply.id, first);
  }

  /** Refetches everything. Events that arrive meanwhile can be newer than the responses, so they're applied afterwards. */
  async #refetch(): Promise<void> {
    this.#isStale = true;
    if (this.#queued) return;
    this.#queued = [];
    // Another resync during the refetch makes its responses stale.
    while (this.#isStale) {
      this.#isStale = false;
      await this.#fetch().catch((error: unknown) => this.errors.push(String(error)));
    }
    const queued = this.#queued;
    this.#queued = null;
    for (const event of queued) this.#apply(event);
  }

  async #fetch(): Promise<void> {
    const { by, all } = await fetchUnread(this.#site, this.#user);
    for (const other of this.#others) {
      const { messages } = await fetchMessages(this.#site, this.#user, other);
      this.shown.set(other, new Map(messages.map((message) => [message.id, message])));
      this.unread.set(other, by.get(other) ?? 0);
    }
    this.unreadAll = all;
  }

  #apply(event: LiveEvent): void {
    if (event.event === "Hello") this.unreadAll = event.unread_messages;
    if (event.event === "MessageSent") {
      const { to, body } = this.#bodies.get(event.id) ?? {};
      // The reply to a repeated message comes after its event.
      if (to !== undefined && body !== undefined) {
        const shown = this.shown.get(to) ?? new Map<string, FetchedMessage>();
        this.shown.set(to, shown.set(event.id, { id: event.id, body, sender: this.#user.id }));
      }
    }
    if (event.event === "NewMessage") {
      const { id, body, sender_id } = event.message;
      const shown = this.shown.get(event.user_id) ?? new Map<string, FetchedMessage>();
      if (shown.has(id)) this.doubles++;
      this.shown.set(event.user_id, shown.set(id, { id, body, sender: sender_id }));
    }
    if (event.event === "NewMessage" || event.event === "ConversationRead") {
      this.unread.set(event.user_id, event.unread);
      this.unreadAll = event.unread_messages;
    }
  }
}
