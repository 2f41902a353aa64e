import { type LiveEvent, readLiveEvent } from "#domain/live/events.ts";
import { LIVE_PATH } from "#domain/live/frames.ts";
import type { Guest } from "../../bench/chat/crowd.ts";
import { Wire } from "../../bench/chat/wire.ts";
import type { MortalSite } from "../mortal.ts";
import { between, chance, pause } from "./ask.ts";
import { fetchMessages, fetchUnread, type Kept } from "./lists.ts";
import { type Memory, numberOf } from "./memory.ts";

/** How long a page whose socket was cut waits before it comes back. */
const AWAY = { least: 50, most: 1_500 };

/** An open page: it listens, comes back with its last mark, and asks anew when it is told to. */
export class Tab {
  /** What it shows of each conversation, by message id. */
  readonly shown = new Map<number, Map<string, Kept>>();
  /** Unread messages by the other person, as heard last; and all of them. */
  readonly unread = new Map<number, number>();
  unreadAll = 0;
  /** Messages heard of once more: a page shows them once all the same. */
  doubles = 0;
  /** Something that no page should hear. */
  readonly complaints: string[] = [];
  readonly #site: MortalSite;
  readonly #guest: Guest;
  readonly #others: readonly number[];
  readonly #memory: Memory;
  #wire: Wire | undefined;
  #mark: string | undefined;
  /** What is heard while it asks anew is applied after that; null while it does not. */
  #held: LiveEvent[] | null = null;
  #dozing: Promise<void> | undefined;
  #isStale = false;
  #closed = false;

  constructor(site: MortalSite, guest: Guest, others: readonly number[], memory: Memory) {
    this.#site = site;
    this.#guest = guest;
    this.#others = others;
    this.#memory = memory;
  }

  /** Keeps a socket open until the page is closed. */
  async live(): Promise<void> {
    while (!this.#closed) {
      const gone = Promise.withResolvers<void>();
      try {
        const query = this.#mark ? `?after=${this.#mark}` : "";
        const socket = `${this.#site.url}${LIVE_PATH}${query}`;
        this.#wire = await Wire.open(socket, this.#guest.headers, {
          heard: (payload) => this.#hear(payload.toString()),
          closed: () => gone.resolve(),
        });
        await gone.promise;
      } catch {
        await this.#site.up();
      }
      this.#wire = undefined;
      await this.#dozing;
      if (!this.#closed) await pause(between(AWAY.least, AWAY.most));
    }
  }

  /** Loses its socket, as pages in tunnels do. */
  cut(): void {
    if (!this.#wire) return;
    this.#memory.cuts++;
    this.#wire.cut();
  }

  /** Loses its socket and stays away until it is called, longer than anything is kept for it. */
  async doze(until: Promise<void>): Promise<void> {
    this.#dozing = until;
    this.cut();
    await until;
    this.#dozing = undefined;
  }

  /** Says what pages say: who types, whom it watches, that it is there. */
  murmur(): void {
    const [other] = this.#others;
    if (chance(0.3)) this.#wire?.send("ping");
    else if (chance(0.5)) this.#wire?.send(JSON.stringify({ type: "typing", user_id: other }));
    else this.#wire?.send(JSON.stringify({ type: "watch", user_ids: this.#others }));
  }

  close(): void {
    this.#closed = true;
    this.#wire?.close();
  }

  /** The newest message of somebody that it shows. */
  newest(other: number): string | undefined {
    return [...(this.shown.get(other)?.keys() ?? [])].sort((a, b) => numberOf(b) - numberOf(a))[0];
  }

  #hear(text: string): void {
    if (text === "pong") return;
    const said = readLiveEvent(text);
    if (!said) {
      this.complaints.push(text.slice(0, 200));
      return;
    }
    if (said.mark) this.#mark = said.mark;
    const { event } = said;
    if (event.event === "Hello") {
      this.#memory.resumed(event.resume);
      if (event.resume === "new" || event.resume === "resync") void this.#askAnew();
    }
    if (this.#held) this.#held.push(event);
    else this.#apply(event);
  }

  /** What was heard meanwhile may be older than the answers or newer; applied after them, the last word stands. */
  async #askAnew(): Promise<void> {
    this.#isStale = true;
    if (this.#held) return;
    this.#held = [];
    // Told to ask anew once more on the way, it does not trust the answers it has.
    while (this.#isStale) {
      this.#isStale = false;
      await this.#ask().catch((error: unknown) => this.complaints.push(String(error)));
    }
    const held = this.#held;
    this.#held = null;
    for (const event of held) this.#apply(event);
  }

  async #ask(): Promise<void> {
    const { by, all } = await fetchUnread(this.#site, this.#guest);
    for (const other of this.#others) {
      const { messages } = await fetchMessages(this.#site, this.#guest, other);
      this.shown.set(other, new Map(messages.map((message) => [message.id, message])));
      this.unread.set(other, by.get(other) ?? 0);
    }
    this.unreadAll = all;
  }

  #apply(event: LiveEvent): void {
    if (event.event === "Hello") this.unreadAll = event.unread_messages;
    if (event.event === "NewMessage") {
      const { id, body, sender_id } = event.message;
      const shown = this.shown.get(event.user_id) ?? new Map<string, Kept>();
      if (shown.has(id)) this.doubles++;
      this.shown.set(event.user_id, shown.set(id, { id, body, sender: sender_id }));
    }
    if (event.event === "NewMessage" || event.event === "ConversationRead") {
      this.unread.set(event.user_id, event.unread);
      this.unreadAll = event.unread_messages;
    }
  }
}
