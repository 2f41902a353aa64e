/** Counts the seconds that a level is played while its page is visible. */
export class VisitTimer {
  #since: number | null = null;
  #seconds = 0;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  start(): void {
    this.#since ??= this.#now();
  }

  stop(): void {
    if (this.#since !== null) this.#seconds += (this.#now() - this.#since) / 1000;
    this.#since = null;
  }

  /** Returns the whole seconds since the last call, and starts from zero with the rest. */
  take(): number {
    const isRunning = this.#since !== null;
    this.stop();
    const whole = Math.floor(this.#seconds);
    this.#seconds -= whole;
    if (isRunning) this.start();
    return whole;
  }
}
