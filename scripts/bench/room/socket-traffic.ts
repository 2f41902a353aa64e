/** Messages and their bytes on sockets. WebSockets add 2 to 4 bytes to each, and 4 more upwards. */
export interface TrafficCounts {
  messagesUp: number;
  bytesUp: number;
  messagesDown: number;
  bytesDown: number;
}

const lengthOf = (data: unknown): number =>
  typeof data === "string" ? data.length : (data as ArrayBuffer).byteLength;

/** Opens WebSockets and counts their traffic. */
export class SocketTraffic {
  readonly #counts: TrafficCounts = { messagesUp: 0, bytesUp: 0, messagesDown: 0, bytesDown: 0 };

  open(url: string, headers: Record<string, string>): WebSocket {
    const socket = new WebSocket(url.replace(/^http/, "ws"), { headers } as never);
    socket.binaryType = "arraybuffer";
    const counts = this.#counts;
    socket.addEventListener("message", ({ data }) => {
      counts.messagesDown++;
      counts.bytesDown += lengthOf(data);
    });
    const send = socket.send.bind(socket);
    socket.send = (data: Parameters<WebSocket["send"]>[0]) => {
      counts.messagesUp++;
      counts.bytesUp += lengthOf(data);
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
