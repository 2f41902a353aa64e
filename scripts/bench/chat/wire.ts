import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { FrameReader, OPCODE, writeFrame } from "./frames.ts";

const HEAD_END = "\r\n\r\n";
const PATIENCE = 30_000;

export interface Ears {
  /** A message came. */
  heard(payload: Buffer): void;
  /** The socket is gone; `code` is the server's word for it, 1006 without one. */
  closed?(code: number): void;
}

/** The handshake was answered, but not with a socket. */
export class NotASocket extends Error {
  readonly status: number;
  constructor(status: number, answer: string) {
    super(`no socket: ${answer.slice(0, 300)}`);
    this.status = status;
  }
}

/**
 * A page's end of a WebSocket, straight on TCP: it sends the headers it is given, counts bytes as they came, and costs
 * less than the servers it measures.
 */
export class Wire {
  /** Bytes that came after the handshake, heads of frames included. */
  bytes = 0;
  readonly #socket: Socket;
  readonly #ears: Ears;
  readonly #frames = new FrameReader();
  #code = 1006;
  #open = true;

  private constructor(socket: Socket, ears: Ears, rest: Buffer) {
    this.#socket = socket;
    this.#ears = ears;
    socket.on("data", (piece) => this.#take(piece));
    socket.on("close", () => {
      this.#open = false;
      ears.closed?.(this.#code);
    });
    if (rest.length) this.#take(rest);
  }

  static open(address: string, headers: Record<string, string>, ears: Ears): Promise<Wire> {
    const { hostname, port, host, pathname, search } = new URL(address);
    const { promise, resolve, reject } = Promise.withResolvers<Wire>();
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
    let came = Buffer.alloc(0);
    const take = (piece: Buffer) => {
      came = Buffer.concat([came, piece]);
      const end = came.indexOf(HEAD_END);
      if (end < 0) return;
      socket.off("data", take);
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(came.toString("latin1"))?.[1]);
      if (status !== 101) {
        socket.destroy();
        reject(new NotASocket(status, came.toString()));
        return;
      }
      socket.setTimeout(0);
      resolve(new Wire(socket, ears, came.subarray(end + HEAD_END.length)));
    };
    socket.on("data", take);
    socket.setTimeout(PATIENCE, () => socket.destroy());
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the connection was closed before it was a socket")));
    return promise;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  send(text: string): void {
    this.#socket.write(writeFrame(OPCODE.text, Buffer.from(text), true));
  }

  /** Closes as a page does that is left. */
  close(): void {
    this.#socket.end(writeFrame(OPCODE.close, Buffer.from([0x03, 0xe8]), true));
  }

  /** Breaks off without a word, as a network does. */
  cut(): void {
    this.#socket.resetAndDestroy();
  }

  #take(piece: Buffer): void {
    this.bytes += piece.length;
    for (const { opcode, payload } of this.#frames.take(piece)) {
      if (opcode === OPCODE.text) this.#ears.heard(payload);
      else if (opcode === OPCODE.ping) this.#socket.write(writeFrame(OPCODE.pong, payload, true));
      else if (opcode === OPCODE.close) {
        this.#code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
        this.#socket.end(writeFrame(OPCODE.close, payload, true));
      }
    }
  }
}
