import { epochAt, exactTickAt } from "#domain/room/epoch.ts";

/** A room's clock. It never runs backwards, even if the machine's does. */
export class RoomClock {
  readonly epoch: number;
  #exactTick = 0;

  constructor(now: number) {
    this.epoch = epochAt(now);
    this.exactTick(now);
  }

  /** The tick at a time (ms), with a fraction. */
  exactTick(now: number): number {
    const tick = exactTickAt(now, this.epoch);
    if (tick > this.#exactTick) this.#exactTick = tick;
    return this.#exactTick;
  }

  tick(now: number): number {
    return Math.floor(this.exactTick(now));
  }
}
