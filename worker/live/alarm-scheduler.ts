import type { LogFailure } from "./failure-logger.ts";
import { row, rows } from "./rows.ts";

const RETRY_MS = 5_000;
/** A newer version's alarm wakes the object this much later, because only that version can handle it. */
const UNKNOWN_MS = 3_600_000;
/** An alarm that is this late was not handled by an older version. */
const LATE_MS = 60_000;

/** The part of an object's schema that stores when its alarms are due. */
export const ALARM_SCHEMA = [
  "create table alarms (name text primary key, due integer not null) without rowid",
];

const keyOf = (name: string) => `alarm:${name}`;

/**
 * Named alarms on top of the single one per object. The object calls `run` in `onAlarm`. Names are stored, so after a
 * rollback an older version finds those of a newer one. Version 0.3 fails at names in the table that it doesn't know.
 * Names that are newer are therefore stored as keys.
 */
export class AlarmScheduler<Name extends string> {
  readonly #storage: DurableObjectStorage;
  readonly #handlers: Readonly<Record<Name, () => unknown>>;
  readonly #logFailure: LogFailure;
  readonly #inKeys: readonly Name[];
  /** Running alarms, each with the time of its next run if one was scheduled meanwhile. */
  readonly #running = new Map<Name, number>();

  /**
   * `handlers` handle the alarms. If one throws or the process dies, it runs again. Alarms named in `inKeys` are stored as
   * keys.
   */
  constructor(
    storage: DurableObjectStorage,
    handlers: Readonly<Record<Name, () => unknown>>,
    logFailure: LogFailure,
    inKeys: readonly NoInfer<Name>[] = [],
  ) {
    this.#storage = storage;
    this.#handlers = handlers;
    this.#logFailure = logFailure;
    this.#inKeys = inKeys;
    const now = Date.now();
    // An older version took its alarm.
    if (inKeys.some((name) => (this.#dueOf(name) ?? now) < now - LATE_MS)) void storage.setAlarm(now);
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
    if (this.#inKeys.includes(name)) this.#storage.kv.delete(keyOf(name));
    // Of any name: version 0.4 stored all of them in the table.
    this.#storage.sql.exec("delete from alarms where name = ?", name);
  }

  /** Whether an alarm is scheduled. */
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
    if (this.#inKeys.includes(name)) return this.#storage.kv.get<number>(keyOf(name));
    return row<{ due: number }>(this.#storage.sql, "select due from alarms where name = ?", name)?.due;
  }

  #store(name: Name, due: number): void {
    if (this.#inKeys.includes(name)) this.#storage.kv.put(keyOf(name), due);
    else this.#storage.sql.exec("insert or replace into alarms (name, due) values (?, ?)", name, due);
    this.#setNextAlarm();
  }

  /** The stored alarms, the next one first. */
  #stored(): { name: Name; due: number }[] {
    const stored = rows<{ name: Name; due: number }>(this.#storage.sql, "select name, due from alarms");
    for (const name of this.#inKeys) {
      const due = this.#storage.kv.get<number>(keyOf(name));
      if (due !== undefined) stored.push({ name, due });
    }
    return stored.sort((a, b) => a.due - b.due);
  }

  #setNextAlarm(): void {
    const later = Date.now() + UNKNOWN_MS;
    const times = this.#stored().map(({ name, due }) =>
      name in this.#handlers ? due : Math.max(due, later),
    );
    if (times.length > 0) void this.#storage.setAlarm(Math.min(...times));
  }
}
