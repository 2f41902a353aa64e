/** Ticks whose states are saved: the room's states are of up to some seconds ago. */
const CAPACITY = 16;

/** Hashes of the player's own states once a second, to compare with those of the room (rule 13). */
export class StateHistory {
  readonly #ticks = new Float64Array(CAPACITY).fill(-1);
  readonly #hashes = new Float64Array(CAPACITY);
  #next = 0;

  add(tick: number, hash: number): void {
    this.#ticks[this.#next] = tick;
    this.#hashes[this.#next] = hash;
    this.#next = (this.#next + 1) % CAPACITY;
  }

  /** The hash of the state after a tick; null if it isn't known. */
  at(tick: number): number | null {
    const index = this.#ticks.indexOf(tick);
    return index < 0 ? null : (this.#hashes[index] ?? null);
  }

  clear(): void {
    this.#ticks.fill(-1);
  }
}
