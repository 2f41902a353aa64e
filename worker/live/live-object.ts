import { Server } from "partyserver";
import type { Env } from "../env.ts";
import { logError } from "../http/log.ts";

/**
 * SQL that creates an object's tables, by part. A released statement is never changed; append a new one
 * instead.
 */
export type StorageSchema = Record<string, readonly string[]>;

/**
 * Base class of our Durable Objects: append-only schema migrations, and named alarms on top of the single one
 * per object. Migrations run in the constructor, because RPC calls skip partyserver's start.
 */
export abstract class LiveObject extends Server<Env> {
  protected readonly db: SqlStorage;

  readonly #schema: StorageSchema;
  /** Running alarms, each with the time of its next run if one was scheduled meanwhile. */
  readonly #running = new Map<string, number>();

  constructor(ctx: DurableObjectState, env: Env, schema: StorageSchema) {
    super(ctx, env);
    this.db = ctx.storage.sql;
    this.#schema = { alarms: ALARM_SCHEMA, ...schema };
    // Updates storage that older code created.
    this.createTables(...Object.keys(this.#appliedCounts));
  }

  /** How many statements of each part have run. */
  #applied: Record<string, number> | undefined;

  get #appliedCounts(): Record<string, number> {
    this.#applied ??= this.ctx.storage.kv.get<Record<string, number>>("schema") ?? {};
    return this.#applied;
  }

  /** Whether a part's tables exist. */
  protected hasTables(part: string): boolean {
    return this.#appliedCounts[part] !== undefined;
  }

  /**
   * Creates or updates the tables of some parts. Tables use memory while their object is awake, so they're
   * created on the first write; objects that are only read store nothing.
   */
  protected createTables(...parts: string[]): void {
    const all = (part: string) => this.#schema[part] ?? [];
    if (parts.every((part) => this.#appliedCounts[part] === all(part).length)) return;
    this.ctx.storage.transactionSync(() => {
      for (const part of parts)
        for (const statement of all(part).slice(this.#appliedCounts[part] ?? 0)) this.db.exec(statement);
      const applied = Object.fromEntries(parts.map((part) => [part, all(part).length]));
      this.#applied = { ...this.#appliedCounts, ...applied };
      this.ctx.storage.kv.put("schema", this.#applied);
    });
  }

  /** Restores the initial contents of some parts' tables. */
  protected clearTables(...parts: string[]): void {
    this.ctx.storage.transactionSync(() => {
      for (const part of parts) {
        if (!this.hasTables(part)) continue;
        for (const statement of this.#schema[part] ?? []) {
          const table = /^create table (\w+)/.exec(statement)?.[1];
          if (table) this.db.exec(`delete from ${table}`);
          else if (statement.startsWith("insert")) this.db.exec(statement);
        }
      }
    });
  }

  /** The number in this object's name. */
  protected get idFromName(): number {
    return Number(this.ctx.id.name);
  }

  protected rows<Row>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.db.exec(query, ...values).toArray() as Row[];
  }

  protected row<Row>(query: string, ...values: SqlStorageValue[]): Row | undefined {
    return this.rows<Row>(query, ...values)[0];
  }

  // `kv`, `sql` and an alarm set in the same turn are one commit.
  /** Schedules `onNamedAlarm(name)` at `due` (ms), unless it's already scheduled earlier. */
  protected scheduleAlarm(name: string, due: number): void {
    const next = this.#running.get(name);
    // The alarm is running: schedule its next run.
    if (next !== undefined) this.#running.set(name, Math.min(next, due));
    else if ((this.#dueOf(name) ?? Number.POSITIVE_INFINITY) > due) this.#storeAlarm(name, due);
  }

  protected cancelAlarm(name: string): void {
    this.#running.delete(name);
    this.db.exec("delete from alarms where name = ?", name);
  }

  /** Whether a named alarm is scheduled. */
  protected hasAlarm(name: string): boolean {
    return (
      (this.#running.get(name) ?? this.#dueOf(name) ?? Number.POSITIVE_INFINITY) < Number.POSITIVE_INFINITY
    );
  }

  #dueOf(name: string): number | undefined {
    return this.row<{ due: number }>("select due from alarms where name = ?", name)?.due;
  }

  #storeAlarm(name: string, due: number): void {
    this.db.exec("insert or replace into alarms (name, due) values (?, ?)", name, due);
    this.#setNextAlarm();
  }

  #setNextAlarm(): void {
    const next = this.row<{ due: number | null }>("select min(due) as due from alarms");
    if (typeof next?.due === "number") void this.ctx.storage.setAlarm(next.due);
  }

  /** Handles a named alarm. If it throws or the process dies, it runs again. */
  protected abstract onNamedAlarm(name: string): Promise<void>;

  override async onAlarm(): Promise<void> {
    const due = this.rows<{ name: string }>(
      "select name from alarms where due <= ? order by due",
      Date.now(),
    );
    // A row stays until its alarm is done, so it remains due if the process dies.
    for (const { name } of due) {
      this.#running.set(name, Number.POSITIVE_INFINITY);
      try {
        await this.onNamedAlarm(name);
      } catch (error) {
        this.logFailure(`alarm ${name}`, error);
        this.scheduleAlarm(name, Date.now() + RETRY_MS);
      }
      const again = this.#running.get(name);
      // Canceled meanwhile.
      if (again === undefined) continue;
      this.cancelAlarm(name);
      if (again < Number.POSITIVE_INFINITY) this.#storeAlarm(name, again);
    }
    this.#setNextAlarm();
  }

  /** Logs an error that must not stop the object. */
  protected logFailure(what: string, error: unknown): void {
    const object = `${this.constructor.name}:${this.ctx.id.name}`;
    logError("object failed", { object, what }, error);
  }
}

const RETRY_MS = 5_000;
const ALARM_SCHEMA = ["create table alarms (name text primary key, due integer not null) without rowid"];
