import { fillPlaceholders, type SQL } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";

/** SQL text with its parameters. `Row` is the type of a result row (column names, values as D1 stores them). */
export interface Statement<Row = unknown> {
  sql: string;
  params: unknown[];
  readonly row?: Row;
}

export type Rows<Q extends readonly Statement[]> = {
  -readonly [K in keyof Q]: Q[K] extends Statement<infer R> ? R[] : never;
};

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

/** Rendered templates by key: one per shape of list, a few hundred. */
const statementCache = new Map<string, Statement>();

/**
 * Like `statement`, for frequent ones: renders the template once per `key` and fills in `sql.placeholder(name)` on each
 * call. The key must identify everything else that the template depends on. A null key disables the cache.
 */
export function cachedStatement<Row>(
  key: string | null,
  template: () => SQL,
  values: Record<string, unknown>,
): Statement<Row> {
  let cached = key === null ? undefined : statementCache.get(key);
  if (!cached) {
    cached = template().toQuery(SQLITE);
    if (key !== null) statementCache.set(key, cached);
  }
  return { sql: cached.sql, params: fillPlaceholders(cached.params, values) };
}

/** The cost of a request's D1 calls as reported by D1. */
export class Meter {
  roundTrips = 0;
  rowsRead = 0;
  rowsWritten = 0;
  /** Wall-clock time spent waiting for D1. */
  waitedMs = 0;
}

/** The only access to D1. Every call is a single round trip, for any number of statements. */
export class Database {
  readonly meter: Meter;
  readonly #d1: D1Database;

  constructor(d1: D1Database, meter: Meter = new Meter()) {
    this.#d1 = d1;
    this.meter = meter;
  }

  /** Runs the statements in a single transaction and round trip, and returns their rows in the same order. */
  async batch<const Q extends readonly Statement[]>(queries: Q): Promise<Rows<Q>> {
    const started = performance.now();
    const statements = queries.map(({ sql, params }) => this.#d1.prepare(sql).bind(...params));
    const [only] = statements;
    const results =
      statements.length === 1 && only
        ? [await only.all()]
        : await this.#d1.batch<Record<string, unknown>>(statements);
    this.meter.roundTrips++;
    this.meter.waitedMs += performance.now() - started;
    for (const { meta } of results) {
      this.meter.rowsRead += meta.rows_read ?? 0;
      this.meter.rowsWritten += meta.rows_written ?? 0;
    }
    return results.map((result) => result.results) as Rows<Q>;
  }

  /** Runs a statement and returns its rows. */
  async all<Row>(only: Statement<Row>): Promise<Row[]> {
    const [rows] = await this.batch([only]);
    return rows;
  }

  /** Runs a statement and returns its first row, or undefined. */
  async first<Row>(only: Statement<Row>): Promise<Row | undefined> {
    return (await this.all(only))[0];
  }
}
