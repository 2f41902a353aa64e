import { INPUT_MASK, type Input } from "../sim/input.ts";
import type { Stretch } from "../sim/run-log.ts";
import { EMOTES } from "./emotes.ts";
import { ROOM_LIMITS } from "./limits.ts";

/** Frames between a player and a room (ROOM.md). The first byte is the type; numbers are little-endian. */
export const UP = {
  join: 0,
  inputs: 1,
  ping: 2,
  chat: 3,
  emote: 4,
  restart: 5,
  resume: 6,
  watch: 7,
  desync: 8,
} as const;
export const DOWN = {
  welcome: 16,
  frame: 17,
  pong: 18,
  message: 19,
  come: 20,
  left: 21,
  finished: 22,
  receipt: 23,
  state: 24,
  resumed: 25,
} as const;

/** In `watch`: no one. After the players of a `frame`: another frame follows in the same message. */
export const NONE_BYTE = 255;
/** Bytes of a receipt before the state. */
export const RECEIPT_HEAD = 41;
const MAC_BYTES = 32;

export type UpFrame =
  | { type: "join"; token: string }
  | { type: "inputs"; tick: number; stretches: Stretch[] }
  | { type: "ping"; time: number }
  | { type: "chat"; text: string }
  | { type: "emote"; emote: number }
  /** The current run ends. The next one begins with its first inputs. */
  | { type: "restart"; tick: number }
  /** A part of a receipt and log, joined by `joinResume`. */
  | { type: "resume"; isLast: boolean; part: Uint8Array }
  | { type: "watch"; slot: number | null }
  | { type: "desync"; tick: number };

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function bytesOf(type: number, length: number, write: (view: DataView<ArrayBuffer>) => void) {
  const view = new DataView(new ArrayBuffer(length));
  view.setUint8(0, type);
  write(view);
  return new Uint8Array(view.buffer);
}

function textFrame(type: number, text: string): Uint8Array<ArrayBuffer> {
  const bytes = encoder.encode(text);
  const frame = new Uint8Array(1 + bytes.length);
  frame[0] = type;
  frame.set(bytes, 1);
  return frame;
}

export const joinFrame = (token: string): Uint8Array<ArrayBuffer> => textFrame(UP.join, token);
export const chatFrame = (text: string): Uint8Array<ArrayBuffer> => textFrame(UP.chat, text);
export const emoteFrame = (emote: number): Uint8Array<ArrayBuffer> =>
  bytesOf(UP.emote, 2, (view) => view.setUint8(1, emote));
export const pingFrame = (time: number): Uint8Array<ArrayBuffer> =>
  bytesOf(UP.ping, 5, (view) => view.setUint32(1, time, true));
export const restartFrame = (tick: number): Uint8Array<ArrayBuffer> =>
  bytesOf(UP.restart, 5, (view) => view.setUint32(1, tick, true));
export const desyncFrame = (tick: number): Uint8Array<ArrayBuffer> =>
  bytesOf(UP.desync, 5, (view) => view.setUint32(1, tick, true));
export const watchFrame = (slot: number | null): Uint8Array<ArrayBuffer> =>
  bytesOf(UP.watch, 2, (view) => view.setUint8(1, slot ?? NONE_BYTE));

/** The inputs of consecutive ticks, the first of which is `tick`. */
export function inputsFrame(tick: number, inputs: readonly Input[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (let i = 0; i < inputs.length; ) {
    const input = inputs[i] ?? 0;
    let count = 1;
    while (i + count < inputs.length && inputs[i + count] === input && count < 255) count++;
    bytes.push(count, input & 255, input >> 8);
    i += count;
  }
  return bytesOf(UP.inputs, 5 + bytes.length, (view) => {
    view.setUint32(1, tick, true);
    new Uint8Array(view.buffer).set(bytes, 5);
  });
}

/** Bytes of a log in one `resume` frame. */
const PART_BYTES = 32_768;

/** A receipt and the log from the start of its run, as frames. */
export function resumeFrames(receipt: Uint8Array, log: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const body = new Uint8Array(2 + receipt.length + log.length);
  new DataView(body.buffer).setUint16(0, receipt.length, true);
  body.set(receipt, 2);
  body.set(log, 2 + receipt.length);
  const frames: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < body.length; at += PART_BYTES) {
    const part = body.subarray(at, at + PART_BYTES);
    const frame = new Uint8Array(2 + part.length);
    frame[0] = UP.resume;
    frame[1] = at + PART_BYTES >= body.length ? 1 : 0;
    frame.set(part, 2);
    frames.push(frame);
  }
  return frames;
}

