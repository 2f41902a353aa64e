import type { LogFailure } from "./failure-logger.ts";

const RETRY_MS = 5_000;
/** A newer version's alarm wakes the object this much later, because only that version can handle it. */
const UNKNOWN_MS = 3_600_000;

/** The key of the times at which alarms are due, by name. A table would take memory in every awake object. */
export const ALARMS_KEY = "alarms";

/** Named alarms on an object's single one; call `run` in `onAlarm`. Leaves names of newer versions alone. */
export class AlarmScheduler<Name extends string> {
  readonly #storage: DurableObjectStorage;
  readonly #handlers: Readonly<Record<Name, () => unknown>>;
  readonly #logFailure: LogFailure;
  /** Running alarms, each with the time of its next run if one was scheduled meanwhile. */
  readonly #running = new Map<Name, number>();

  /** `handlers` handle the alarms. If one throws or the process dies, it runs again. */
  constructor(
    storage: DurableObjectStorage,
    handlers: Readonly<Record<Name, () => unknown>>,
    logFailure: LogFailure,
  ) {
    this.#storage = storage;
    this.#handlers = handlers;
    this.#logFailure = logFailure;
  }

  // `kv`, `sql` and an alarm set in the same turn are one commit.
  /** Schedules an alarm at `due` (ms), unless it's already scheduled earlier. */
  schedule(name: Name, due: number): void {
    const next = this.#running.get(name);
    // The alarm is running: schedule its next run.
    if (next !== undefined) this.#running.set(name, Math.min(next, due));
    else if ((this.#stored()[name] ?? Number.POSITIVE_INFINITY) > due) this.#store(name, due);
  }

  cancel(name: Name): void {
    this.#running.delete(name);
    const { [name]: canceled, ...others } = this.#stored();
    if (canceled !== undefined) this.#storage.kv.put(ALARMS_KEY, others);
  }

  has(name: Name): boolean {
    return (
      (this.#running.get(name) ?? this.#stored()[name] ?? Number.POSITIVE_INFINITY) < Number.POSITIVE_INFINITY
    );
  }

  /** Runs the alarms that are due. */
  async run(): Promise<void> {
    const now = Date.now();
    const due = this.#entries()
      .filter(([name, at]) => at <= now && name in this.#handlers)
      .sort(([, a], [, b]) => a - b);
    // An alarm stays stored until it's done, so it remains due if the process dies.
    for (const [name] of due) {
      this.#running.set(name, Number.POSITIVE_INFINITY);
      try {
        await this.#handlers[name]();
      } catch (error) {
        this.#logFailure(`alarm ${name}`, error);
        this.schedule(name, Date.now() + RETRY_MS);
      }
      const again = this.#running.get(name);
      // Canceled meanwhile.
      if (again === undefined) continue;
      this.cancel(name);
      if (again < Number.POSITIVE_INFINITY) this.#store(name, again);
    }
    this.#setNextAlarm();
  }

  #store(name: Name, due: number): void {
    this.#storage.kv.put(ALARMS_KEY, { ...this.#stored(), [name]: due });
    this.#setNextAlarm();
  }

  #stored(): Partial<Record<Name, number>> {
    return this.#storage.kv.get(ALARMS_KEY) ?? {};
  }

  #entries(): [Name, number][] {
    return Object.entries(this.#stored()) as [Name, number][];
  }

  #setNextAlarm(): void {
    const later = Date.now() + UNKNOWN_MS;
    const times = this.#entries().map(([name, due]) => (name in this.#handlers ? due : Math.max(due, later)));
    if (times.length > 0) void this.#storage.setAlarm(Math.min(...times));
  }
}
