/** Pages that one process lets return per second, and how many of them at once. */
const RETURNS_PER_SECOND = 80;
const BURST = 10;

const GAP_MS = 1_000 / RETURNS_PER_SECOND;

/**
 * Gives returning pages a turn, for when more return to a process than their spread allows, because the site has grown since
 * they connected (PROTOCOL.md, rule 17).
 */
export class ReturnQueue {
  #next = Number.NEGATIVE_INFINITY;

  /** Takes the next turn. Returns the milliseconds until then; 0 for now. */
  takeTurn(now: number): number {
    this.#next = Math.max(this.#next, now - BURST * GAP_MS) + GAP_MS;
    return Math.max(0, Math.ceil(this.#next - now));
  }
}