/** The receipt and log in the joined parts of `resume` frames; null if they're malformed. */
export function joinResume(parts: readonly Uint8Array[]): { receipt: Uint8Array; log: Uint8Array } | null {
  const body = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  if (body.length < 2) return null;
  const length = new DataView(body.buffer).getUint16(0, true);
  if (body.length < 2 + length) return null;
  return { receipt: body.slice(2, 2 + length), log: body.slice(2 + length) };
}

/** Reads a player's message; null if it's malformed. */
export function readUpFrame(bytes: Uint8Array): UpFrame | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { length } = bytes;
  switch (bytes[0]) {
    case UP.join:
    case UP.chat: {
      const text = readText(bytes.subarray(1));
      if (!text) return null;
      return bytes[0] === UP.join ? { type: "join", token: text } : { type: "chat", text };
    }
    case UP.inputs:
      return readInputs(view);
    case UP.ping:
      return length === 5 ? { type: "ping", time: view.getUint32(1, true) } : null;
    case UP.emote: {
      const emote = bytes[1] ?? EMOTES.length;
      return length === 2 && emote < EMOTES.length ? { type: "emote", emote } : null;
    }
    case UP.restart:
      return length === 5 ? { type: "restart", tick: view.getUint32(1, true) } : null;
    case UP.resume: {
      const last = bytes[1] ?? 2;
      return length > 2 && last < 2 ? { type: "resume", isLast: last === 1, part: bytes.slice(2) } : null;
    }
    case UP.watch: {
      const slot = bytes[1] ?? NONE_BYTE;
      if (length !== 2 || (slot >= ROOM_LIMITS.slots && slot !== NONE_BYTE)) return null;
      return { type: "watch", slot: slot === NONE_BYTE ? null : slot };
    }
    case UP.desync:
      return length === 5 ? { type: "desync", tick: view.getUint32(1, true) } : null;
    default:
      return null;
  }
}

function readInputs(view: DataView): UpFrame | null {
  const length = view.byteLength;
  if (length < 8 || (length - 5) % 3 !== 0) return null;
  const stretches: Stretch[] = [];
  for (let at = 5; at < length; at += 3) {
    const ticks = view.getUint8(at);
    const input = view.getUint16(at + 1, true);
    if (ticks === 0 || (input & ~INPUT_MASK) !== 0) return null;
    stretches.push({ input, ticks });
  }
  return { type: "inputs", tick: view.getUint32(1, true), stretches };
}

