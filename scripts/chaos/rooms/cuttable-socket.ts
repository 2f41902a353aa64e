import type { RoomSocket } from "#web/game/room/room-socket.ts";
import { RawWebSocket } from "../../bench/chat/raw-web-socket.ts";

type SocketEvent = "open" | "message" | "close" | "error";
type Listener = (event: { data: unknown; code: number }) => void;

/** Looks at a socket's messages. Each returns the messages that go on instead of one. */
export interface SocketFaults {
  /** A binary message that the player sends. */
  onSend?(bytes: Uint8Array): readonly Uint8Array[];
  /** A message for the player. */
  onReceive?(message: Uint8Array | string): boolean;
}

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

/** A WebSocket like a browser's, with a session, that can be cut like a network failure. */
export class CuttableSocket implements RoomSocket {
  readyState = CONNECTING;
  binaryType = "arraybuffer";
  #socket: RawWebSocket | undefined;
  readonly #faults: SocketFaults;
  readonly #listeners = new Map<SocketEvent, Set<Listener>>();
  onopen: Listener | null = null;
  onmessage: Listener | null = null;
  onclose: Listener | null = null;
  onerror: Listener | null = null;

  constructor(url: string, headers: Record<string, string>, faults: SocketFaults = {}) {
    this.#faults = faults;
    void this.#open(url, headers);
  }

  async #open(url: string, headers: Record<string, string>): Promise<void> {
    try {
      const socket = await RawWebSocket.open(url, headers, {
        onMessage: (payload) => this.#receive(payload.toString()),
        onBytes: (payload) => this.#receive(Uint8Array.from(payload)),
        onClose: (code) => this.#end(code),
      });
      if (this.readyState === CLOSED) {
        socket.cut();
        return;
      }
      this.#socket = socket;
      this.readyState = OPEN;
      this.#emit("open");
    } catch {
      this.#emit("error");
      this.#end(1006);
    }
  }

  addEventListener(type: SocketEvent, listener: Listener): void {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener));
  }

  removeEventListener(type: SocketEvent, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener);
  }

  send(bytes: Uint8Array): void {
    if (this.readyState !== OPEN) return;
    for (const message of this.#faults.onSend?.(bytes) ?? [bytes]) this.#socket?.sendBytes(message);
  }

  close(): void {
    if (this.readyState === OPEN) this.#socket?.close();
    else this.#end(1006);
  }

  /** Loses the connection without a word. */
  cut(): void {
    this.#socket?.cut();
    this.#end(1006);
  }

  #receive(message: Uint8Array | string): void {
    if (this.readyState !== OPEN || this.#faults.onReceive?.(message) === false) return;
    this.#emit("message", { data: typeof message === "string" ? message : message.buffer });
  }

  #end(code: number): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.#emit("close", { code });
  }

  #emit(type: SocketEvent, fields: { data?: unknown; code?: number } = {}): void {
    const event = { data: null, code: 0, ...fields };
    const handlers = { open: this.onopen, message: this.onmessage, close: this.onclose, error: this.onerror };
    handlers[type]?.(event);
    for (const listener of [...(this.#listeners.get(type) ?? [])]) listener(event);
  }
}
