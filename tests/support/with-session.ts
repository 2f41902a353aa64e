import type { DatabaseBinding, DatabaseBindings } from "#db/databases.ts";
import { testEnv } from "./browser.ts";

/** Returns the D1 binding with other calls, in sessions as well, which have no bookmark then. */
export function withSession(
  calls: Partial<Record<"prepare" | "batch", unknown>>,
  binding: DatabaseBinding = "DB",
): D1Database {
  const database = (testEnv as unknown as DatabaseBindings)[binding];
  const own = { prepare: database.prepare.bind(database), batch: database.batch.bind(database), ...calls };
  const session = { ...own, getBookmark: () => null };
  return { ...own, withSession: () => session } as unknown as D1Database;
}

/** The environment with some functions of a binding replaced. */
export const withBinding = <K extends DatabaseBinding | "BUCKET">(
  name: K,
  functions: Partial<Env[K]>,
): Env => ({
  ...testEnv,
  [name]: new Proxy(testEnv[name], {
    get: (target, key) => {
      const found: unknown = Reflect.get(functions, key) ?? Reflect.get(target, key);
      return typeof found === "function" ? found.bind(target) : found;
    },
  }),
});

/**
 * A D1 binding whose calls fail with an error for as long as `fault` returns its text, by the statements' SQL. Counts the
 * calls. With `when: "after"` the statements have run: only the response is lost.
 */
export function faultyDatabase(
  real: D1Database,
  fault: (sql: string) => string | null,
  when: "before" | "after" = "before",
): { database: D1Database; calls: () => number } {
  let calls = 0;
  interface Prepared {
    sql: string;
    native: D1PreparedStatement;
  }
  const run = async <T>(sql: string, work: () => Promise<T>): Promise<T> => {
    calls++;
    const message = fault(sql);
    if (message === null) return work();
    if (when === "after") await work();
    throw new Error(message);
  };
  const prepared = (sql: string, native: D1PreparedStatement): object => ({
    sql,
    native,
    bind: (...values: unknown[]) => prepared(sql, native.bind(...values)),
    all: () => run(sql, () => native.all()),
  });
  const database = withSession({
    prepare: (sql: string) => prepared(sql, real.prepare(sql)),
    batch: (list: Prepared[]) =>
      run(list.map(({ sql }) => sql).join(";"), () => real.batch(list.map(({ native }) => native))),
  });
  return { database, calls: () => calls };
}

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