function readText(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

export interface Welcome {
  /** The player's own. */
  slot: number;
  /** The room's clock, and the epoch it counts from (epoch.ts). */
  tick: number;
  epoch: number;
  physics: number;
  /** Frames per second. */
  rate: number;
  revision: number;
}

export const welcomeFrame = ({
  slot,
  tick,
  epoch,
  physics,
  rate,
  revision,
}: Welcome): Uint8Array<ArrayBuffer> =>
  bytesOf(DOWN.welcome, 18, (view) => {
    view.setUint8(1, slot);
    view.setUint32(2, tick, true);
    view.setUint32(6, epoch, true);
    view.setUint16(10, physics, true);
    view.setUint16(12, rate, true);
    view.setUint32(14, revision, true);
  });

export const pongFrame = (time: number, tick: number): Uint8Array<ArrayBuffer> =>
  bytesOf(DOWN.pong, 9, (view) => {
    view.setUint32(1, time, true);
    view.setUint32(5, tick, true);
  });

/** A counted run. Its details are in `GET /api/runs/{run}`, for its player. */
export interface Finished {
  slot: number;
  ticks: number;
  /** Null beyond the first 1,000, and if the run doesn't count. */
  place: number | null;
  run: number;
  isCounted: boolean;
  isFirst: boolean;
  isBest: boolean;
}

export const finishedFrame = (finished: Finished): Uint8Array<ArrayBuffer> =>
  bytesOf(DOWN.finished, 14, (view) => {
    const { slot, ticks, place, run, isCounted, isFirst, isBest } = finished;
    view.setUint8(1, slot);
    view.setUint32(2, ticks, true);
    view.setUint16(6, place ?? 0, true);
    view.setUint32(8, run, true);
    view.setUint16(12, (isCounted ? 1 : 0) | (isFirst ? 2 : 0) | (isBest ? 4 : 0), true);
  });

/** The hash of the player's state after a tick, to compare with their own. */
export const stateFrame = (tick: number, hash: number): Uint8Array<ArrayBuffer> =>
  bytesOf(DOWN.state, 9, (view) => {
    view.setUint32(1, tick, true);
    view.setUint32(5, hash, true);
  });

/** Whether a run goes on, and the tick whose input comes next. */
export const resumedFrame = (ok: boolean, tick: number): Uint8Array<ArrayBuffer> =>
  bytesOf(DOWN.resumed, 6, (view) => {
    view.setUint8(1, ok ? 1 : 0);
    view.setUint32(2, tick, true);
  });

/** A run up to a tick, vouched for by the room (rule 14). `state` holds what only the room reads, then the runner. */
export interface Receipt {
  tick: number;
  startTick: number;
  mac: Uint8Array;
  state: Uint8Array;
}

export function receiptFrame({ tick, startTick, mac, state }: Receipt): Uint8Array<ArrayBuffer> {
  return bytesOf(DOWN.receipt, RECEIPT_HEAD + state.length, (view) => {
    const bytes = new Uint8Array(view.buffer);
    view.setUint32(1, tick, true);
    view.setUint32(5, startTick, true);
    bytes.set(mac, RECEIPT_HEAD - MAC_BYTES);
    bytes.set(state, RECEIPT_HEAD);
  });
}

/** Reads a `receipt` frame; null if it's malformed. */
export function readReceipt(bytes: Uint8Array): Receipt | null {
  if (bytes[0] !== DOWN.receipt || bytes.length < RECEIPT_HEAD) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    tick: view.getUint32(1, true),
    startTick: view.getUint32(5, true),
    mac: bytes.slice(RECEIPT_HEAD - MAC_BYTES, RECEIPT_HEAD),
    state: bytes.slice(RECEIPT_HEAD),
  };
}

/** A text frame: `message`, `come` or `left` with JSON (events.ts). */
export const jsonFrame = (type: "message" | "come" | "left", value: unknown): Uint8Array<ArrayBuffer> =>
  textFrame(DOWN[type], JSON.stringify(value));

export type DownFrame =
  | ({ type: "welcome" } & Welcome)
  | { type: "pong"; time: number; tick: number }
  | { type: "message" | "come" | "left"; text: string }
  | ({ type: "finished" } & Finished)
  | { type: "receipt"; bytes: Uint8Array; tick: number; startTick: number }
  | { type: "state"; tick: number; hash: number }
  | { type: "resumed"; ok: boolean; tick: number };

/** Reads a frame other than `frame` (frame-reader.ts). Null for unknown ones, so a newer room can send some. */
export function readDownFrame(bytes: Uint8Array): DownFrame | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (bytes[0]) {
    case DOWN.welcome:
      return {
        type: "welcome",
        slot: view.getUint8(1),
        tick: view.getUint32(2, true),
        epoch: view.getUint32(6, true),
        physics: view.getUint16(10, true),
        rate: view.getUint16(12, true),
        revision: view.getUint32(14, true),
      };
    case DOWN.pong:
      return { type: "pong", time: view.getUint32(1, true), tick: view.getUint32(5, true) };
    case DOWN.message:
      return { type: "message", text: readText(bytes.subarray(1)) ?? "{}" };
    case DOWN.come:
      return { type: "come", text: readText(bytes.subarray(1)) ?? "{}" };
    case DOWN.left:
      return { type: "left", text: readText(bytes.subarray(1)) ?? "{}" };
    case DOWN.finished: {
      const flags = view.getUint16(12, true);
      return {
        type: "finished",
        slot: view.getUint8(1),
        ticks: view.getUint32(2, true),
        place: view.getUint16(6, true) || null,
        run: view.getUint32(8, true),
        isCounted: (flags & 1) !== 0,
        isFirst: (flags & 2) !== 0,
        isBest: (flags & 4) !== 0,
      };
    }
    case DOWN.receipt:
      return {
        type: "receipt",
        bytes: bytes.slice(),
        tick: view.getUint32(1, true),
        startTick: view.getUint32(5, true),
      };
    case DOWN.state:
      return { type: "state", tick: view.getUint32(1, true), hash: view.getUint32(5, true) };
    case DOWN.resumed:
      return { type: "resumed", ok: view.getUint8(1) === 1, tick: view.getUint32(2, true) };
    default:
      return null;
  }
}
