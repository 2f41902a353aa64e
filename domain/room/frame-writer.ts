import { DOWN, NONE_BYTE } from "./frames.ts";
import { ROOM_LIMITS } from "./limits.ts";
import type { Seen } from "./seen.ts";

/** Bits of a player in a frame. */
export const SEEN_FLAGS = { far: 1, turned: 2, carried: 4, level: 8, still: 16, posed: 32 } as const;
/** Bytes before the players, and at most per player. */
export const FRAME_HEAD = 5;
const PLAYER_BYTES = 16;

/**
 * Writes where the players of a room are. Each player is a slot and flags, then: the carrying block (u16) if carried and far;
 * three places, as differences from the last frame (i8) or in full if far (i24); the heading if turned; the pose if posed. Nothing is written of
 * the height of a player who stays on a level, and of the place of one who stands still.
 */
export class FrameWriter {
  readonly #bytes = new Uint8Array(FRAME_HEAD + PLAYER_BYTES * ROOM_LIMITS.slots);
  readonly #view = new DataView(this.#bytes.buffer);
  readonly #starts: number[] = [];
  readonly #slots: number[] = [];
  #length = FRAME_HEAD;

  begin(tick: number): void {
    this.#bytes[0] = DOWN.frame;
    this.#view.setUint32(1, tick, true);
    this.#length = FRAME_HEAD;
    this.#starts.length = 0;
    this.#slots.length = 0;
  }

  get isEmpty(): boolean {
    return this.#length === FRAME_HEAD;
  }

  /** Adds a player, unless nothing has changed. `before` is the place in the last frame with them; null writes everything. */
  put(slot: number, before: Seen | null, now: Seen): void {
    const isSameBase = before !== null && before.block === now.block;
    const dx = isSameBase ? now.x - before.x : 0;
    const dy = isSameBase ? now.y - before.y : 0;
    const dz = isSameBase ? now.z - before.z : 0;
    const isNear = isSameBase && isByte(dx) && isByte(dy) && isByte(dz);
    const isTurned = before?.heading !== now.heading;
    const isPosed = before?.pose !== now.pose;
    if (isNear && !isTurned && !isPosed && dx === 0 && dy === 0 && dz === 0) return;
    this.#starts.push(this.#length);
    this.#slots.push(slot);
    const isCarried = now.block >= 0;
    this.#byte(slot);
    const isLevel = isNear && dy === 0;
    const isStill = isLevel && dx === 0 && dz === 0;
    this.#byte(
      (isNear ? 0 : SEEN_FLAGS.far) |
        (isTurned ? SEEN_FLAGS.turned : 0) |
        (isPosed ? SEEN_FLAGS.posed : 0) |
        (isCarried ? SEEN_FLAGS.carried : 0) |
        (isStill ? SEEN_FLAGS.still : isLevel ? SEEN_FLAGS.level : 0),
    );
    if (isNear) {
      if (!isStill) this.#byte(dx);
      if (!isLevel) this.#byte(dy);
      if (!isStill) this.#byte(dz);
    } else {
      if (isCarried) this.#word(now.block);
      for (const value of [now.x, now.y, now.z]) {
        this.#word(value & 0xffff);
        this.#byte(value >> 16);
      }
    }
    if (isTurned) this.#byte(now.heading);
    if (isPosed) this.#byte(now.pose);
  }

  #byte(value: number): void {
    this.#bytes[this.#length++] = value & 255;
  }

  #word(value: number): void {
    this.#view.setUint16(this.#length, value, true);
    this.#length += 2;
  }

  /** The frame, the same for everyone. */
  end(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  /** The frame without some slots; null if no one is left in it. */
  endWithout(hidden: ReadonlySet<number>): Uint8Array<ArrayBuffer> | null {
    const rest = new Uint8Array(this.#length);
    rest.set(this.#bytes.subarray(0, FRAME_HEAD));
    let length = FRAME_HEAD;
    for (const [i, slot] of this.#slots.entries()) {
      if (hidden.has(slot)) continue;
      const player = this.#bytes.subarray(this.#starts[i], this.#starts[i + 1] ?? this.#length);
      rest.set(player, length);
      length += player.length;
    }
    return length === FRAME_HEAD ? null : rest.subarray(0, length);
  }
}

const isByte = (value: number): boolean => value >= -128 && value < 128;

/** One message of a frame and others that follow it: states, then at most one receipt, which has no length of its own. */
export function joinFrames(frame: Uint8Array, others: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = others.reduce((sum, other) => sum + other.length, frame.length + 1);
  const message = new Uint8Array(length);
  message.set(frame);
  message[frame.length] = NONE_BYTE;
  let at = frame.length + 1;
  for (const other of others) {
    message.set(other, at);
    at += other.length;
  }
  return message;
}
