/** Limits how often something happens: at most `most` times in each second. */
export class SendLimit {
  readonly #times: number[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Milliseconds until it can happen again; 0 for now. */
  wait(now: number): number {
    const oldest = this.#times.length < this.#most ? undefined : this.#times[0];
    return oldest === undefined ? 0 : Math.max(0, oldest + 1000 - now);
  }

  /** It happens. */
  take(now: number): void {
    this.#times.push(now);
    if (this.#times.length > this.#most) this.#times.shift();
  }
}
