import { type Columns, Database, statement } from "#db/database.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { isReadOnly } from "../http/read-only.ts";
import { constantTimeEqual } from "../http/session.ts";
import type { HostAvailability } from "./counts.ts";
import { roomKeyHash } from "./room-hosts.ts";

/** A host's row in the database. */
type HostRecordRow = Columns<"hosts", "kind" | "key_hash" | "capacity" | "enabled" | "online" | "full">;

interface CachedRow {
  value: HostRecordRow | null;
  /** When it was read, in milliseconds since 1970. */
  at: number;
}

/** Maximum age of the cached row, in case a notification of a change was lost. */
const MAX_AGE_MS = 10 * 60_000;
/** An unknown key reloads the row, at most this often. */
const RECHECK_MS = 2_000;

/** A host's row, cached in its object's storage for the next heartbeats, because the object sleeps between them. */
export class HostRecord {
  readonly #kv: SyncKvStorage;
  readonly #env: Env;
  readonly #id: number;
  #cached: CachedRow | undefined;

  constructor(kv: SyncKvStorage, env: Env, id: number) {
    this.#kv = kv;
    this.#env = env;
    this.#id = id;
    this.#cached = kv.get<CachedRow>("row");
  }

  /** The row, at most `maxAge` old; null if the host doesn't exist. */
  async read(maxAge = MAX_AGE_MS): Promise<HostRecordRow | null> {
    // A host that doesn't exist yet can be added at any time.
    const age = this.#cached?.value === null ? Math.min(maxAge, RECHECK_MS) : maxAge;
    if (this.#cached && Date.now() - this.#cached.at < age) return this.#cached.value;
    const row = await new Database(this.#env.DB).first(
      statement<HostRecordRow>`select kind, key_hash, capacity, enabled, online, full from hosts where id = ${this.#id}`,
    );
    return this.#cache(row ?? null);
  }

  /** Whether the host is built in. Known once the row was read. */
  get isRooms(): boolean {
    return this.#cached?.value?.kind === "room";
  }

  /** Reloads the row after staff changed it. */
  async refresh(): Promise<HostRecordRow | null> {
    return this.read(0);
  }

  /** Returns why a key is invalid, or null. Reloads an older row first, because the key may be newer. */
  async keyProblem(hash: string): Promise<Extract<ErrorCode, "host_key" | "host_disabled"> | null> {
    let row = await this.read();
    if (!row || !constantTimeEqual(row.key_hash, hash)) row = await this.read(RECHECK_MS);
    if (row?.kind === "room") row = await this.#renewRoomKey(row);
    if (!row || !constantTimeEqual(row.key_hash, hash)) return "host_key";
    return row.enabled ? null : "host_disabled";
  }

  /** Stores the key of a built-in host again if the secret that it's derived from has changed. */
  async #renewRoomKey(row: HostRecordRow): Promise<HostRecordRow> {
    const key_hash = roomKeyHash(this.#env, this.#id);
    if (row.key_hash === key_hash) return row;
    // Without the row, the next read renews it again.
    if (!(await isReadOnly(this.#env, Date.now())))
      await new Database(this.#env.DB).all(
        statement`update hosts set key_hash = ${key_hash} where id = ${this.#id} and kind = 'room'`,
        { idempotent: true },
      );
    const renewed = { ...row, key_hash };
    this.#cache(renewed);
    return renewed;
  }

  /** Updates the cached row after the state was stored. */
  async storeAvailability({ online, full }: HostAvailability): Promise<void> {
    const row = await this.read();
    if (row) this.#cache({ ...row, online: online ? 1 : 0, full: full ? 1 : 0 });
  }

  /** Persists only existing hosts. */
  #cache(value: HostRecordRow | null): HostRecordRow | null {
    this.#cached = { value, at: Date.now() };
    if (value) this.#kv.put("row", this.#cached);
    return value;
  }
}
