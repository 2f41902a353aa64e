/** Pages that one process lets return per second, and how many of them at once. */
const RETURNS_PER_SECOND = 70;
const BURST = 5;
/** Pages connecting at once. With more the process can't follow, and all could return together. */
const MAX_CONNECTING = 15;
/** Pages let in within any second, at most: after a standstill the turns of many have come. */
const MAX_PER_SECOND = 80;
/** How much later turns are while the process can't follow. */
const BEHIND_MS = 1_000;

const GAP_MS = 1_000 / RETURNS_PER_SECOND;

/** Gives returning pages turns under load: a rejection is cheaper than a late connection (rule 17). */
export class ReturnQueue {
  #next = Number.NEGATIVE_INFINITY;
  #connecting = 0;
  /** When the last pages were let in, the oldest first: as many as can be within a second. */
  readonly #admissions: number[] = [];

  /** Takes a turn; returns the milliseconds until then. A turn that came is only repeated under load. */
  takeTurn(now: number, hasTurn: boolean): number {
    const isFull = this.#admissions.length === MAX_PER_SECOND && now - (this.#admissions[0] ?? now) < 1_000;
    const isBehind = isFull || this.#connecting >= MAX_CONNECTING;
    if (!hasTurn || isBehind) {
      const earliest = isBehind ? now + BEHIND_MS : now - BURST * GAP_MS;
      this.#next = Math.max(this.#next, earliest) + GAP_MS;
      const wait = Math.round(this.#next - now);
      if (wait > 0) return wait;
    }
    if (this.#admissions.push(now) > MAX_PER_SECOND) this.#admissions.shift();
    return 0;
  }

  /** Counts a page that connects until `work` is done. */
  async connect<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#connecting++;
    try {
      return await work();
    } finally {
      this.#connecting--;
    }
  }
}
