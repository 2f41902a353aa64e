import { connect } from "node:net";
import { parentPort } from "node:worker_threads";

/** What to ask for: `{n}` in the path becomes another number each time. */
export interface Load {
  url: string;
  path: string;
  cookie?: string | undefined;
  milliseconds: number;
  concurrency: number;
}

export interface Loaded {
  answers: number;
  /** Answers whose status was not 200. */
  refused: number;
  milliseconds: number;
}

const HEAD_END = "\r\n\r\n";
let count = Date.now();

/** The bytes that an answer has when it is whole: the head and what Content-Length says; chunked ones end in a zero. */
class Incoming {
  #head = "";
  #wanted = -1;
  #got = 0;
  #chunked = false;
  ok = false;

  /** Takes a piece; true when the answer is whole. */
  take(piece: Buffer): boolean {
    if (this.#wanted < 0) {
      this.#head += piece.toString("latin1");
      const end = this.#head.indexOf(HEAD_END);
      if (end < 0) return false;
      const head = this.#head.slice(0, end);
      this.ok = head.startsWith("HTTP/1.1 200");
      this.#chunked = /\r\ntransfer-encoding: chunked/i.test(head);
      this.#wanted = end + HEAD_END.length + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      this.#got = this.#head.length;
    } else {
      this.#got += piece.length;
    }
    const whole = this.#chunked
      ? piece.subarray(-7).toString("latin1").endsWith("\r\n0\r\n\r\n")
      : this.#got >= this.#wanted;
    if (whole) {
      this.#head = "";
      this.#wanted = -1;
    }
    return whole;
  }
}

/** One connection that asks again as soon as it has its answer. node:http would cost more than the servers it measures. */
function ask(load: Load, end: number, loaded: Loaded): Promise<void> {
  const { hostname, port, host } = new URL(load.url);
  const cookie = load.cookie ? `Cookie: ${load.cookie}\r\n` : "";
  const request = () =>
    `GET ${load.path.replace("{n}", String(++count))} HTTP/1.1\r\nHost: ${host}\r\n${cookie}${HEAD_END.slice(2)}`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request()));
    const incoming = new Incoming();
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("close", () => resolve());
    socket.on("data", (piece) => {
      if (!incoming.take(piece)) return;
      loaded.answers++;
      if (!incoming.ok) loaded.refused++;
      if (performance.now() < end) socket.write(request());
      else socket.end();
    });
  });
}

parentPort?.on("message", async (load: Load) => {
  const started = performance.now();
  const loaded: Loaded = { answers: 0, refused: 0, milliseconds: 0 };
  const end = started + load.milliseconds;
  await Promise.all(Array.from({ length: load.concurrency }, () => ask(load, end, loaded)));
  loaded.milliseconds = performance.now() - started;
  parentPort?.postMessage(loaded);
});
