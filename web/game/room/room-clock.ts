import { TICKS_PER_SECOND } from "#domain/sim/v1/rules.ts";

const TICKS_PER_MS = TICKS_PER_SECOND / 1000;
/** Pongs that are compared, and how long each counts: clocks drift. */
const SAMPLES = 8;
const SAMPLE_MS = 90_000;
/** A clock that is further off than this, in ticks, counts at once. */
const FAR_TICKS = 30;

interface Sample {
  /** When it was measured, and how long its ping took, in milliseconds. */
  at: number;
  roundTrip: number;
  /** The room's tick at time 0 of the own clock. */
  offset: number;
}

/** Estimates a room's clock from pings (rule 7): the quickest one of the last ones counts. */
export class RoomClock {
  readonly #sent = new Map<number, number>();
  #samples: Sample[] = [];
  #offset = Number.NaN;

  /** The room's tick at a time in milliseconds, with a fraction. NaN before the room's first frame. */
  tickAt(now: number): number {
    return now * TICKS_PER_MS + this.#offset;
  }

  get isWaiting(): boolean {
    return this.#sent.size > 0;
  }

  /** The room's tick when a connection opens. It decides only until the first pong. */
  welcome(tick: number, now: number): void {
    this.#sent.clear();
    const offset = tick + 0.5 - now * TICKS_PER_MS;
    if (Math.abs(offset - this.#offset) < FAR_TICKS) return;
    this.#samples = [];
    this.#offset = offset;
  }

  ping(now: number): number {
    const time = Math.floor(now) >>> 0;
    this.#sent.set(time, now);
    return time;
  }

  pong(time: number, tick: number, now: number): void {
    const sentAt = this.#sent.get(time);
    if (sentAt === undefined) return;
    // Pongs come in order, so earlier pings are lost.
    for (const sent of this.#sent.keys()) {
      this.#sent.delete(sent);
      if (sent === time) break;
    }
    const roundTrip = now - sentAt;
    // A tick is a whole number, so on average half a tick has passed since it began.
    const offset = tick + 0.5 - (sentAt + roundTrip / 2) * TICKS_PER_MS;
    const isRecent = ({ at }: Sample) => now - at < SAMPLE_MS;
    this.#samples = [...this.#samples.filter(isRecent), { at: now, roundTrip, offset }].slice(-SAMPLES);
    this.#offset = this.#samples.reduce((best, sample) =>
      sample.roundTrip < best.roundTrip ? sample : best,
    ).offset;
  }
}
