const MINUTE_MS = 60 * 1000;

/** Calls and failures of this process, of the current minute and the one before. */
export interface RecentCount {
  calls: number;
  failures: number;
}

/** Counts calls by name for about a minute. Each process has its own counts. */
export class RecentCounts {
  #minute = 0;
  #current = new Map<string, RecentCount>();
  #before = new Map<string, RecentCount>();

  add(name: string, failed: boolean, now: number): void {
    this.#turn(now);
    const count = this.#current.get(name) ?? { calls: 0, failures: 0 };
    count.calls++;
    if (failed) count.failures++;
    this.#current.set(name, count);
  }

  /** Returns the counts by name. */
  read(now: number): Map<string, RecentCount> {
    this.#turn(now);
    const result = new Map<string, RecentCount>();
    for (const [name, { calls, failures }] of [...this.#before, ...this.#current]) {
      const sum = result.get(name) ?? { calls: 0, failures: 0 };
      result.set(name, { calls: sum.calls + calls, failures: sum.failures + failures });
    }
    return result;
  }

  #turn(now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#before = minute === this.#minute + 1 ? this.#current : new Map();
    this.#current = new Map();
    this.#minute = minute;
  }
}

/** Responses of this process: `requests`, where status 500 and above is a failure. */
export const requestCounts = new RecentCounts();
