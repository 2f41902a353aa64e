import Socket from "partysocket/ws";
import { buildSocketPath } from "#domain/build/api.ts";
import { BUILD_CLOSE_CODES } from "#domain/build/close-codes.ts";
import type { ClientMessage, ServerMessage } from "#domain/build/messages.ts";
import { closePageSocket, socketOrigin } from "#web/lib/live/page-socket.ts";
import { parseJson } from "#web/lib/parse-json.ts";
import { createStore, type Store } from "#web/lib/store.ts";

const PING_MS = 25_000;
/** A socket without a pong within this time is considered dead. */
const PONG_MS = 8_000;

export type LinkState = "connecting" | "online" | "offline" | "closed";

export interface BuildLinkOptions {
  level: number;
  /** The number that this page had, and the newest operation that it has; null for a new page. */
  resume: () => { client: number; after: number } | null;
  onMessage: (message: ServerMessage) => void;
}

/** The socket of a level that is being built. Comes back by itself unless the object closed it for good. */
export class BuildLink {
  readonly state: Store<LinkState> = createStore<LinkState>("connecting");
  /** Why the object closed the socket for good. */
  closeCode: number | null = null;
  readonly #options: BuildLinkOptions;
  readonly #events = new AbortController();
  readonly #pingTimer: ReturnType<typeof setInterval>;
  #socket: Socket | null = null;
  #pongTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: BuildLinkOptions) {
    this.#options = options;
    const { signal } = this.#events;
    window.addEventListener("online", () => this.#start(), { signal });
    window.addEventListener("offline", () => this.#ping(), { signal });
    document.addEventListener("visibilitychange", () => this.#ping(), { signal });
    this.#pingTimer = setInterval(() => this.#ping(), PING_MS);
    this.#start();
  }

  send(message: ClientMessage): boolean {
    if (this.state.get() !== "online" || this.#socket?.readyState !== Socket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.#events.abort();
    clearInterval(this.#pingTimer);
    this.#drop();
    this.state.set("closed");
  }

  #drop(): void {
    clearTimeout(this.#pongTimer);
    const old = this.#socket;
    this.#socket = null;
    if (old) closePageSocket(old);
  }

  #start(): void {
    if (this.state.get() === "closed") return;
    this.#drop();
    const origin = socketOrigin();
    const { level, resume } = this.#options;
    const fresh = new Socket(() => origin + buildSocketPath(level, resume()), [], {
      // Random, so pages that lost their connections together don't come back together.
      minReconnectionDelay: 300 + Math.random() * 2_700,
      maxReconnectionDelay: 10_000,
      reconnectionDelayGrowFactor: 1.5,
      connectionTimeout: 8_000,
      maxEnqueuedMessages: 0,
    });
    this.#socket = fresh;
    fresh.addEventListener("message", ({ data }) => this.#socket === fresh && this.#receive(String(data)));
    fresh.addEventListener("close", ({ code }) => this.#socket === fresh && this.#onClose(code));
  }

  #receive(text: string): void {
    if (text === "pong") {
      clearTimeout(this.#pongTimer);
      return;
    }
    const message = parseJson(text) as ServerMessage | null;
    if (typeof message !== "object" || message === null) return;
    // The object can still close an open socket, so it counts from its first message on.
    if ("hello" in message) this.state.set("online");
    this.#options.onMessage(message);
  }

  #onClose(code: number): void {
    clearTimeout(this.#pongTimer);
    // Of attempts that fail, partysocket reports no number.
    if (!(code >= BUILD_CLOSE_CODES.invalidMessage)) {
      this.state.set("offline");
      return;
    }
    this.end(code);
  }

  end(code: number): void {
    this.closeCode = code;
    this.close();
  }

  #ping(): void {
    if (this.#socket?.readyState !== Socket.OPEN) return;
    this.#socket.send("ping");
    clearTimeout(this.#pongTimer);
    this.#pongTimer = setTimeout(() => {
      this.state.set("offline");
      this.#start();
    }, PONG_MS);
  }
}
