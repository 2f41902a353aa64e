import { sql } from "drizzle-orm";
import { Database, statement } from "#db/client.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { Env } from "../env.ts";
import { sameText } from "../http/crypto.ts";
import type { Standing } from "./counts.ts";

/** What the database says of a host. */
interface HostRow {
  key_hash: string;
  capacity: number;
  enabled: 0 | 1;
  online: 0 | 1;
  full: 0 | 1;
}

interface Kept {
  value: HostRow | null;
  /** When it was read, in milliseconds since 1970. */
  at: number;
}

/** The row is read again after so long, should the word of a change have been lost. */
const KEPT_MS = 10 * 60_000;
/** A key that is not the host's has it read again, at most this often. */
const DOUBT_MS = 2_000;

/** A host's row of the database, kept in its object's storage for the heartbeats to come: the object sleeps between them. */
export class HostRecord {
  readonly #kv: SyncKvStorage;
  readonly #env: Env;
  readonly #id: number;
  #kept: Kept | undefined;

  constructor(kv: SyncKvStorage, env: Env, id: number) {
    this.#kv = kv;
    this.#env = env;
    this.#id = id;
    this.#kept = kv.get<Kept>("row");
  }

  /** The row, as it was a while ago at most; null where there is no such host. */
  async read(maxAge = KEPT_MS): Promise<HostRow | null> {
    if (this.#kept && Date.now() - this.#kept.at < maxAge) return this.#kept.value;
    const row = await new Database(this.#env.DB).first(
      statement<HostRow>(
        sql`select key_hash, capacity, enabled, online, full from hosts where id = ${this.#id}`,
      ),
    );
    return this.#keep(row ?? null);
  }

  /** Staff have changed the row. */
  async readAnew(): Promise<HostRow | null> {
    return this.read(0);
  }

  /** Why a key opens nothing, or null. A row that is older than the key is read again first. */
  async problem(hash: string): Promise<Extract<ErrorCode, "host_key" | "host_disabled"> | null> {
    let row = await this.read();
    if (!row || !sameText(row.key_hash, hash)) row = await this.read(DOUBT_MS);
    if (!row || !sameText(row.key_hash, hash)) return "host_key";
    return row.enabled ? null : "host_disabled";
  }

  /** What stands in the database from now on. */
  async noteStanding({ online, full }: Standing): Promise<void> {
    const row = await this.read();
    if (row) this.#keep({ ...row, online: online ? 1 : 0, full: full ? 1 : 0 });
  }

  /** What is no host's is not written down. */
  #keep(value: HostRow | null): HostRow | null {
    this.#kept = { value, at: Date.now() };
    if (value) this.#kv.put("row", this.#kept);
    return value;
  }
}
