import { DurableObject } from "cloudflare:workers";

interface Env {
  RELAY: DurableObjectNamespace<Relay>;
}

/** The traffic to imitate. */
interface Traffic {
  /** Messages per second to each socket, and their bytes. */
  rate: number;
  bytes: number;
}

/** The minimum for a room: takes messages from its sockets and sends all of them the same bytes at a steady rate. */
export class Relay extends DurableObject<Env> {
  readonly #sockets = new Set<WebSocket>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #received = 0;
  #bytes = 0;

  override fetch(request: Request): Response {
    const { searchParams } = new URL(request.url);
    const traffic = { rate: Number(searchParams.get("rate")), bytes: Number(searchParams.get("bytes")) };
    const { 0: theirs, 1: ours } = new WebSocketPair();
    ours.accept();
    this.#sockets.add(ours);
    ours.addEventListener("message", ({ data }) => {
      this.#received++;
      this.#bytes += (data as ArrayBuffer).byteLength;
    });
    ours.addEventListener("close", () => this.#remove(ours));
    this.#timer ??= this.#start(traffic);
    return new Response(null, { status: 101, webSocket: theirs });
  }

  #start({ rate, bytes }: Traffic) {
    const message = new Uint8Array(bytes);
    return setInterval(() => {
      // The bytes of a frame differ each time.
      message.fill((this.#received + this.#bytes) & 255);
      const frame = message.slice();
      for (const socket of this.#sockets) socket.send(frame);
    }, 1000 / rate);
  }

  #remove(socket: WebSocket): void {
    this.#sockets.delete(socket);
    if (this.#sockets.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

const room = {
  fetch: (request: Request, { RELAY }: Env): Promise<Response> => RELAY.getByName("room").fetch(request),
};

export default room;
