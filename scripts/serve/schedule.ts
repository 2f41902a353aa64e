const INTERVAL_MS = 5 * 60 * 1000;

/** Runs scheduled work now and every five minutes. A run that takes longer skips the next ones. */
export class Schedule {
  readonly #work: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(work: () => Promise<void>, interval = INTERVAL_MS) {
    this.#work = work;
    this.#timer = setInterval(() => this.#run(), interval);
    this.#run();
  }

  /** Starts no more jobs, and waits until a running one has ended. All jobs can run twice or late, so it may be cut off. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#isStopped = true;
    await this.#running;
  }

  #run(): void {
    this.#running ??= this.#work()
      .catch((error: unknown) => {
        // One that was cut off fails.
        if (!this.#isStopped) console.error(error);
      })
      .finally(() => {
        this.#running = null;
      });
  }
}
