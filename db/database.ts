import { type Column, SQL, sql } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import { type Bookmarks, mergeBookmarks } from "#domain/api/bookmarks.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { DatabaseError, type DatabaseFault, databaseFault } from "./database-fault.ts";
import type * as forum from "./schema/forum/index.ts";
import type * as main from "./schema/index.ts";
import type * as play from "./schema/play/index.ts";
import { withTimeLimit } from "./time-limit.ts";

/** The template of every statement. */
export { SQL, sql };

/** A batch wrote nothing, because what it relied on was no longer true. */
export class ConditionFailed extends Error {
  constructor() {
    super("the condition of a batch no longer holds");
  }
}

/** Returns null for a batch whose condition failed. For `catch`. */
export function nullIfRefused(error: unknown): null {
  if (error instanceof ConditionFailed) return null;
  throw error;
}

/** All tables by name, with their columns. */
export type Tables = typeof main & typeof forum & typeof play;

/** A column's value as D1 returns it: JSON stays text. */
type Value<C> = C extends Column
  ?
      | (C["_"]["dataType"] extends "json" ? string : C["_"]["data"])
      | (C["_"]["notNull"] extends true ? never : null)
  : never;

/** The columns of a table that a query selects, with the values that D1 returns. */
export type Columns<Table extends keyof Tables, Name extends keyof Tables[Table]> = {
  [K in Name]: Value<Tables[Table][K]>;
};

/** Like `Columns` for columns that the query renames: `ColumnsAs<"users", { u_name: "username" }>`. */
export type ColumnsAs<Table extends keyof Tables, Names extends Record<string, keyof Tables[Table]>> = {
  [Alias in keyof Names]: Value<Tables[Table][Names[Alias]]>;
};

/** One column of a table, with the value that D1 returns. */
export type Cell<Table extends keyof Tables, Name extends keyof Tables[Table]> = Value<Tables[Table][Name]>;

/** The columns of a table that a left join may not find. */
export type Nullable<Row> = { [K in keyof Row]: Row[K] | null };

/** Columns in which the condition of the query leaves out a value. */
export type Without<Row, Left> = { [K in keyof Row]: Exclude<Row[K], Left> };

/** Columns in which the condition of the query leaves no null. */
export type Present<Row> = Without<Row, null>;

/** SQL text with its parameters. `Row` is the type of a result row (column names, values as D1 stores them). */
export interface Statement<Row = unknown> {
  sql: string;
  params: unknown[];
  readonly row?: Row;
}

/** A statement of which a batch returns the first row, or undefined. */
export interface First<Row> {
  readonly firstOf: Statement<Row> | null;
}

/** Makes a batch return a statement's first row instead of a list. */
export function first<Row>(of: Statement<Row> | null): First<Row>;
export function first<Row>(text: TemplateStringsArray, ...values: unknown[]): First<Row>;
export function first<Row>(
  of: Statement<Row> | TemplateStringsArray | null,
  ...values: unknown[]
): First<Row> {
  return { firstOf: of && "raw" in of ? statement(of, ...values) : of };
}

/** Statements by name, run in order. `first` returns one row, null none, a list nothing; batches nest. */
export interface Batch {
  readonly [name: string]: Part;
}

type Part = Statement | First<unknown> | null | readonly Statement[] | Batch;

/** The rows of a batch by name. */
export type BatchRows<B extends Batch> = {
  [Name in keyof B as B[Name] extends readonly Statement[] ? never : Name]: Rows<B[Name]>;
};

type Rows<P extends Part> = [P] extends [First<infer Row>]
  ? Row | undefined
  : [P] extends [Statement<infer Row> | null]
    ? Row[]
    : P extends Batch
      ? BatchRows<P>
      : never;

const isStatement = (part: Exclude<Part, null>): part is Statement =>
  "sql" in part && typeof part.sql === "string";

const isFirst = (part: Exclude<Part, null | Statement>): part is First<unknown> => "firstOf" in part;

const isList = (part: readonly Statement[] | Batch): part is readonly Statement[] => Array.isArray(part);

/** Returns the batch's statements in order. */
function listStatements(batch: Batch): Statement[] {
  return Object.entries(batch).flatMap(([name, part]) => {
    // JavaScript moves such keys to the front of an object.
    if (/^\d+$/.test(name))
      throw new TypeError(`"${name}" is not a name: the order of statements would change.`);
    if (part === null) return [];
    if (isStatement(part)) return [part];
    if (isFirst(part)) return part.firstOf ?? [];
    return isList(part) ? part : listStatements(part);
  });
}

