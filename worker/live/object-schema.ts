/** Objects collect changes this long before they write them to D1 for lists; pages show the `Board`'s. */
export const WRITE_INTERVAL_MS = 5_000;

/** Runs a query on an object's database and returns its rows. */
export const rows = <Row>(db: SqlStorage, query: string, ...values: SqlStorageValue[]): Row[] =>
  db.exec(query, ...values).toArray() as Row[];

export const row = <Row>(db: SqlStorage, query: string, ...values: SqlStorageValue[]): Row | undefined =>
  rows<Row>(db, query, ...values)[0];

/** An object's tables, by part. A released statement is never changed; append a new one instead. */
export type SchemaParts = Record<string, readonly string[]>;

/** An object's tables, append-only. Create it in the constructor: RPC calls skip partyserver's start. */
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

  /** Creates or updates parts' tables, on the first write: they use memory while the object is awake. */
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
