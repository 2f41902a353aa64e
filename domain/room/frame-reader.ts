import { FRAME_HEAD, SEEN_FLAGS } from "./frame-writer.ts";
import { DOWN, NONE_BYTE } from "./frames.ts";
import type { Seen } from "./seen.ts";

const STATE_BYTES = 9;

/** Reads frames with the places of players. Places are differences, so it has to read all of them, in order. */
export class FrameReader {
  readonly #seen = new Map<number, Seen>();

  /** The last known places, by slot. */
  get seen(): ReadonlyMap<number, Seen> {
    return this.#seen;
  }

  /** Forgets a player who has left: their slot can be another's. */
  drop(slot: number): void {
    this.#seen.delete(slot);
  }

  /** Reads a message that begins with a `frame`. Returns its tick, who changed, and the other frames in it. */
  read(message: Uint8Array): { tick: number; changed: number[]; others: Uint8Array[] } {
    const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
    const tick = view.getUint32(1, true);
    const changed: number[] = [];
    const others: Uint8Array[] = [];
    let at = FRAME_HEAD;
    while (at < message.length) {
      const slot = view.getUint8(at++);
      if (slot === NONE_BYTE) {
        for (let end = at; at < message.length; at = end) {
          end = message[at] === DOWN.state ? at + STATE_BYTES : message.length;
          others.push(message.subarray(at, end));
        }
        break;
      }
      changed.push(slot);
      const flags = view.getUint8(at++);
      const seen: Seen = this.#seen.get(slot) ?? { x: 0, y: 0, z: 0, block: -1, heading: 0, pose: 0 };
      const isCarried = (flags & SEEN_FLAGS.carried) !== 0;
      if ((flags & SEEN_FLAGS.still) !== 0) {
        // Only turned.
      } else if ((flags & SEEN_FLAGS.far) === 0) {
        seen.x += view.getInt8(at++);
        if ((flags & SEEN_FLAGS.level) === 0) seen.y += view.getInt8(at++);
        seen.z += view.getInt8(at++);
      } else {
        seen.block = isCarried ? view.getUint16(at, true) : -1;
        if (isCarried) at += 2;
        const place = (offset: number) => view.getUint16(offset, true) | (view.getInt8(offset + 2) << 16);
        seen.x = place(at);
        seen.y = place(at + 3);
        seen.z = place(at + 6);
        at += 9;
      }
      if ((flags & SEEN_FLAGS.turned) !== 0) seen.heading = view.getUint8(at++);
      if ((flags & SEEN_FLAGS.posed) !== 0) seen.pose = view.getUint8(at++);
      this.#seen.set(slot, seen);
    }
    return { tick, changed, others };
  }
}
