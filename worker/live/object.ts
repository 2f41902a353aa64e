import { Server } from "partyserver";
import type { Env } from "../env.ts";
import { logError } from "../http/log.ts";

/**
 * The statements that make an object's tables, by part. A statement that has been out is never changed, only followed by
 * another of its part.
 */
export type Schema = Record<string, readonly string[]>;

/**
 * What every object of ours rests on: append-only schema migrations run in the constructor (a call from another object
 * skips partyserver's start), and alarms by name over the single one an object has.
 */
export abstract class LiveObject extends Server<Env> {
  protected readonly db: SqlStorage;

  readonly #schema: Schema;
  /** Alarms that are being seen to, and when they were asked for again meanwhile. */
  readonly #ringing = new Map<string, number>();

  constructor(ctx: DurableObjectState, env: Env, schema: Schema) {
    super(ctx, env);
    this.db = ctx.storage.sql;
    this.#schema = { alarms: ALARMS, ...schema };
    // What was made by older code gets what has come since.
    this.prepare(...Object.keys(this.#done));
  }

  /** How many statements of each part have been run. */
  #made: Record<string, number> | undefined;

  get #done(): Record<string, number> {
    this.#made ??= this.ctx.storage.kv.get<Record<string, number>>("schema") ?? {};
    return this.#made;
  }

  /** Whether a part of the schema has been made. */
  protected has(part: string): boolean {
    return this.#done[part] !== undefined;
  }

  /**
   * Makes parts of the storage ready to be written: runs what they lack. Every table takes memory while its object is awake,
   * so what an object may never need is made when it is needed; an object that is only asked keeps nothing.
   */
  protected prepare(...parts: string[]): void {
    const all = (part: string) => this.#schema[part] ?? [];
    if (parts.every((part) => this.#done[part] === all(part).length)) return;
    this.ctx.storage.transactionSync(() => {
      for (const part of parts)
        for (const statement of all(part).slice(this.#done[part] ?? 0)) this.db.exec(statement);
      const made = Object.fromEntries(parts.map((part) => [part, all(part).length]));
      this.#made = { ...this.#done, ...made };
      this.ctx.storage.kv.put("schema", this.#made);
    });
  }

  /** Takes parts back to how they were made. */
  protected empty(...parts: string[]): void {
    this.ctx.storage.transactionSync(() => {
      for (const part of parts) {
        if (!this.has(part)) continue;
        for (const statement of this.#schema[part] ?? []) {
          const table = /^create table (\w+)/.exec(statement)?.[1];
          if (table) this.db.exec(`delete from ${table}`);
          else if (statement.startsWith("insert")) this.db.exec(statement);
        }
      }
    });
  }

  /** The number in this object's name. */
  protected get nameNumber(): number {
    return Number(this.ctx.id.name);
  }

  protected rows<Row>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.db.exec(query, ...values).toArray() as Row[];
  }

  protected row<Row>(query: string, ...values: SqlStorageValue[]): Row | undefined {
    return this.rows<Row>(query, ...values)[0];
  }

  /** Has `onNamedAlarm(name)` called at `due` (ms), or earlier if it was to be called earlier already. */
  protected wake(name: string, due: number): void {
    const asked = this.#ringing.get(name);
    // What is asked for while it rings is for afterwards.
    if (asked !== undefined) this.#ringing.set(name, Math.min(asked, due));
    else if ((this.#dueOf(name) ?? Number.POSITIVE_INFINITY) > due) this.#put(name, due);
  }

  protected dontWake(name: string): void {
    this.#ringing.delete(name);
    this.db.exec("delete from alarms where name = ?", name);
  }

  /** Whether a named alarm is set. */
  protected isWaking(name: string): boolean {
    return (
      (this.#ringing.get(name) ?? this.#dueOf(name) ?? Number.POSITIVE_INFINITY) < Number.POSITIVE_INFINITY
    );
  }

  #dueOf(name: string): number | undefined {
    return this.row<{ due: number }>("select due from alarms where name = ?", name)?.due;
  }

  #put(name: string, due: number): void {
    this.db.exec("insert or replace into alarms (name, due) values (?, ?)", name, due);
    this.#setNext();
  }

  #setNext(): void {
    const next = this.row<{ due: number | null }>("select min(due) as due from alarms");
    if (typeof next?.due === "number") void this.ctx.storage.setAlarm(next.due);
  }

  /** What is to be done at a named alarm. When it throws, or its process dies, it is called again. */
  protected abstract onNamedAlarm(name: string): Promise<void>;

  override async onAlarm(): Promise<void> {
    const due = this.rows<{ name: string }>(
      "select name from alarms where due <= ? order by due",
      Date.now(),
    );
    // Each stays in the table until it is done: a process that dies meanwhile leaves it due.
    for (const { name } of due) {
      this.#ringing.set(name, Number.POSITIVE_INFINITY);
      try {
        await this.onNamedAlarm(name);
      } catch (error) {
        this.complain(`alarm ${name}`, error);
        this.wake(name, Date.now() + RETRY_MS);
      }
      const again = this.#ringing.get(name);
      // Called off meanwhile.
      if (again === undefined) continue;
      this.dontWake(name);
      if (again < Number.POSITIVE_INFINITY) this.#put(name, again);
    }
    this.#setNext();
  }

  /** Notes what went wrong and goes on. */
  protected complain(what: string, error: unknown): void {
    const object = `${this.constructor.name}:${this.ctx.id.name}`;
    logError("object failed", { object, what }, error);
  }
}

const RETRY_MS = 5_000;
const ALARMS = ["create table alarms (name text primary key, due integer not null) without rowid"];