/** Takes the results of the batch's statements, in order, and returns them by name. */
function nameResults(batch: Batch, next: () => unknown[]): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(batch)) {
    if (part === null) named[name] = [];
    else if (isStatement(part)) named[name] = next();
    else if (isFirst(part)) named[name] = part.firstOf ? next()[0] : undefined;
    else if (isList(part)) for (const _ of part) next();
    else named[name] = nameResults(part, next);
  }
  return named;
}

/** Drizzle's rendering rules for SQLite. Its own dialect would import the whole query builder. */
const SQLITE = {
  casing: new CasingCache(),
  escapeName: (name: string) => `"${name.replaceAll('"', '""')}"`,
  escapeParam: () => "?",
  escapeString: (text: string) => `'${text.replaceAll("'", "''")}'`,
};

/** Builds a runnable statement whose result rows are `Row`: the tag of a template, as `sql` is, or from one. */
export function statement<Row>(template: SQL): Statement<Row>;
export function statement<Row>(text: TemplateStringsArray, ...values: unknown[]): Statement<Row>;
export function statement<Row>(text: SQL | TemplateStringsArray, ...values: unknown[]): Statement<Row> {
  return ("raw" in text ? sql(text, ...values) : text).toQuery(SQLITE);
}

/** The cost of a request's D1 calls as reported by D1, and the newest states that they saw. */
export class Meter {
  roundTrips = 0;
  /** Round trips that a copy of the database served. */
  copyRoundTrips = 0;
  rowsRead = 0;
  rowsWritten = 0;
  readonly roundTripsTo: Partial<Record<DatabaseName, number>> = {};
  /** The size of each database after the latest call. */
  readonly databaseBytes: Partial<Record<DatabaseName, number>> = {};
  /** Wall-clock time spent waiting for D1. */
  waitedMs = 0;
  /** Calls that were repeated after a transient error. */
  retries = 0;
  /** Calls to Durable Objects, and the sum of their durations in milliseconds. */
  objectCalls = 0;
  objectMs = 0;
  /** The response came from a cache. */
  cacheHit = false;
  /** The newest states that the caller or this request has seen. Older copies don't serve it. */
  bookmarks: Bookmarks = {};
  /** Something was written, or may have been, so the caller's next requests must see it. */
  hasWritten = false;

  /** Notes the state of a database that a call has seen. */
  addBookmark(name: DatabaseName, bookmark: string): void {
    this.bookmarks = mergeBookmarks(this.bookmarks, { [name]: bookmark });
  }
}

/** The newest states that this process has seen at the primaries, for events and for responses that it caches. */
let newestBookmarks: Bookmarks = {};

/** Returns the newest states that this process has seen at the primaries: everything it has written is in them. */
export const newestSeen = (): Bookmarks => newestBookmarks;

/** A call that takes longer has failed: the database itself gives up after 30 seconds. */
const TIME_LIMIT_MS = 15_000;
const MAX_RETRIES = 2;
const FIRST_PAUSE_MS = 50;

export interface BatchOptions {
  /** The condition the caller decided by. Unless it still holds, nothing is written (`ConditionFailed`). */
  when?: SQL;
  /** Running twice equals running once, so it's retried. Not for statements that add up or move coins. */
  idempotent?: boolean;
}

/** A `select` never writes; what begins with `with` can. */
const isRead = ({ sql }: Statement): boolean =>
  /^\s*select\b/i.test(sql) || (/^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql));

/** Waits before a retry: 25 to 75 ms, then twice as long. */
const pause = (retries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** retries * (0.5 + Math.random())));

/** The nearest copy that has seen the meter's bookmarks, or the primary. Writes always run at the primary. */
export type Reach = "near" | "primary";

/** The only access to D1: a call is one round trip. Retries transient errors; throws `DatabaseError`. */
export class Database {
  readonly meter: Meter;
  readonly #d1: D1Database;
  readonly #name: DatabaseName;
  #reach: Reach;
  /** The session at a copy. It never goes back behind its own reads. */
  #nearSession: D1DatabaseSession | undefined;

  constructor(
    d1: D1Database,
    meter: Meter = new Meter(),
    { reach = "primary", name = "main" }: { reach?: Reach; name?: DatabaseName } = {},
  ) {
    this.#d1 = d1;
    this.meter = meter;
    this.#reach = reach;
    this.#name = name;
  }

  /** Whether reads run at a copy, which can be behind what another database shows. */
  get isNear(): boolean {
    return this.#reach === "near";
  }

  /** Runs the statements in one transaction and one round trip, and returns their rows by name. */
  async batch<B extends Batch>(batch: B, options?: BatchOptions): Promise<BatchRows<B>> {
    const [rows] = await this.#runNamed([batch], options);
    return rows as BatchRows<B>;
  }

