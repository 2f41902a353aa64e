import type { LogFailure } from "./failure-logger.ts";
import { row, rows } from "./object-schema.ts";

const RETRY_MS = 5_000;
/** A newer version's alarm wakes the object this much later, because only that version can handle it. */
const UNKNOWN_MS = 3_600_000;

/** The part of an object's schema that stores when its alarms are due. */
export const ALARM_SCHEMA = [
  "create table alarms (name text primary key, due integer not null) without rowid",
];

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
    else if ((this.#dueOf(name) ?? Number.POSITIVE_INFINITY) > due) this.#store(name, due);
  }

  cancel(name: Name): void {
    this.#running.delete(name);
    this.#storage.sql.exec("delete from alarms where name = ?", name);
  }

  has(name: Name): boolean {
    return (
      (this.#running.get(name) ?? this.#dueOf(name) ?? Number.POSITIVE_INFINITY) < Number.POSITIVE_INFINITY
    );
  }

  /** Runs the alarms that are due. */
  async run(): Promise<void> {
    const now = Date.now();
    const due = this.#stored().filter((alarm) => alarm.due <= now && alarm.name in this.#handlers);
    // An alarm stays stored until it's done, so it remains due if the process dies.
    for (const { name } of due) {
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

  #dueOf(name: Name): number | undefined {
    return row<{ due: number }>(this.#storage.sql, "select due from alarms where name = ?", name)?.due;
  }

  #store(name: Name, due: number): void {
    this.#storage.sql.exec("insert or replace into alarms (name, due) values (?, ?)", name, due);
    this.#setNextAlarm();
  }

  /** The stored alarms, the next one first. */
  #stored(): { name: Name; due: number }[] {
    return rows<{ name: Name; due: number }>(this.#storage.sql, "select name, due from alarms order by due");
  }

  #setNextAlarm(): void {
    const later = Date.now() + UNKNOWN_MS;
    const times = this.#stored().map(({ name, due }) =>
      name in this.#handlers ? due : Math.max(due, later),
    );
    if (times.length > 0) void this.#storage.setAlarm(Math.min(...times));
  }
}
