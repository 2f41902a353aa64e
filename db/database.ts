import type { SQL } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import { DatabaseError, type DatabaseFault, databaseFault } from "./database-fault.ts";
import { withTimeLimit } from "./time-limit.ts";

/** SQL text with its parameters. `Row` is the type of a result row (column names, values as D1 stores them). */
export interface Statement<Row = unknown> {
  sql: string;
  params: unknown[];
  readonly row?: Row;
}

/**
 * Statements by name, run in the order in which they are written. A statement returns its rows under its name, and null
 * no rows. A list runs for its effect and returns nothing. A nested batch returns its rows under its name, so names
 * never collide.
 */
export interface Batch {
  readonly [name: string]: Part;
}

type Part = Statement | null | readonly Statement[] | Batch;

/** The rows of a batch by name. */
export type BatchRows<B extends Batch> = {
  [Name in keyof B as B[Name] extends readonly Statement[] ? never : Name]: B[Name] extends Statement<
    infer Row
  > | null
    ? Row[]
    : B[Name] extends Batch
      ? BatchRows<B[Name]>
      : never;
};

const isStatement = (part: Exclude<Part, null>): part is Statement =>
  "sql" in part && typeof part.sql === "string";

const isList = (part: readonly Statement[] | Batch): part is readonly Statement[] => Array.isArray(part);

/** Returns the batch's statements in order. */
function listStatements(batch: Batch): Statement[] {
  return Object.entries(batch).flatMap(([name, part]) => {
    // JavaScript moves such keys to the front of an object.
    if (/^\d+$/.test(name))
      throw new TypeError(`"${name}" is not a name: the order of statements would change.`);
    if (part === null) return [];
    if (isStatement(part)) return [part];
    return isList(part) ? part : listStatements(part);
  });
}

/** Takes the results of the batch's statements, in order, and returns them by name. */
function nameResults(batch: Batch, next: () => unknown[]): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(batch)) {
    if (part === null) named[name] = [];
    else if (isStatement(part)) named[name] = next();
    else if (isList(part)) for (const _ of part) next();
    else named[name] = nameResults(part, next);
  }
  return named;
}

/**
 * Drizzle's rendering rules for SQLite. Its own dialect would import the whole query builder, which the
 * worker doesn't use.
 */
const SQLITE = {
  casing: new CasingCache(),
  escapeName: (name: string) => `"${name.replaceAll('"', '""')}"`,
  escapeParam: () => "?",
  escapeString: (text: string) => `'${text.replaceAll("'", "''")}'`,
};

/** Builds a runnable statement from an `sql` template whose result rows are `Row`. */
export function statement<Row>(template: SQL): Statement<Row> {
  return template.toQuery(SQLITE);
}

/** The cost of a request's D1 calls as reported by D1. */
export class Meter {
  roundTrips = 0;
  rowsRead = 0;
  rowsWritten = 0;
  /** The size of the database after the latest call. */
  databaseBytes = 0;
  /** Wall-clock time spent waiting for D1. */
  waitedMs = 0;
  /** Calls that were repeated after a transient error. */
  retries = 0;
  /** Calls to Durable Objects, and the sum of their durations in milliseconds. */
  objectCalls = 0;
  objectMs = 0;
  /** The response came from a cache. */
  cacheHit = false;
}

/** A call that takes longer has failed: the database itself gives up after 30 seconds. */
const TIME_LIMIT_MS = 15_000;
const MAX_RETRIES = 2;
const FIRST_PAUSE_MS = 50;

export interface BatchOptions {
  /**
   * Running the statements twice has the effect of running them once and returns the same rows, so a transient error is
   * retried. Never for statements that add up, move coins, or return rows only the first time.
   */
  idempotent?: boolean;
}

const isRead = ({ sql }: Statement): boolean =>
  /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql);

/** Waits before a retry: 25 to 75 ms, then twice as long. */
const pause = (retries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** retries * (0.5 + Math.random())));

/**
 * The only access to D1. Every call is a single round trip, for any number of statements. Reads and idempotent writes are
 * retried twice after a transient error. Throws a `DatabaseError` if the database can't run them.
 */
export class Database {
  readonly meter: Meter;
  readonly #d1: D1Database;

  constructor(d1: D1Database, meter: Meter = new Meter()) {
    this.#d1 = d1;
    this.meter = meter;
  }

  /** Runs the statements in one transaction and one round trip, and returns their rows by name. */
  async batch<B extends Batch>(batch: B, options?: BatchOptions): Promise<BatchRows<B>> {
    const [rows] = await this.#runNamed([batch], options);
    return rows as BatchRows<B>;
  }

  /** Runs two batches, the second after the first, in one transaction and one round trip. */
  async batches<A extends Batch, B extends Batch>(
    first: A,
    second: B,
    options?: BatchOptions,
  ): Promise<[BatchRows<A>, BatchRows<B>]> {
    const [rows, laterRows] = await this.#runNamed([first, second], options);
    return [rows as BatchRows<A>, laterRows as BatchRows<B>];
  }

  /** Runs a statement and returns its rows. */
  async all<Row>(only: Statement<Row>, options?: BatchOptions): Promise<Row[]> {
    const { rows } = await this.batch({ rows: only }, options);
    return rows;
  }

  /** Runs a statement and returns its first row, or undefined. */
  async first<Row>(only: Statement<Row>): Promise<Row | undefined> {
    return (await this.all(only))[0];
  }

  async #runNamed(batches: readonly Batch[], options?: BatchOptions): Promise<Record<string, unknown>[]> {
    const results = (await this.#run(batches.flatMap(listStatements), options)).values();
    return batches.map((batch) => nameResults(batch, () => results.next().value ?? []));
  }

  async #run(queries: readonly Statement[], { idempotent }: BatchOptions = {}): Promise<unknown[][]> {
    for (let retries = 0; ; retries++) {
      try {
        return await this.#runOnce(queries);
      } catch (error) {
        const fault: DatabaseFault = databaseFault(error);
        if (fault === "statement") throw error;
        const canRetry =
          fault === "transient" && retries < MAX_RETRIES && (idempotent || queries.every(isRead));
        if (!canRetry) throw new DatabaseError(fault, error);
        this.meter.retries++;
        await pause(retries);
      }
    }
  }

  async #runOnce(queries: readonly Statement[]): Promise<unknown[][]> {
    const started = performance.now();
    try {
      const statements = queries.map(({ sql, params }) => this.#d1.prepare(sql).bind(...params));
      const [only] = statements;
      const results =
        statements.length === 1 && only
          ? [await withTimeLimit(TIME_LIMIT_MS, only.all())]
          : await withTimeLimit(TIME_LIMIT_MS, this.#d1.batch<Record<string, unknown>>(statements));
      for (const { meta } of results) {
        this.meter.rowsRead += meta.rows_read ?? 0;
        this.meter.rowsWritten += meta.rows_written ?? 0;
        this.meter.databaseBytes = meta.size_after ?? this.meter.databaseBytes;
      }
      return results.map((result) => result.results);
    } finally {
      this.meter.roundTrips++;
      this.meter.waitedMs += performance.now() - started;
    }
  }
}
