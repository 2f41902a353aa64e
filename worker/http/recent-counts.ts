/** Calls and failures of this process within the last 50 seconds. */
interface RecentCount {
  calls: number;
  failures: number;
}

const SLOT_MS = 10 * 1000;
const SLOTS = 5;
/** The longest time that `read` covers. */
export const RECENT_SECONDS = (SLOT_MS * SLOTS) / 1000;

/** Counts calls for 40 to 50 seconds, so a fault that is over no longer counts a minute later. */
export class RecentCounts {
  #slot = 0;
  #counts: RecentCount[] = [];

  add(failed: boolean, now: number): void {
    this.#turn(now);
    const count = this.#counts[0] as RecentCount;
    count.calls++;
    if (failed) count.failures++;
  }

  /** Returns the sums. */
  read(now: number): RecentCount {
    this.#turn(now);
    const sum = { calls: 0, failures: 0 };
    for (const { calls, failures } of this.#counts) {
      sum.calls += calls;
      sum.failures += failures;
    }
    return sum;
  }

  /** Makes the current ten seconds the first slot. */
  #turn(now: number): void {
    const slot = Math.floor(now / SLOT_MS);
    const passed = Math.min(SLOTS, Math.max(this.#counts.length === 0 ? 1 : 0, slot - this.#slot));
    this.#slot = slot;
    for (let i = 0; i < passed; i++) this.#counts.unshift({ calls: 0, failures: 0 });
    this.#counts.length = Math.min(SLOTS, this.#counts.length);
  }
}

/** Responses of this process, where status 500 and above is a failure. */
export const requestCounts = new RecentCounts();
