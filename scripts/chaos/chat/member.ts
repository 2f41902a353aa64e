import { setTimeout as pause } from "node:timers/promises";
import { fillPath } from "#domain/api/route.ts";
import { readMessagesRoute, sendMessageRoute } from "#domain/conversations/api.ts";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import type { KillableSite } from "../killable-site.ts";
import type { ChatHistory, SentMessage } from "./chat-history.ts";
import { between, chance, sendRequest } from "./send-request.ts";
import type { Tab } from "./tab.ts";

type SendResult = "acknowledged" | "rejected" | "unknown";

/** Milliseconds between two actions in a conversation. */
const PAUSE_MS = { least: 100, most: 900 };
const READS = 0.2;
/** Shares of messages that are sent twice at once, and again after their acknowledgment. */
const DOUBLED = 0.1;
const REPEATED = 0.1;
/** The share of messages that go over a tab's socket if it's open; the others go over HTTP. */
const ON_SOCKET = 0.7;

/** A user who sends messages, one at a time per conversation, and retries until they're acknowledged. */
export class ChaosMember {
  readonly #site: KillableSite;
  readonly #user: BenchUser;
  readonly #history: ChatHistory;
  /** The user's tab: its socket sends messages, and messages that it shows are marked as read. */
  readonly #tab: Tab | undefined;

  constructor(site: KillableSite, user: BenchUser, history: ChatHistory, tab: Tab | undefined) {
    this.#site = site;
    this.#user = user;
    this.#history = history;
    this.#tab = tab;
  }

  /** Chats with a user until `isOver` returns true. Finishes the current action first. */
  async chatWith(other: number, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      if (chance(READS)) await this.#read(other);
      else await this.#write(other);
      await pause(between(PAUSE_MS.least, PAUSE_MS.most));
    }
  }

  async #write(to: number): Promise<void> {
    const from = this.#user.id;
    const n = this.#history.sent.length;
    const message: SentMessage = {
      from,
      to,
      body: `${from} sends ${to} something new: ${n}`,
      ids: new Set(),
    };
    this.#history.sent.push(message);
    const clientId = `chaos-${n}`.padEnd(10, "-");
    for (let tries = 0; message.ids.size === 0; tries++) {
      if (tries) {
        this.#history.retries++;
        await this.#site.whenUp();
        await pause(between(20, 300));
      }
      const times = chance(DOUBLED) ? 2 : 1;
      this.#history.doubles += times - 1;
      const results = await Promise.all(Array.from({ length: times }, () => this.#send(message, clientId)));
      if (results.includes("rejected")) return;
    }
    if (!chance(REPEATED)) return;
    this.#history.doubles++;
    await this.#send(message, clientId);
  }

  /** Sends a message either way; each attempt can take the other way than the one before. */
  async #send(message: SentMessage, client_id: string): Promise<SendResult> {
    const reply = chance(ON_SOCKET) ? this.#tab?.send(message.to, message.body, client_id) : undefined;
    if (!reply) return this.#post(message, client_id);
    this.#history.frames++;
    const event = await reply;
    if (!event) return "unknown";
    if (event.event === "MessageSent") {
      message.ids.add(event.id);
      return "acknowledged";
    }
    if (event.status >= 500) return "unknown";
    this.#history.rejected.push(`${event.status} ${event.message}`);
    return "rejected";
  }

  async #post(message: SentMessage, client_id: string): Promise<SendResult> {
    this.#history.posts++;
    const path = fillPath(sendMessageRoute.path, { userId: message.to });
    const response = await sendRequest(this.#site, this.#user, path, { body: message.body, client_id });
    if (!response) return "unknown";
    if (response.status !== 200) {
      this.#history.rejected.push(`${response.status} ${response.text}`);
      return "rejected";
    }
    message.ids.add((JSON.parse(response.text) as { id: string }).id);
    return "acknowledged";
  }

  /** Marks messages as read, up to a shown one or all. */
  async #read(other: number): Promise<void> {
    const shown = chance(0.7) ? this.#tab?.newest(other) : undefined;
    const path = fillPath(readMessagesRoute.path, { userId: other });
    const response = await sendRequest(this.#site, this.#user, path, shown ? { last_message: shown } : {});
    if (!response) return;
    if (response.status !== 200) this.#history.rejected.push(`${response.status} ${response.text}`);
    else if (shown) this.#history.read.set(`${this.#user.id} ${other}`, shown);
  }
}
