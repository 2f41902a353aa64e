import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { parentPort } from "node:worker_threads";
import { FrameReader, OPCODE, writeFrame } from "#scripts/bench/chat/frames.ts";

/**
 * A WebSocket server with nothing behind it, in Node: what one socket says is said on all that share its address.
 * Answers its own address to whoever started it.
 */
const ACCEPT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const rooms = new Map<string, Set<Duplex>>();

const server = createServer((_, answer) => answer.writeHead(426).end());

server.on("upgrade", ({ url = "/", headers }, socket) => {
  const key = createHash("sha1").update(`${headers["sec-websocket-key"]}${ACCEPT}`).digest("base64");
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
  );
  const room = rooms.get(url) ?? new Set();
  rooms.set(url, room.add(socket));
  const frames = new FrameReader();
  socket.on("data", (piece: Buffer) => {
    for (const { opcode, payload } of frames.take(piece)) {
      if (opcode !== OPCODE.text) continue;
      const told = writeFrame(OPCODE.text, payload, false);
      for (const one of room) one.write(told);
    }
  });
  socket.on("close", () => room.delete(socket));
  socket.on("error", () => socket.destroy());
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  parentPort?.postMessage(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
});
