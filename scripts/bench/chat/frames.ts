import { randomBytes } from "node:crypto";

/** WebSocket opcodes: the lower half of a frame's first byte (RFC 6455). */
export const OPCODE = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface Frame {
  opcode: number;
  payload: Buffer;
}

const EMPTY: Buffer = Buffer.alloc(0);

/** Encodes a frame. Clients mask their frames, servers don't. */
export function writeFrame(opcode: number, payload: Buffer, masked: boolean): Buffer {
  const { length } = payload;
  const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const head = Buffer.alloc(2 + extra + (masked ? 4 : 0));
  head[0] = 0x80 | opcode;
  head[1] = (masked ? 0x80 : 0) | (extra === 0 ? length : extra === 2 ? 126 : 127);
  if (extra === 2) head.writeUInt16BE(length, 2);
  if (extra === 8) head.writeBigUInt64BE(BigInt(length), 2);
  if (!masked) return Buffer.concat([head, payload]);
  const mask = randomBytes(4);
  mask.copy(head, 2 + extra);
  return Buffer.concat([head, unmask(payload, mask)]);
}

function unmask(payload: Buffer, mask: Buffer): Buffer {
  const plain = Buffer.allocUnsafe(payload.length);
  for (let i = 0; i < payload.length; i++) plain[i] = (payload[i] ?? 0) ^ (mask[i & 3] ?? 0);
  return plain;
}

/** Splits a byte stream into frames. */
export class FrameReader {
  #rest: Buffer = EMPTY;

  /** Takes a chunk of bytes. Returns the frames that are now complete. */
  take(chunk: Buffer): Frame[] {
    const bytes = this.#rest.length ? Buffer.concat([this.#rest, chunk]) : chunk;
    const frames: Frame[] = [];
    let at = 0;
    for (let end = frameEnd(bytes, at); end <= bytes.length; end = frameEnd(bytes, at)) {
      frames.push(readFrame(bytes, at, end));
      at = end;
    }
    this.#rest = bytes.subarray(at);
    return frames;
  }
}

/** The byte lengths of a frame's header and payload; infinite while the header is incomplete. */
function measure(bytes: Buffer, at: number): { head: number; length: number } {
  const second = bytes[at + 1];
  if (second === undefined) return { head: Number.POSITIVE_INFINITY, length: 0 };
  const short = second & 0x7f;
  const head = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0) + (second & 0x80 ? 4 : 0);
  if (bytes.length < at + head) return { head: Number.POSITIVE_INFINITY, length: 0 };
  if (short === 126) return { head, length: bytes.readUInt16BE(at + 2) };
  if (short === 127) return { head, length: Number(bytes.readBigUInt64BE(at + 2)) };
  return { head, length: short };
}

function frameEnd(bytes: Buffer, at: number): number {
  const { head, length } = measure(bytes, at);
  return at + head + length;
}

function readFrame(bytes: Buffer, at: number, end: number): Frame {
  const { head } = measure(bytes, at);
  const first = bytes[at] ?? 0;
  if (!(first & 0x80))
    throw new Error("A message arrived in fragments, but none of these servers send fragments.");
  const payload = bytes.subarray(at + head, end);
  const masked = (bytes[at + 1] ?? 0) & 0x80;
  return {
    opcode: first & 0x0f,
    payload: masked ? unmask(payload, bytes.subarray(at + head - 4, at + head)) : payload,
  };
}
