import type { Tier } from "./tiers.ts";

const ORDER = ["low", "medium", "high"] as const;
/** Length of the measured stretch, in milliseconds. */
const STRETCH = 2_000;
/** Shortest time between two steps, in milliseconds. */
const PAUSE = 10_000;
/** A median frame above this is too slow, in milliseconds: fewer than 45 frames a second. */
const SLOW = 22;
/** A median frame below this leaves room for more, in milliseconds: at least 57 frames a second. */
const FAST = 17.5;
/** Longer frames, such as those of a hidden tab, count as this, in milliseconds. */
const LONGEST = 1_000;
/** Fewest frames of one stretch, so one long frame doesn't decide. */
const FEWEST = 5;
const CAPACITY = 512;

/**
 * Chooses the tier by the median frame time of 2 seconds, at most one step each 10 seconds. After a tier was too slow
 * twice, it isn't tried again. The first step can follow after 2 seconds. Reads no clock.
 */
export class TierMeter {
  private current: Tier;
  private readonly frames = new Float64Array(CAPACITY);
  private count = 0;
  private total = 0;
  private sinceStep = PAUSE;
  private readonly failures = { low: 0, medium: 0, high: 0 };

  constructor(start: Tier) {
    this.current = start;
  }

  get tier(): Tier {
    return this.current;
  }

  /** Adds a frame's milliseconds. Returns the new tier when it changes, else null. */
  addFrame(ms: number): Tier | null {
    if (!(ms > 0)) return null;
    const counted = Math.min(ms, LONGEST);
    this.sinceStep += counted;
    this.frames[this.count++] = counted;
    this.total += counted;
    if (this.count < FEWEST || (this.total < STRETCH && this.count < CAPACITY)) return null;
    const median = this.frames.subarray(0, this.count).sort()[this.count >> 1] as number;
    this.count = this.total = 0;
    return this.sinceStep < PAUSE ? null : this.step(median);
  }

  private step(median: number): Tier | null {
    const index = ORDER.indexOf(this.current);
    const next = ORDER[median > SLOW ? index - 1 : median < FAST ? index + 1 : index];
    if (next === undefined || next === this.current) return null;
    if (median > SLOW) this.failures[this.current]++;
    else if (this.failures[next] >= 2) return null;
    this.current = next;
    this.sinceStep = 0;
    return next;
  }
}
