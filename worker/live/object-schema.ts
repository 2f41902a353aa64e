/**
 * Objects collect changes of who is online and who plays where for this long, and then write them to D1, where lists sort
 * and filter by them. What pages show comes from the `Board` object, which hears of changes within a second.
 */
export const WRITE_INTERVAL_MS = 5_000;

/** Runs a query on an object's database and returns its rows. */
export const rows = <Row>(db: SqlStorage, query: string, ...values: SqlStorageValue[]): Row[] =>
  db.exec(query, ...values).toArray() as Row[];

/** Returns the first row of a query, or undefined. */
export const row = <Row>(db: SqlStorage, query: string, ...values: SqlStorageValue[]): Row | undefined =>
  rows<Row>(db, query, ...values)[0];

/**
 * SQL that creates an object's tables, by part. A released statement is never changed; append a new one
 * instead.
 */
export type SchemaParts = Record<string, readonly string[]>;

/**
 * The tables of an object: append-only migrations. Create it in the constructor of the object, because RPC calls skip
 * partyserver's start.
 */
export class ObjectSchema {
  readonly #storage: DurableObjectStorage;
  readonly #parts: SchemaParts;
  /** How many statements of each part have run. */
  #applied: Record<string, number> = {};

  constructor(storage: DurableObjectStorage, parts: SchemaParts) {
    this.#storage = storage;
    this.#parts = parts;
    this.load();
  }

  /** Reads which tables exist, also after others have written them. */
  load(): void {
    this.#applied = this.#storage.kv.get<Record<string, number>>("schema") ?? {};
    // Updates storage that older code created.
    this.create(...Object.keys(this.#applied));
  }

  /** Whether a part's tables exist. */
  has(part: string): boolean {
    return this.#applied[part] !== undefined;
  }

  /**
   * Creates or updates the tables of some parts. Tables use memory while their object is awake, so they're
   * created on the first write; objects that are only read store nothing.
   */
  create(...parts: string[]): void {
    const all = (part: string) => this.#parts[part] ?? [];
    // After a rollback, a newer version may have applied more.
    const isApplied = (part: string) => (this.#applied[part] ?? -1) >= all(part).length;
    if (parts.every(isApplied)) return;
    this.#storage.transactionSync(() => {
      for (const part of parts)
        for (const statement of all(part).slice(this.#applied[part] ?? 0)) this.#storage.sql.exec(statement);
      for (const part of parts)
        if (!isApplied(part)) this.#applied = { ...this.#applied, [part]: all(part).length };
      this.#storage.kv.put("schema", this.#applied);
    });
  }

  /** Restores the initial contents of some parts' tables. */
  clear(...parts: string[]): void {
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      for (const part of parts) {
        if (!this.has(part)) continue;
        for (const statement of this.#parts[part] ?? []) {
          const table = /^create table (\w+)/.exec(statement)?.[1];
          if (table) sql.exec(`delete from ${table}`);
          else if (statement.startsWith("insert")) sql.exec(statement);
        }
      }
    });
  }
}
