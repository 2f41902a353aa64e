import type { Batch, BatchOptions, BatchRows, Database } from "#db/database.ts";
import { Reader } from "./reader.ts";

/**
 * A request's access to a database other than the main one, which has the sessions. Reads run beside the check of the session
 * and return nothing unless it passes; writes start after it.
 */
export class SideDatabase extends Reader {
  readonly db: Database;
  readonly #checkSession: () => Promise<unknown>;

  constructor(db: Database, checkSession: () => Promise<unknown>) {
    super();
    this.db = db;
    this.#checkSession = checkSession;
  }

  /** Runs queries in one round trip and returns their rows by name. */
  async read<B extends Batch>(queries: B): Promise<BatchRows<B>> {
    const rows = this.db.batch(queries);
    // The session's error comes first.
    rows.catch(() => {});
    await this.#checkSession();
    return rows;
  }

  /** Runs statements in one transaction and one round trip, and returns their rows by name. */
  async write<B extends Batch>(statements: B, options?: BatchOptions): Promise<BatchRows<B>> {
    await this.#checkSession();
    return this.db.batch(statements, options);
  }
}
