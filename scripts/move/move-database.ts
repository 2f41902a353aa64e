import type { D1Database } from "@cloudflare/workers-types";

/** A database that rows are moved from or into. */
export interface MoveDatabase {
  /** Runs a query and returns its rows. */
  all<Row>(sql: string): Promise<Row[]>;
  /** Runs statements in one transaction. */
  run(statements: readonly string[]): Promise<void>;
}

/** A database of the local runtime. */
export const localMoveDatabase = (d1: D1Database): MoveDatabase => ({
  async all<Row>(sql: string) {
    return (await d1.prepare(sql).all<Row>()).results;
  },
  async run(statements) {
    await d1.batch(statements.map((sql) => d1.prepare(sql)));
  },
});
