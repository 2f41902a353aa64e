import { setTimeout as pause } from "node:timers/promises";

const INTERVAL_MS = 5 * 60 * 1000;
/** How long a running job can take when the site stops. */
const STOP_LIMIT_MS = 10_000;

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

  /**
   * Starts no more jobs, and waits until a running one has ended, at most ten seconds. One that takes longer is cut off with the
   * runtime; all jobs can run twice or late.
   */
  async stop(limit = STOP_LIMIT_MS): Promise<void> {
    clearInterval(this.#timer);
    const late = new AbortController();
    await Promise.race([
      this.#running,
      pause(limit, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
    this.#isStopped = true;
  }

  #run(): void {
    this.#running ??= this.#work()
      .catch((error: unknown) => {
        if (!this.#isStopped) console.error(error);
      })
      .finally(() => {
        this.#running = null;
      });
  }
}
