import { fillPlaceholders, type SQL } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";

/** SQL text with its values; `Row` is what each result row looks like (column names, values as D1 stores them). */
export interface Statement<Row = unknown> {
  sql: string;
  params: unknown[];
  readonly row?: Row;
}

export type Rows<Q extends readonly Statement[]> = {
  -readonly [K in keyof Q]: Q[K] extends Statement<infer R> ? R[] : never;
};

/** How Drizzle writes SQL for SQLite; its own dialect brings the whole builder along, which the worker has no use for. */
const SQLITE = {
  casing: new CasingCache(),
  escapeName: (name: string) => `"${name.replaceAll('"', '""')}"`,
  escapeParam: () => "?",
  escapeString: (text: string) => `'${text.replaceAll("'", "''")}'`,
};

/** Makes a runnable query of an `sql` template whose rows are `Row`. */
export function statement<Row>(template: SQL): Statement<Row> {
  return template.toQuery(SQLITE);
}

/** Rendered templates by their key; there are as many as there are shapes of list, a few hundred. */
const rendered = new Map<string, Statement>();

/**
 * Like `select` for what is asked often: the template is rendered once per `key`, and what differs from call to call
 * stands in it as `sql.placeholder(name)`. The key must name everything else that the template depends on; null keeps nothing.
 */
export function prepared<Row>(
  key: string | null,
  template: () => SQL,
  values: Record<string, unknown>,
): Statement<Row> {
  let query = key === null ? undefined : rendered.get(key);
  if (!query) {
    query = template().toQuery(SQLITE);
    if (key !== null) rendered.set(key, query);
  }
  return { sql: query.sql, params: fillPlaceholders(query.params, values) };
}

/** What the D1 calls of one request have cost, as D1 reports it. */
export class Meter {
  rounds = 0;
  rowsRead = 0;
  rowsWritten = 0;
  /** Wall-clock milliseconds spent waiting for D1. */
  waited = 0;
}

/** The one way to D1: every call is one round trip, whatever number of statements it carries. */
export class Database {
  readonly meter: Meter;
  readonly #d1: D1Database;

  constructor(d1: D1Database, meter: Meter = new Meter()) {
    this.#d1 = d1;
    this.meter = meter;
  }

  /** Runs the statements in one transaction and one round trip; answers their rows in the same order. */
  async batch<const Q extends readonly Statement[]>(queries: Q): Promise<Rows<Q>> {
    const started = performance.now();
    const statements = queries.map(({ sql, params }) => this.#d1.prepare(sql).bind(...params));
    const [only] = statements;
    const results =
      statements.length === 1 && only
        ? [await only.all()]
        : await this.#d1.batch<Record<string, unknown>>(statements);
    this.meter.rounds++;
    this.meter.waited += performance.now() - started;
    for (const { meta } of results) {
      this.meter.rowsRead += meta.rows_read ?? 0;
      this.meter.rowsWritten += meta.rows_written ?? 0;
    }
    return results.map((result) => result.results) as Rows<Q>;
  }

  /** One statement's rows. */
  async all<Row>(only: Statement<Row>): Promise<Row[]> {
    const [rows] = await this.batch([only]);
    return rows;
  }

  /** One statement's first row, or undefined. */
  async first<Row>(only: Statement<Row>): Promise<Row | undefined> {
    return (await this.all(only))[0];
  }
}
