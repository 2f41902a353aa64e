import { connect } from "node:net";
import { parentPort } from "node:worker_threads";

/** The requests to send. `{n}` in the path becomes a new number each time. */
export interface LoadThreadInput {
  url: string;
  path: string;
  cookie?: string | undefined;
  milliseconds: number;
  concurrency: number;
}

export interface LoadThreadResult {
  responses: number;
  /** Responses with a status other than 200. */
  failed: number;
  milliseconds: number;
}

const HEAD_END = "\r\n\r\n";
let count = Date.now();

/** Detects the end of a response, by Content-Length or by the last chunk. */
class Incoming {
  #head = "";
  #expected = -1;
  #received = 0;
  #chunked = false;
  ok = false;

  /** Takes a chunk of bytes. Returns true when the response is complete. */
  take(chunk: Buffer): boolean {
    if (this.#expected < 0) {
      this.#head += chunk.toString("latin1");
      const end = this.#head.indexOf(HEAD_END);
      if (end < 0) return false;
      const head = this.#head.slice(0, end);
      this.ok = head.startsWith("HTTP/1.1 200");
      this.#chunked = /\r\ntransfer-encoding: chunked/i.test(head);
      this.#expected = end + HEAD_END.length + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      this.#received = this.#head.length;
    } else {
      this.#received += chunk.length;
    }
    const isComplete = this.#chunked
      ? chunk.subarray(-7).toString("latin1").endsWith("\r\n0\r\n\r\n")
      : this.#received >= this.#expected;
    if (isComplete) {
      this.#head = "";
      this.#expected = -1;
    }
    return isComplete;
  }
}

/** Sends requests on one connection, one after another. node:http would cost more than the measured servers. */
function sendRequests(input: LoadThreadInput, end: number, result: LoadThreadResult): Promise<void> {
  const { hostname, port, host } = new URL(input.url);
  const cookie = input.cookie ? `Cookie: ${input.cookie}\r\n` : "";
  const request = () =>
    `GET ${input.path.replace("{n}", String(++count))} HTTP/1.1\r\nHost: ${host}\r\n${cookie}${HEAD_END.slice(2)}`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request()));
    const incoming = new Incoming();
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("close", () => resolve());
    socket.on("data", (chunk) => {
      if (!incoming.take(chunk)) return;
      result.responses++;
      if (!incoming.ok) result.failed++;
      if (performance.now() < end) socket.write(request());
      else socket.end();
    });
  });
}

parentPort?.on("message", async (input: LoadThreadInput) => {
  const started = performance.now();
  const result: LoadThreadResult = { responses: 0, failed: 0, milliseconds: 0 };
  const end = started + input.milliseconds;
  await Promise.all(Array.from({ length: input.concurrency }, () => sendRequests(input, end, result)));
  result.milliseconds = performance.now() - started;
  parentPort?.postMessage(result);
});
