/** Messages and bytes on sockets, with the heads of WebSocket frames. */
export interface TrafficCounts {
  messagesUp: number;
  bytesUp: number;
  messagesDown: number;
  bytesDown: number;
}

/** Bytes of a frame's head: type, length, and the mask of what clients send. */
const headBytes = (length: number, mask: number): number =>
  2 + mask + (length < 126 ? 0 : length < 65_536 ? 2 : 8);
const MASK_BYTES = 4;

/** Opens WebSockets and counts their traffic. */
export class SocketTraffic {
  readonly #counts: TrafficCounts = { messagesUp: 0, bytesUp: 0, messagesDown: 0, bytesDown: 0 };

  open(url: string, headers: Record<string, string>): WebSocket {
    const socket = new WebSocket(url.replace(/^http/, "ws"), { headers } as never);
    socket.binaryType = "arraybuffer";
    const counts = this.#counts;
    socket.addEventListener("message", ({ data }) => {
      const length = typeof data === "string" ? data.length : (data as ArrayBuffer).byteLength;
      counts.messagesDown++;
      counts.bytesDown += length + headBytes(length, 0);
    });
    const send = socket.send.bind(socket);
    socket.send = (data: Parameters<WebSocket["send"]>[0]) => {
      const length = typeof data === "string" ? data.length : (data as ArrayBuffer).byteLength;
      counts.messagesUp++;
      counts.bytesUp += length + headBytes(length, MASK_BYTES);
      send(data);
    };
    return socket;
  }

  /** Returns the counts since the last call. */
  take(): TrafficCounts {
    const taken = { ...this.#counts };
    Object.assign(this.#counts, { messagesUp: 0, bytesUp: 0, messagesDown: 0, bytesDown: 0 });
    return taken;
  }
}

/** Each count per client and second. */
export function perClient(counts: TrafficCounts, clients: number, seconds: number): TrafficCounts {
  const share = 1 / (clients * seconds);
  return {
    messagesUp: counts.messagesUp * share,
    bytesUp: counts.bytesUp * share,
    messagesDown: counts.messagesDown * share,
    bytesDown: counts.bytesDown * share,
  };
}
