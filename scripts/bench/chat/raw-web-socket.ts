import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { FrameReader, OPCODE, writeFrame } from "./frames.ts";

const HEAD_END = "\r\n\r\n";
const TIMEOUT_MS = 30_000;

export interface WebSocketListener {
  /** Called for each text message. */
  onMessage(payload: Buffer): void;
  /** Called for each binary message. */
  onBytes?(payload: Buffer): void;
  /** Called when the socket closes. `code` is the server's close code, or 1006 without one. */
  onClose?(code: number): void;
}

/** The server rejected the WebSocket handshake. */
export class HandshakeError extends Error {
  readonly status: number;
  constructor(status: number, response: string) {
    super(`The WebSocket handshake failed: ${response.slice(0, 300)}`);
    this.status = status;
  }
}

/**
 * A WebSocket client directly on TCP: sends custom headers, counts received bytes, and costs less than the measured
 * servers.
 */
export class RawWebSocket {
  /** Received bytes after the handshake, including frame headers. */
  bytes = 0;
  /** Sent bytes of text, including frame headers. */
  sentBytes = 0;
  readonly #socket: Socket;
  readonly #listener: WebSocketListener;
  readonly #frames = new FrameReader();
  #code = 1006;
  #open = true;

  private constructor(socket: Socket, listener: WebSocketListener, rest: Buffer) {
    this.#socket = socket;
    this.#listener = listener;
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("close", () => {
      this.#open = false;
      listener.onClose?.(this.#code);
    });
    if (rest.length) this.#take(rest);
  }

  static open(
    url: string,
    headers: Record<string, string>,
    listener: WebSocketListener,
  ): Promise<RawWebSocket> {
    const { hostname, port, host, pathname, search } = new URL(url);
    const { promise, resolve, reject } = Promise.withResolvers<RawWebSocket>();
    const lines = Object.entries({
      Host: host,
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`),
    );
    socket.setNoDelay(true);
    let buffer = Buffer.alloc(0);
    const take = (chunk: Buffer) => {
      buffer = Buffer.concat([buffer, chunk]);
      const end = buffer.indexOf(HEAD_END);
      if (end < 0) return;
      socket.off("data", take);
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(buffer.toString("latin1"))?.[1]);
      if (status !== 101) {
        socket.destroy();
        reject(new HandshakeError(status, buffer.toString()));
        return;
      }
      socket.setTimeout(0);
      resolve(new RawWebSocket(socket, listener, buffer.subarray(end + HEAD_END.length)));
    };
    socket.on("data", take);
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("The connection closed during the WebSocket handshake.")));
    return promise;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  send(text: string): void {
    const frame = writeFrame(OPCODE.text, Buffer.from(text), true);
    this.sentBytes += frame.length;
    this.#socket.write(frame);
  }

  sendBytes(bytes: Uint8Array): void {
    this.#socket.write(
      writeFrame(OPCODE.binary, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), true),
    );
  }

  /** Closes normally, like a page that's closed. */
  close(): void {
    this.#socket.end(writeFrame(OPCODE.close, Buffer.from([0x03, 0xe8]), true));
  }

  /** Resets the connection, like a network failure. */
  cut(): void {
    this.#socket.resetAndDestroy();
  }

  #take(chunk: Buffer): void {
    this.bytes += chunk.length;
    for (const { opcode, payload } of this.#frames.take(chunk)) {
      if (opcode === OPCODE.text) this.#listener.onMessage(payload);
      else if (opcode === OPCODE.binary) this.#listener.onBytes?.(payload);
      else if (opcode === OPCODE.ping) this.#socket.write(writeFrame(OPCODE.pong, payload, true));
      else if (opcode === OPCODE.close) {
        this.#code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
        this.#socket.end(writeFrame(OPCODE.close, payload, true));
      }
    }
  }
}
