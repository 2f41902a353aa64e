import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import type { RoomSocket } from "#web/game/room/room-socket.ts";

const HEAD_END = "\r\n\r\n";
const TIMEOUT_MS = 30_000;
/** The lower half of a frame's first byte (RFC 6455). */
const OPCODE = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 };
const NOTHING: Buffer = Buffer.alloc(0);

/** Messages and bytes on sockets: of the messages alone, and of all frames with their heads. */
export class SocketTraffic {
  messagesUp = 0;
  bytesUp = 0;
  messagesDown = 0;
  bytesDown = 0;
  wireUp = 0;
  wireDown = 0;

  /** Returns the counts since the last call. */
  take(): SocketTraffic {
    const taken = Object.assign(new SocketTraffic(), this);
    Object.assign(this, new SocketTraffic());
    return taken;
  }
}

export interface SocketListener {
  onText?(text: string): void;
  /** Called when the socket closes. 1006 is the code without one of the server's. */
  onClose?(code: number): void;
  /** Whether a message arrives; by default all do. */
  arrives?(message: Uint8Array | string): boolean;
  /** Counts this socket's traffic too. */
  traffic?: SocketTraffic;
}

/** The server refused the WebSocket. */
export class HandshakeError extends Error {
  readonly status: number;
  constructor(status: number, response: string) {
    super(`The WebSocket handshake failed: ${response.slice(0, 300)}`);
    this.status = status;
  }
}

type SocketEvent = "open" | "message" | "close" | "error";
interface Happening {
  data: unknown;
  code: number;
}
type Listener = (event: Happening) => void;

/**
 * A WebSocket like a browser's, directly on TCP: with a session's headers, counted bytes, and connections that can be cut like a
 * network failure. It costs less than the programs that are measured with it.
 */
export class SiteSocket implements RoomSocket {
  readyState = 0;
  binaryType = "arraybuffer";
  readonly traffic: SocketTraffic;
  /** Resolves when the socket is open. Rejects with a `HandshakeError` if it's refused. */
  readonly opened: Promise<this>;
  onopen: Listener | null = null;
  onmessage: Listener | null = null;
  onclose: Listener | null = null;
  readonly #socket: Socket;
  readonly #listener: SocketListener;
  readonly #listeners = new Map<SocketEvent, Set<Listener>>();
  #rest = NOTHING;
  #code = 1006;

