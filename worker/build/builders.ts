import type { Connection } from "partyserver";
import { BUILD_CLOSE_CODES, type BuildCloseCode } from "#domain/build/close-codes.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { Builder, Presence, ServerMessage } from "#domain/build/messages.ts";
import { closeSocket } from "../live/close-socket.ts";
import { MessageCredits } from "../room/message-credits.ts";

/** A page that is open, as it's stored with its socket. */
export interface PageState extends Builder {
  /** Hash of the session that opened it. */
  session: string;
  isCreator: boolean;
}

const PART_CREDITS = { burst: BUILD_LIMITS.partsBurst, messagesPerSecond: BUILD_LIMITS.partsPerSecond };

/** The pages of a level that is being built: who is there, and where they are at work. */
export class Builders {
  readonly #connections: () => Iterable<Connection<PageState>>;
  #pages: Map<Connection<PageState>, PageState> | null = null;
  readonly #credits = new WeakMap<Connection<PageState>, MessageCredits>();
  /** The changed parts of each person, of all their pages. */
  readonly #partCredits = new Map<number, MessageCredits>();
  /** Where each page is at work. Lost when the object hibernates. */
  readonly #presence = new Map<number, Presence>();
  #changed = new Map<number, Presence>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** `connections` are the sockets that outlived hibernation. */
  constructor(connections: () => Iterable<Connection<PageState>>) {
    this.#connections = connections;
  }

  get #all(): Map<Connection<PageState>, PageState> {
    this.#pages ??= new Map(
      [...this.#connections()].flatMap((socket) =>
        socket.state ? [[socket, socket.state as PageState]] : [],
      ),
    );
    return this.#pages;
  }

  get(socket: Connection<PageState>): PageState | undefined {
    return this.#all.get(socket);
  }

  /** In the order of their numbers: sockets that outlived hibernation have none. */
  get states(): PageState[] {
    return [...this.#all.values()].sort((a, b) => a.client - b.client);
  }

  hasUser(user: number): boolean {
    return this.states.some((page) => page.user.id === user);
  }

  /** Whether someone can open a page: eight people, one place is the creator's, and four pages of each. */
  hasRoomFor(user: number, isCreator: boolean, client: number | null): boolean {
    const others = this.states.filter((page) => page.client !== client);
    if (others.filter((page) => page.user.id === user).length >= BUILD_LIMITS.pagesPerPerson) return false;
    const guests = new Set(others.filter((page) => !page.isCreator).map((page) => page.user.id));
    return isCreator || guests.has(user) || guests.size < BUILD_LIMITS.people - 1;
  }

  /** The color of a person's cursors: that of their other pages, or the first that's free. */
  colorFor(user: number): number {
    const own = this.states.find((page) => page.user.id === user);
    if (own) return own.color;
    const taken = new Set(this.states.map(({ color }) => color));
    return [...Array(BUILD_LIMITS.people).keys()].find((color) => !taken.has(color)) ?? 0;
  }

  /** Adds a page. An older socket of the same page is closed. */
  add(socket: Connection<PageState>, state: PageState): void {
    this.close(({ client }) => client === state.client, BUILD_CLOSE_CODES.full);
    socket.setState(state);
    this.#all.set(socket, state);
    this.#credits.set(socket, new MessageCredits(Date.now(), BUILD_LIMITS));
  }

  /** Sends everyone the list of pages, and a new page where all are at work. */
  announce(newcomer?: Connection<PageState>): void {
    const people = this.states.map(({ client, user, color }) => ({ client, user, color }));
    this.broadcast([{ people }]);
    if (newcomer && this.#presence.size > 0) this.send(newcomer, [{ p: [...this.#presence] }]);
  }

  /** Removes a page whose socket has closed. Returns it if it was there. */
  remove(socket: Connection<PageState>): PageState | undefined {
    const page = this.#all.get(socket);
    if (!page) return undefined;
    this.#all.delete(socket);
    this.#presence.delete(page.client);
    this.#changed.delete(page.client);
    return page;
  }

  /** Takes one of a page's credits. Returns whether there was one. */
  takeCredit(socket: Connection<PageState>, now: number): boolean {
    const credits = this.#credits.get(socket) ?? new MessageCredits(now, BUILD_LIMITS);
    this.#credits.set(socket, credits);
    return credits.take(now);
  }

  /** Counts work of a person. Returns after how many milliseconds it's their turn. */
  charge({ user }: PageState, parts: number, now: number): number {
    for (const [id, credits] of this.#partCredits) if (credits.isFull(now)) this.#partCredits.delete(id);
    const credits = this.#partCredits.get(user.id) ?? new MessageCredits(now, PART_CREDITS);
    this.#partCredits.set(user.id, credits);
    return credits.borrow(now, parts);
  }

  /** Closes matching pages. Returns those that were closed. */
  close(matches: (page: PageState) => boolean, code: BuildCloseCode): PageState[] {
    const closed = [...this.#all].filter(([, page]) => matches(page));
    for (const [socket] of closed) {
      this.remove(socket);
      closeSocket(socket, code);
    }
    return closed.map(([, page]) => page);
  }

  /** Shows everyone where a page is at work, together with all others that move. */
  showPresence({ client }: PageState, presence: Presence): void {
    this.#presence.set(client, { ...this.#presence.get(client), ...presence });
    this.#changed.set(client, { ...this.#changed.get(client), ...presence });
    this.#timer ??= setTimeout(() => this.#sendPresence(), BUILD_LIMITS.presenceMs);
  }

  #sendPresence(): void {
    this.#timer = null;
    const changed = [...this.#changed];
    this.#changed = new Map();
    if (changed.length > 0) this.broadcast([{ p: changed }]);
  }

  send(socket: Connection<PageState>, messages: readonly ServerMessage[]): void {
    this.#sendTexts([socket], messages);
  }

  broadcast(messages: readonly ServerMessage[], except?: Connection<PageState>): void {
    const sockets = [...this.#all.keys()].filter((socket) => socket !== except);
    this.#sendTexts(sockets, messages);
  }

  #sendTexts(sockets: readonly Connection<PageState>[], messages: readonly ServerMessage[]): void {
    const texts = messages.map((message) => JSON.stringify(message));
    for (const socket of sockets) {
      try {
        for (const text of texts) socket.send(text);
      } catch {
        // The socket has closed concurrently; the page resumes with what it has.
      }
    }
  }
}
