import { testEnv } from "./browser.ts";

/** A call to the database: how its session began, and its SQL. */
export interface SessionCall {
  start: string;
  sql: string;
}

/**
 * A D1 binding whose reads near the caller come from a copy, which has no rows where `stale` says so: by default
 * everywhere, as if it had followed the primary long ago. Sessions
 * that begin with a bookmark, and all writes, go to the primary. Records the calls.
 */
export function laggingReads(options: { stale?: (sql: string) => boolean } = {}): {
  DB: D1Database;
  calls: SessionCall[];
} {
  const { stale = () => true } = options;
  const calls: SessionCall[] = [];
  const fromCopy = <T>(sql: string, result: D1Result<T>): D1Result<T> => ({
    ...result,
    results: stale(sql) ? [] : result.results,
    meta: { ...result.meta, served_by_primary: false },
  });
  const session = (start = "first-unconstrained") => {
    const isCopy = start === "first-unconstrained";
    const real = testEnv.DB.withSession(isCopy ? "first-primary" : start);
    interface Prepared {
      sql: string;
      native: D1PreparedStatement;
      bind(...values: unknown[]): Prepared;
      all(): Promise<D1Result>;
    }
    const respond = <T>(sql: string, result: D1Result<T>) => (isCopy ? fromCopy(sql, result) : result);
    const prepared = (sql: string, native: D1PreparedStatement): Prepared => ({
      sql,
      native,
      bind: (...values) => prepared(sql, native.bind(...values)),
      async all() {
        calls.push({ start, sql });
        return respond(sql, await native.all());
      },
    });
    return {
      prepare: (sql: string) => prepared(sql, real.prepare(sql)),
      async batch(statements: Prepared[]) {
        calls.push({ start, sql: statements.map(({ sql }) => sql).join(";\n") });
        const results = await real.batch(statements.map(({ native }) => native));
        return results.map((result, i) => respond(statements[i]?.sql ?? "", result));
      },
      getBookmark: () => real.getBookmark(),
    };
  };
  return { DB: { withSession: session } as unknown as D1Database, calls };
}
