import { withSession } from "./with-session.ts";

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
