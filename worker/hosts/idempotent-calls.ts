import { createHash } from "node:crypto";
import type { ErrorCode } from "#domain/errors.ts";
import { IDEMPOTENCY_TTL_MS } from "#domain/hosts/limits.ts";

/** The result of a Durable Object's method: errors lose their own properties when they cross RPC. */
export type HostResult<T> = { ok: true; value: T } | { ok: false; code: ErrorCode; message?: string };

export const success = <T>(value: T): HostResult<T> => ({ ok: true, value });
export const failure = (code: ErrorCode, message?: string): HostResult<never> => ({
  ok: false,
  code,
  ...(message && { message }),
});

export const IDEMPOTENT_CALLS_SCHEMA = [
  "create table calls (name text primary key, fingerprint text not null, response text not null, at integer not null) without rowid",
  "create index calls_old on calls (at)",
];

/** A hash of a call's content. */
export const callFingerprint = (method: string, input: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([method, input]))
    .digest("base64url");

/** A host's calls of one day with their results, so a retry gets the original result. */
export class IdempotentCalls {
  readonly #db: SqlStorage;
  readonly #running = new Map<string, { fingerprint: string; result: Promise<HostResult<unknown>> }>();

  constructor(db: SqlStorage) {
    this.#db = db;
  }

  /** The result of an earlier call with this key; undefined if there was none. */
  get(name: string, fingerprint: string): HostResult<never> | undefined {
    const [row] = this.#db.exec("select fingerprint, response from calls where name = ?", name).toArray();
    if (!row) return undefined;
    return row.fingerprint === fingerprint
      ? (success(JSON.parse(String(row.response))) as HostResult<never>)
      : failure("idempotency_mismatch");
  }

  /** Stores a call's result. */
  set(name: string, fingerprint: string, value: unknown, now: number): void {
    this.#db.exec("delete from calls where at < ?", now - IDEMPOTENCY_TTL_MS);
    const insert = "insert or replace into calls (name, fingerprint, response, at) values (?, ?, ?, ?)";
    this.#db.exec(insert, name, fingerprint, JSON.stringify(value), now);
  }

  /** Runs a call once, also for concurrent retries, unless it failed. `run` may store the result. */
  runOnce<T>(name: string, fingerprint: string, run: () => Promise<HostResult<T>>): Promise<HostResult<T>> {
    const existing = this.get(name, fingerprint);
    if (existing) return Promise.resolve(existing);
    const running = this.#running.get(name);
    if (running)
      return running.fingerprint === fingerprint
        ? (running.result as Promise<HostResult<T>>)
        : Promise.resolve(failure("idempotency_mismatch"));
    const result = run()
      .then((outcome) => {
        if (outcome.ok && !this.get(name, fingerprint))
          this.set(name, fingerprint, outcome.value, Date.now());
        return outcome;
      })
      .finally(() => this.#running.delete(name));
    this.#running.set(name, { fingerprint, result });
    return result;
  }
}
