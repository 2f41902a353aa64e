const INTERVAL_MS = 5 * 60 * 1000;

/** Runs scheduled work now and every five minutes. A run that takes longer skips the next ones. */
export class Schedule {
  readonly #work: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;

  constructor(work: () => Promise<void>, interval = INTERVAL_MS) {
    this.#work = work;
    this.#timer = setInterval(() => this.#run(), interval);
    this.#run();
  }

  /** Waits until a running job has ended, and starts no other. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  #run(): void {
    this.#running ??= this.#work()
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        this.#running = null;
      });
  }
}
