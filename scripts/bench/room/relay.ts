import { startBaseline } from "../baseline.ts";
import { withProcess } from "../chat/processes.ts";
import type { RoomProgram } from "./room-program.ts";
import { SocketTraffic, type TrafficCounts } from "./socket-traffic.ts";

const STEP_MS = 33;

/** Starts a Durable Object that relays as many messages of the same size as a client of the site had. */
export async function openRelayRoom(like: TrafficCounts): Promise<RoomProgram & { stop(): Promise<void> }> {
  const { url, pid, stop } = await withProcess(() => startBaseline("room", { objects: { RELAY: "Relay" } }));
  const bytesDown = Math.round(like.bytesDown / like.messagesDown);
  const bytesUp = Math.round(like.bytesUp / like.messagesUp);
  const query = `?rate=${like.messagesDown}&bytes=${bytesDown}`;
  return {
    stop,
    async fill(clients) {
      const traffic = new SocketTraffic();
      const sockets = await Promise.all(
        Array.from({ length: clients }, () => opened(traffic.open(`${url}/${query}`, {}))),
      );
      const gap = 1000 / like.messagesUp;
      const started = performance.now();
      const nextAt = sockets.map((_, i) => started + (gap * i) / sockets.length);
      const timer = setInterval(() => {
        const now = performance.now();
        for (const [i, socket] of sockets.entries())
          for (; (nextAt[i] ?? now) < now; nextAt[i] = (nextAt[i] ?? now) + gap)
            socket.send(new Uint8Array(bytesUp).fill(i));
      }, STEP_MS);
      return {
        pid,
        clients,
        traffic,
        empty() {
          clearInterval(timer);
          for (const socket of sockets) socket.close(1000);
        },
      };
    },
  };
}

async function opened(socket: WebSocket): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  socket.addEventListener("open", () => resolve(socket));
  socket.addEventListener("error", () => reject(new Error("A socket couldn't be opened.")));
  return promise;
}
