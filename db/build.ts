import { drizzle } from "drizzle-orm/sqlite-proxy";
import type { Statement } from "./database.ts";

/**
 * Drizzle's query builder for seeds and tests. It only builds statements; `Database` runs them and measures their cost. The
 * worker uses `sql` templates instead, so neither the builder nor the tables are in its bundle.
 */
export const build = drizzle(() => {
  throw new Error("Statements are run by Database, not by the builder.");
});

interface Built<Result> {
  toSQL(): { sql: string; params: unknown[] };
  readonly _: { readonly result: Result };
}
type RowOf<Result> = Result extends readonly (infer R)[] ? R : never;

/** Converts a Drizzle query into a runnable statement. */
export function toStatement<Result>(statement: Built<Result>): Statement<RowOf<Result>> {
  const { sql, params } = statement.toSQL();
  return { sql, params };
}