  /** Runs batches one after another in one transaction and one round trip. */
  async batches<List extends readonly Batch[]>(
    list: readonly [...List],
    options?: BatchOptions,
  ): Promise<{ [K in keyof List]: BatchRows<List[K]> }> {
    const rows = await this.#runNamed(list, options);
    return rows as { [K in keyof List]: BatchRows<List[K]> };
  }

  /** Runs a statement and returns its rows. */
  async all<Row>(only: Statement<Row>, options?: BatchOptions): Promise<Row[]> {
    const { rows } = await this.batch({ rows: only }, options);
    return rows;
  }

  async first<Row>(only: Statement<Row>): Promise<Row | undefined> {
    return (await this.all(only))[0];
  }

  async #runNamed(batches: readonly Batch[], options?: BatchOptions): Promise<Record<string, unknown>[]> {
    const statements = batches.flatMap(listStatements);
    const rows = await (options?.when
      ? this.#runWhen(options.when, statements, options)
      : this.#run(statements, options));
    const results = rows.values();
    return batches.map((batch) => nameResults(batch, () => results.next().value ?? []));
  }

  async #runWhen(when: SQL, statements: Statement[], options: BatchOptions): Promise<unknown[][]> {
    try {
      // Parsing text as JSON raises an error, and with it fails the transaction.
      const check = statement(sql`select json(iif(${when}, 'true', 'condition failed'))`);
      const [, ...rows] = await this.#run([check, ...statements], options);
      return rows;
    } catch (error) {
      const isFailed = error instanceof Error && error.message.includes("malformed JSON");
      throw isFailed ? new ConditionFailed() : error;
    }
  }

  async #run(queries: readonly Statement[], { idempotent }: BatchOptions = {}): Promise<unknown[][]> {
    const isReading = queries.every(isRead);
    this.meter.hasWritten ||= !isReading;
    for (let retries = 0; ; retries++) {
      const isNear = isReading && this.#reach === "near";
      try {
        return await this.#runOnce(queries, isNear);
      } catch (error) {
        const fault: DatabaseFault = databaseFault(error);
        if (isNear && ["statement", "transient", "schema"].includes(fault)) {
          // A copy that's gone or lacks the last migration, or a bookmark that isn't valid. The primary needs none.
          this.#reach = "primary";
          this.meter.retries++;
          continue;
        }
        if (fault === "statement") throw error;
        const canRetry = fault === "transient" && retries < MAX_RETRIES && (idempotent || isReading);
        if (!canRetry) throw new DatabaseError(fault, error);
        this.meter.retries++;
        await pause(retries);
      }
    }
  }

  async #runOnce(queries: readonly Statement[], isNear: boolean): Promise<unknown[][]> {
    const started = performance.now();
    const session = isNear ? this.#copySession() : this.#d1.withSession("first-primary");
    try {
      const statements = queries.map(({ sql, params }) => session.prepare(sql).bind(...params));
      const [only] = statements;
      const results =
        statements.length === 1 && only
          ? [await withTimeLimit(TIME_LIMIT_MS, only.all())]
          : await withTimeLimit(TIME_LIMIT_MS, session.batch<Record<string, unknown>>(statements));
      if (results[0]?.meta.served_by_primary === false) this.meter.copyRoundTrips++;
      for (const { meta } of results) {
        this.meter.rowsRead += meta.rows_read ?? 0;
        this.meter.rowsWritten += meta.rows_written ?? 0;
        if (meta.size_after) this.meter.databaseBytes[this.#name] = meta.size_after;
      }
      this.#noteBookmark(session.getBookmark(), isNear);
      return results.map((result) => result.results);
    } finally {
      this.meter.roundTrips++;
      this.meter.roundTripsTo[this.#name] = (this.meter.roundTripsTo[this.#name] ?? 0) + 1;
      this.meter.waitedMs += performance.now() - started;
    }
  }

  /** Returns the session at a copy, which has seen at least the meter's bookmark. */
  #copySession(): D1DatabaseSession {
    const wanted = this.meter.bookmarks[this.#name];
    const seen = this.#nearSession?.getBookmark() ?? "";
    if (!this.#nearSession || (wanted !== undefined && wanted > seen))
      this.#nearSession = this.#d1.withSession(wanted ?? "first-unconstrained");
    return this.#nearSession;
  }

  #noteBookmark(bookmark: string | null, isNear: boolean): void {
    if (bookmark === null) return;
    this.meter.addBookmark(this.#name, bookmark);
    if (!isNear) newestBookmarks = mergeBookmarks(newestBookmarks, { [this.#name]: bookmark });
  }
}
