import { connect, type Socket } from "node:net";

export interface LineAnswer {
  status: number;
  head: string;
  body: string;
  /** Bytes of the request and of the answer, heads included. */
  sent: number;
  received: number;
}

const HEAD_END = "\r\n\r\n";
const EMPTY: Buffer = Buffer.alloc(0);

/**
 * Somebody's connection for posting JSON, one request after the other; it is opened anew when the server has let it go,
 * as servers do with those that rest. node:http and fetch would cost more than the servers they measure.
 */
export class Line {
  readonly #url: URL;
  readonly #headers: string;
  #socket: Socket | undefined;
  #came = EMPTY;
  #answer: PromiseWithResolvers<LineAnswer> | undefined;
  /** The request before, which must be answered first. */
  #before: Promise<unknown> = Promise.resolve();
  #sent = 0;

  constructor(url: string, headers: Record<string, string>) {
    this.#url = new URL(url);
    const lines = Object.entries({ Host: this.#url.host, "Content-Type": "application/json", ...headers });
    this.#headers = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  }

  async open(): Promise<void> {
    const socket = connect(Number(this.#url.port), this.#url.hostname);
    socket.setNoDelay(true);
    await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    this.#socket = socket;
    socket.on("data", (piece) => this.#take(piece));
    const gone = (error = new Error("the connection was closed")) => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#answer?.reject(error);
    };
    socket.on("error", gone);
    socket.on("close", () => gone());
  }

  post(path: string, json: string): Promise<LineAnswer> {
    const answer = this.#before.then(() => this.#post(path, json));
    this.#before = answer.catch(() => {});
    return answer;
  }

  /** A connection that was let go just when it was written on is opened once more. */
  #post(path: string, json: string): Promise<LineAnswer> {
    return this.#send(path, json).catch((error) => {
      if (this.#socket) throw error;
      return this.#send(path, json);
    });
  }

  async #send(path: string, json: string): Promise<LineAnswer> {
    if (!this.#socket) await this.open();
    const bytes = Buffer.byteLength(json);
    const request = `POST ${path} HTTP/1.1\r\n${this.#headers}Content-Length: ${bytes}\r\n\r\n${json}`;
    this.#sent = request.length - json.length + bytes;
    this.#answer = Promise.withResolvers();
    this.#socket?.write(request);
    return this.#answer.promise;
  }

  close(): void {
    this.#socket?.destroy();
  }

  #take(piece: Buffer): void {
    this.#came = this.#came.length ? Buffer.concat([this.#came, piece]) : piece;
    const end = this.#came.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.#came.toString("latin1", 0, end);
    const from = end + HEAD_END.length;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) {
      this.#answer?.reject(new Error(`an answer without a length: ${head}`));
      return;
    }
    const received = from + length;
    if (this.#came.length < received) return;
    const body = this.#came.toString("utf8", from, received);
    this.#came = EMPTY;
    this.#answer?.resolve({ status: Number(head.slice(9, 12)), head, body, sent: this.#sent, received });
  }
}
