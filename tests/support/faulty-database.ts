/**
 * A D1 binding whose calls fail with an error for as long as `fault` returns its text, by the statements' SQL. Counts the
 * calls.
 */
export function faultyDatabase(
  real: D1Database,
  fault: (sql: string) => string | null,
): { database: D1Database; calls: () => number } {
  let calls = 0;
  interface Prepared {
    sql: string;
    native: D1PreparedStatement;
  }
  const check = (sql: string): void => {
    calls++;
    const message = fault(sql);
    if (message !== null) throw new Error(message);
  };
  const prepared = (sql: string, native: D1PreparedStatement): object => ({
    sql,
    native,
    bind: (...values: unknown[]) => prepared(sql, native.bind(...values)),
    async all() {
      check(sql);
      return native.all();
    },
  });
  const database = {
    prepare: (sql: string) => prepared(sql, real.prepare(sql)),
    async batch(list: Prepared[]) {
      check(list.map(({ sql }) => sql).join(";"));
      return real.batch(list.map(({ native }) => native));
    },
  };
  return { database: database as unknown as D1Database, calls: () => calls };
}