  constructor(url: string, headers: Record<string, string>, listener: SocketListener = {}) {
    this.#listener = listener;
    this.traffic = listener.traffic ?? new SocketTraffic();
    const { protocol, hostname, port, host, pathname, search } = new URL(url);
    const isSecure = /^(https|wss):/.test(protocol);
    const socket = isSecure
      ? connectSecurely({ host: hostname, port: Number(port || 443), servername: hostname })
      : connect(Number(port || 80), hostname);
    this.#socket = socket;
    const lines = Object.entries({
      Host: host,
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.once(isSecure ? "secureConnect" : "connect", () =>
      socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`),
    );
    socket.setNoDelay(true);
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    const opened = Promise.withResolvers<this>();
    this.opened = opened.promise;
    this.opened.catch(() => {});
    socket.on("data", (chunk) => (this.readyState === 0 ? this.#shake(chunk, opened) : this.#take(chunk)));
    socket.on("error", opened.reject);
    socket.on("close", () => {
      opened.reject(new Error("The connection closed during the WebSocket handshake."));
      if (this.readyState === 0) this.#emit("error");
      this.#end(this.#code);
    });
  }

  get isOpen(): boolean {
    return this.readyState === 1;
  }

  /** Opens a socket, or throws. */
  static open(url: string, headers: Record<string, string>, listener?: SocketListener): Promise<SiteSocket> {
    return new SiteSocket(url, headers, listener).opened;
  }

  addEventListener(type: SocketEvent, listener: Listener): void {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener));
  }

  removeEventListener(type: SocketEvent, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener);
  }

  send(data: string | Uint8Array): void {
    if (this.readyState !== 1) return;
    const isText = typeof data === "string";
    const bytes = isText ? Buffer.from(data) : data;
    this.traffic.messagesUp++;
    this.traffic.bytesUp += bytes.length;
    this.#write(isText ? OPCODE.text : OPCODE.binary, bytes);
  }

  /** Closes normally, like a page that's closed. */
  close(code = 1000): void {
    if (this.readyState === 1) this.#write(OPCODE.close, Buffer.from([code >> 8, code & 255]));
    this.#socket.end();
    if (this.readyState === 0) this.#end(1006);
  }

  /** Loses the connection without a word. */
  cut(): void {
    this.#socket.resetAndDestroy();
    this.#end(1006);
  }

  #shake(chunk: Buffer, { resolve, reject }: PromiseWithResolvers<this>): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const end = this.#rest.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.#rest.toString("latin1");
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
    if (status !== 101) {
      reject(new HandshakeError(status, head));
      this.#socket.destroy();
      return;
    }
    this.#socket.setTimeout(0);
    this.readyState = 1;
    const rest = this.#rest.subarray(end + HEAD_END.length);
    this.#rest = NOTHING;
    this.#emit("open");
    resolve(this);
    if (rest.length) this.#take(rest);
  }

  /** Clients mask their frames. */
  #write(opcode: number, payload: Uint8Array): void {
    const { length } = payload;
    const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8;
    const frame = Buffer.alloc(6 + extra + length);
    frame[0] = 0x80 | opcode;
    frame[1] = 0x80 | (extra === 0 ? length : extra === 2 ? 126 : 127);
    if (extra === 2) frame.writeUInt16BE(length, 2);
    if (extra === 8) frame.writeBigUInt64BE(BigInt(length), 2);
    const mask = randomBytes(4);
    mask.copy(frame, 2 + extra);
    for (let i = 0; i < length; i++) frame[6 + extra + i] = (payload[i] ?? 0) ^ (mask[i & 3] ?? 0);
    this.traffic.wireUp += frame.length;
    this.#socket.write(frame);
  }

  /** Servers don't mask theirs, and ours sends no fragments. */
  #take(chunk: Buffer): void {
    this.traffic.wireDown += chunk.length;
    const bytes = this.#rest.length ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    while (at + 2 <= bytes.length) {
      const short = (bytes[at + 1] ?? 0) & 0x7f;
      const head = at + 2 + (short === 126 ? 2 : short === 127 ? 8 : 0);
      if (head > bytes.length) break;
      const length =
        short === 126
          ? bytes.readUInt16BE(at + 2)
          : short === 127
            ? Number(bytes.readBigUInt64BE(at + 2))
            : short;
      if (head + length > bytes.length) break;
      this.#receive((bytes[at] ?? 0) & 0x0f, bytes.subarray(head, head + length));
      at = head + length;
    }
    this.#rest = bytes.subarray(at);
  }

  #receive(opcode: number, payload: Buffer): void {
    if (opcode === OPCODE.ping) this.#write(OPCODE.pong, payload);
    if (opcode === OPCODE.close) {
      this.#code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
      if (this.readyState === 1) this.#write(OPCODE.close, payload);
      this.#socket.end();
    }
    if (opcode !== OPCODE.text && opcode !== OPCODE.binary) return;
    this.traffic.messagesDown++;
    this.traffic.bytesDown += payload.length;
    const message = opcode === OPCODE.text ? payload.toString() : Uint8Array.from(payload);
    if (this.readyState !== 1 || this.#listener.arrives?.(message) === false) return;
    if (typeof message === "string") this.#listener.onText?.(message);
    this.#emit("message", { data: typeof message === "string" ? message : message.buffer });
  }

  #end(code: number): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.#listener.onClose?.(code);
    this.#emit("close", { code });
  }

  #emit(type: SocketEvent, fields: Partial<Happening> = {}): void {
    const event = { data: null, code: 0, ...fields };
    const handlers = { open: this.onopen, message: this.onmessage, close: this.onclose, error: null };
    handlers[type]?.(event);
    for (const listener of [...(this.#listeners.get(type) ?? [])]) listener(event);
  }
}
