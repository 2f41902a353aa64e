import { PLACE_STEPS, type Seen } from "#domain/room/seen.ts";
import { TICKS_PER_SECOND } from "#domain/sim/v1/rules.ts";
import type { BlockMotions } from "./block-motions.ts";

/** A place from a frame, in units relative to the motion of a block. */
interface Sample {
  tick: number;
  x: number;
  y: number;
  z: number;
  block: number;
  heading: number;
  pose: number;
}

/** Samples that are saved: more than a second of frames, for those that arrive together after a pause. */
const CAPACITY = 24;
/** A player who is this far from their last place didn't go there. In units. */
const TELEPORT = 12;
const RADIANS = (2 * Math.PI) / 256;

/** Where a player was at times, and where they are drawn between two of them. */
export class PlayerTrack {
  // The last result of `read`.
  x = 0;
  y = 0;
  z = 0;
  /** Units per second, relative to a carrying block. */
  vx = 0;
  vy = 0;
  vz = 0;
  /** Radians. */
  heading = 0;
  /** Index in `POSES`. */
  pose = 0;
  /** A ring whose oldest sample is at `#first`. */
  readonly #samples = Array.from(
    { length: CAPACITY },
    (): Sample => ({ tick: 0, x: 0, y: 0, z: 0, block: -1, heading: 0, pose: 0 }),
  );
  #first = 0;
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Forgets all places. */
  clear(): void {
    this.#count = 0;
  }

  /** Adds a place from the frame at `tick`. Frames come each `frameTicks` ticks; players without changes aren't in them. */
  push(tick: number, seen: Seen, frameTicks: number): void {
    const last = this.#count > 0 ? this.#at(this.#count - 1) : null;
    if (last && tick <= last.tick) {
      write(last, last.tick, seen);
      return;
    }
    // They stood until a frame ago.
    if (last && tick - frameTicks > last.tick) Object.assign(this.#add(), last, { tick: tick - frameTicks });
    write(this.#add(), tick, seen);
  }

  #at(index: number): Sample {
    return this.#samples[(this.#first + index) % CAPACITY] as Sample;
  }

  #add(): Sample {
    if (this.#count < CAPACITY) this.#count++;
    else this.#first = (this.#first + 1) % CAPACITY;
    return this.#at(this.#count - 1);
  }

  /** Reads the place at a tick (with a fraction), on blocks as they are drawn now. Returns false if there is none. */
  read(tick: number, blocks: BlockMotions): boolean {
    if (this.#count === 0) return false;
    let next = 0;
    while (next < this.#count && this.#at(next).tick <= tick) next++;
    const from = this.#at(Math.max(0, next - 1));
    const to = this.#at(Math.min(next, this.#count - 1));
    this.heading = from.heading * RADIANS;
    this.pose = from.pose;
    blocks.read(from.block);
    this.x = from.x + blocks.x;
    this.y = from.y + blocks.y;
    this.z = from.z + blocks.z;
    this.vx = this.vy = this.vz = 0;
    if (to.tick <= from.tick) return true;
    blocks.read(to.block);
    const dx = to.x + blocks.x - this.x;
    const dy = to.y + blocks.y - this.y;
    const dz = to.z + blocks.z - this.z;
    if (Math.abs(dx) + Math.abs(dy) + Math.abs(dz) > TELEPORT) return true;
    const share = (tick - from.tick) / (to.tick - from.tick);
    this.x += dx * share;
    this.y += dy * share;
    this.z += dz * share;
    const perSecond = TICKS_PER_SECOND / (to.tick - from.tick);
    this.vx = dx * perSecond;
    this.vy = dy * perSecond;
    this.vz = dz * perSecond;
    return true;
  }
}

function write(sample: Sample, tick: number, { x, y, z, block, heading, pose }: Seen): void {
  sample.tick = tick;
  sample.x = x / PLACE_STEPS;
  sample.y = y / PLACE_STEPS;
  sample.z = z / PLACE_STEPS;
  sample.block = block;
  sample.heading = heading;
  sample.pose = pose;
}
