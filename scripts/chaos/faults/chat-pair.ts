import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type LiveEvent, parseLiveEvent } from "#domain/live/events.ts";
import { type ClientFrame, LIVE_PATH } from "#domain/live/frames.ts";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import { HandshakeError, RawWebSocket } from "../../bench/chat/raw-web-socket.ts";

/** A page waits this long for a reply on its socket before it sends the message over HTTP (rule 16). */
const REPLY_LIMIT_MS = 5_000;
const HTTP_LIMIT_MS = 25_000;
const DELIVERY_LIMIT_MS = 10_000;
const POLL_MS = 20;

/** The outcome of a message: received, acknowledged but not yet received, rejected, or without any reply. */
export type ChatResult = "delivered" | "late" | `rejected ${number}` | "no reply";

class Page {
  readonly events: LiveEvent[] = [];
  readonly #url: string;
  readonly #user: BenchUser;
  #socket: RawWebSocket | undefined;

  constructor(url: string, user: BenchUser) {
    this.#url = url;
    this.#user = user;
  }

  get isOpen(): boolean {
    return this.#socket?.isOpen === true;
  }

  /** Opens the socket if it's closed. Throws a HandshakeError. */
  async open(): Promise<void> {
    if (this.isOpen) return;
    this.#socket = await RawWebSocket.open(`${this.#url}${LIVE_PATH}`, this.#user.headers, {
      onMessage: (payload) => {
        const parsed = parseLiveEvent(payload.toString());
        if (parsed) this.events.push(parsed.event);
      },
    });
  }

  send(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  close(): void {
    this.#socket?.close();
  }
}

/** Two members with open pages who write to each other. */
export class ChatPair {
  /** The bodies of acknowledged messages. A rejected one may be stored after all (rule 16). */
  readonly acknowledged: string[] = [];
  readonly #url: string;
  readonly #sender: BenchUser;
  readonly #from: Page;
  readonly #to: Page;
  readonly #recipient: number;

  constructor(url: string, from: BenchUser, to: BenchUser) {
    this.#url = url;
    this.#sender = from;
    this.#from = new Page(url, from);
    this.#to = new Page(url, to);
    this.#recipient = to.id;
  }

  async open(): Promise<void> {
    await Promise.all([this.#from.open(), this.#to.open()]);
  }

  close(): void {
    this.#from.close();
    this.#to.close();
  }

  /** Sends a message as a page does: on its socket, otherwise over HTTP. Sockets that were closed are opened first. */
  async send(): Promise<ChatResult> {
    await this.open().catch((error: unknown) => {
      if (!(error instanceof HandshakeError)) throw error;
    });
    const body = `Hello ${randomUUID()}`;
    const client_id = randomUUID();
    const status = (await this.#sendOnSocket(body, client_id)) ?? (await this.#sendOverHttp(body, client_id));
    if (status === null) return "no reply";
    if (status !== 200) return `rejected ${status}`;
    this.acknowledged.push(body);
    const received = await this.#wait(DELIVERY_LIMIT_MS, () =>
      this.#to.events.find((event) => event.event === "NewMessage" && event.message.body === body),
    );
    return received ? "delivered" : "late";
  }

  /** Returns the status of the reply, which is 200 if the message was stored. Null without a reply. */
  async #sendOnSocket(body: string, client_id: string): Promise<number | null> {
    if (!this.#from.isOpen) return null;
    this.#from.send({ type: "send", user_id: this.#recipient, client_id, body });
    const reply = await this.#wait(REPLY_LIMIT_MS, () =>
      this.#from.events.find(
        (event) =>
          (event.event === "MessageSent" || event.event === "MessageRejected") &&
          event.client_id === client_id,
      ),
    );
    if (!reply) return null;
    return reply.event === "MessageRejected" ? reply.status : 200;
  }

  async #sendOverHttp(body: string, client_id: string): Promise<number | null> {
    try {
      const response = await fetch(`${this.#url}/api/messages/send/${this.#recipient}`, {
        method: "POST",
        headers: { ...this.#sender.writeHeaders, "Content-Type": "application/json" },
        body: JSON.stringify({ body, client_id }),
        signal: AbortSignal.timeout(HTTP_LIMIT_MS),
      });
      await response.arrayBuffer();
      return response.ok ? 200 : response.status;
    } catch {
      return null;
    }
  }

  async #wait<T>(limit: number, find: () => T | undefined): Promise<T | undefined> {
    const end = performance.now() + limit;
    while (performance.now() < end) {
      const found = find();
      if (found !== undefined) return found;
      await pause(POLL_MS);
    }
    return undefined;
  }
}
