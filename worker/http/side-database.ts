import {
  type Batch,
  type BatchOptions,
  type BatchRows,
  Database,
  type Meter,
  nullIfRefused,
  type Reach,
  type SQL,
  type Statement,
} from "#db/database.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import type { KeyedCall } from "./keyed-calls.ts";
import { Reader } from "./reader.ts";

/**
 * A request's access to a database other than the main one, which has the sessions. Reads run beside the check of the session
 * and return nothing unless it passes; writes start after it.
 */
export class SideDatabase extends Reader {
  readonly db: Database;
  readonly #name: DatabaseName;
  readonly #checkSession: () => Promise<unknown>;
  readonly #keyedCall: KeyedCall | null;

  constructor(
    db: Database,
    name: DatabaseName,
    checkSession: () => Promise<unknown>,
    keyedCall: KeyedCall | null,
  ) {
    super();
    this.db = db;
    this.#name = name;
    this.#checkSession = checkSession;
    this.#keyedCall = keyedCall;
  }

  /** Runs queries in one round trip and returns their rows by name. */
  async read<B extends Batch>(queries: B): Promise<BatchRows<B>> {
    const rows = this.db.batch(queries);
    // The session's error comes first.
    rows.catch(() => {});
    await this.#checkSession();
    return rows;
  }

  /**
   * Runs a query without waiting for the check: for rows that only choose what a read of the main database returns, which checks
   * the session.
   */
  readAhead<Row>(query: Statement<Row>): Promise<Row[]> {
    return this.db.all(query);
  }

  /** Runs statements in one transaction and one round trip, and returns their rows by name. */
  async write<B extends Batch>(statements: B, options?: BatchOptions): Promise<BatchRows<B>> {
    await this.#checkSession();
    const keyedCall = this.#keyedCall;
    if (!keyedCall) return this.db.batch(statements, options);
    const claim = { claim: keyedCall.claim };
    const [, rows] = await keyedCall.write(this.#name, () =>
      this.db.batches([claim, statements], { ...options, idempotent: false }),
    );
    return rows;
  }

  /** The same if a rule holds, which the caller hasn't read before. Otherwise nothing is written, and null returned. */
  writeIf<B extends Batch>(rule: SQL, statements: B): Promise<BatchRows<B> | null> {
    return this.write(statements, { when: rule }).catch(nullIfRefused);
  }
}

/** Opens the databases besides the main one for a request. */
export const openSideDatabases = (env: Env, meter: Meter, reach: Reach = "primary") => ({
  forum: new Database(env.DB_FORUM, meter, { reach, name: "forum" }),
  play: new Database(env.DB_PLAY, meter, { reach, name: "play" }),
});
