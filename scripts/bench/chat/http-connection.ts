import { connect, type Socket } from "node:net";

export interface HttpResponse {
  status: number;
  head: string;
  body: string;
  /** Bytes of the request and the response, including headers. */
  sent: number;
  received: number;
}

const HEAD_END = "\r\n\r\n";
const EMPTY: Buffer = Buffer.alloc(0);

/**
 * A connection that posts JSON, one request at a time. It reconnects if the server has closed it, as servers do with idle
 * connections. node:http and fetch would cost more than the measured servers.
 */
export class HttpConnection {
  readonly #url: URL;
  readonly #headers: string;
  #socket: Socket | undefined;
  #buffer = EMPTY;
  #response: PromiseWithResolvers<HttpResponse> | undefined;
  /** The previous request, which must finish first. */
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
    socket.on("data", (chunk) => this.#take(chunk));
    const onClose = (error = new Error("The connection was closed.")) => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#response?.reject(error);
    };
    socket.on("error", onClose);
    socket.on("close", () => onClose());
  }

  post(path: string, json: string): Promise<HttpResponse> {
    const response = this.#before.then(() => this.#post(path, json));
    this.#before = response.catch(() => {});
    return response;
  }

  /** Retries once if the server closed the connection during the write. */
  #post(path: string, json: string): Promise<HttpResponse> {
    return this.#send(path, json).catch((error) => {
      if (this.#socket) throw error;
      return this.#send(path, json);
    });
  }

  async #send(path: string, json: string): Promise<HttpResponse> {
    if (!this.#socket) await this.open();
    const bytes = Buffer.byteLength(json);
    const request = `POST ${path} HTTP/1.1\r\n${this.#headers}Content-Length: ${bytes}\r\n\r\n${json}`;
    this.#sent = request.length - json.length + bytes;
    this.#response = Promise.withResolvers();
    this.#socket?.write(request);
    return this.#response.promise;
  }

  close(): void {
    this.#socket?.destroy();
  }

  #take(chunk: Buffer): void {
    this.#buffer = this.#buffer.length ? Buffer.concat([this.#buffer, chunk]) : chunk;
    const end = this.#buffer.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.#buffer.toString("latin1", 0, end);
    const from = end + HEAD_END.length;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) {
      this.#response?.reject(new Error(`The response has no Content-Length: ${head}`));
      return;
    }
    const received = from + length;
    if (this.#buffer.length < received) return;
    const body = this.#buffer.toString("utf8", from, received);
    this.#buffer = EMPTY;
    this.#response?.resolve({ status: Number(head.slice(9, 12)), head, body, sent: this.#sent, received });
  }
}
