import { drizzle } from "drizzle-orm/sqlite-proxy";
import type { Statement } from "./client.ts";

/**
 * Drizzle's builder, used to write statements; they run through `Database` alone, which counts what they cost. For seeds and tests: what the
 * worker asks it writes as `sql` templates, so that neither the builder nor the tables are in what is deployed.
 */
export const build = drizzle(() => {
  throw new Error("Statements are run by Database, not by the builder.");
});

interface Built<Result> {
  toSQL(): { sql: string; params: unknown[] };
  readonly _: { readonly result: Result };
}
type RowOf<Result> = Result extends readonly (infer R)[] ? R : never;

/** Makes a runnable query of a Drizzle statement. */
export function query<Result>(statement: Built<Result>): Statement<RowOf<Result>> {
  const { sql, params } = statement.toSQL();
  return { sql, params };
}
