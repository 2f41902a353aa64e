import { type SQL, sql } from "drizzle-orm";

/** The tables whose rows can decide about a batch. */
type StampedTable = "transactions" | "runs" | "replies" | "removals";

/**
 * Limits the statements of a batch to what this very batch has written, so a retry or a concurrent duplicate changes
 * nothing. The statement that decides stores the batch's stamp in its row, and the later ones require that row. An
 * earlier batch left another stamp there, and a condition that failed left no row.
 */
export class Guard {
  /** For the column `stamp` of the row that decides. */
  readonly stamp = crypto.getRandomValues(new Uint32Array(1))[0] as number;
  /** Condition on a row of a stamped table: this batch has written it. */
  readonly isOwn: SQL = sql`stamp = ${this.stamp}`;

  /** Condition: this batch has written the row that `which` selects. */
  wrote(table: StampedTable, which: SQL): SQL {
    return sql`exists (select 1 from ${sql.raw(table)} where ${which} and ${this.isOwn})`;
  }

  /** The id of the row that `which` selects, or null if this batch hasn't written it. */
  idOf(table: StampedTable, which: SQL): SQL {
    return sql`(select id from ${sql.raw(table)} where ${which} and ${this.isOwn})`;
  }
}
