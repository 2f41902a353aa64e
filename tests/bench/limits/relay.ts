import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { parentPort } from "node:worker_threads";
import { FrameReader, OPCODE, writeFrame } from "#scripts/bench/chat/frames.ts";

/**
 * A WebSocket relay in Node: sends each message to all sockets with the same path. Posts its URL to the parent thread.
 */
const HANDSHAKE_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const socketsByPath = new Map<string, Set<Duplex>>();

const server = createServer((_, response) => response.writeHead(426).end());

server.on("upgrade", ({ url = "/", headers }, socket) => {
  const key = createHash("sha1").update(`${headers["sec-websocket-key"]}${HANDSHAKE_GUID}`).digest("base64");
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
  );
  const sockets = socketsByPath.get(url) ?? new Set();
  socketsByPath.set(url, sockets.add(socket));
  const frames = new FrameReader();
  socket.on("data", (chunk: Buffer) => {
    for (const { opcode, payload } of frames.take(chunk)) {
      if (opcode !== OPCODE.text) continue;
      const frame = writeFrame(OPCODE.text, payload, false);
      for (const one of sockets) one.write(frame);
    }
  });
  socket.on("close", () => sockets.delete(socket));
  socket.on("error", () => socket.destroy());
});

server.listen(0, "127.0.0.1", () => {
  const bound = server.address();
  parentPort?.postMessage(`http://127.0.0.1:${typeof bound === "object" ? bound?.port : 0}`);
});
