import { createHash } from "node:crypto";
import { type Columns, type Database, type Nullable, type Statement, statement } from "#db/database.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { ApiError } from "#domain/errors.ts";
import { isRequestKey } from "#domain/hosts/rules.ts";
import { isUniqueViolation } from "./errors.ts";

/** How long a key is known. */
export const KEYED_CALL_MS = 24 * 60 * 60 * 1000;
/** The first call may still be on its way to its response, which is stored after its batch. */
const WAITS_MS = [50, 100, 200, 400, 800, 1_600];

type KeyedCallRow = Columns<"keyed_calls", "fingerprint"> &
  Nullable<Columns<"keyed_calls", "status" | "body">>;

/** A response as it was stored. */
export interface StoredResponse {
  status: number;
  body: string;
}

/** The call was done before, or another one with its key was faster. Nothing was written now. */
export class RepeatedCall extends ApiError {
  constructor() {
    super("already_done");
  }
}

/** Returns a request's Idempotency-Key; null without one. */
export function readCallKey(request: Request): string | null {
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && !isRequestKey(key)) throw new ApiError("idempotency_key");
  return key;
}

/** A hash of a call's path and content, with that of its files. */
export async function callFingerprint(path: string, input: unknown): Promise<string> {
  const hash = createHash("sha256").update(path);
  for (const [name, value] of Object.entries(input ?? {})) {
    const isFile = value instanceof File;
    hash.update(`\n${name} ${isFile ? value.name : JSON.stringify(value)}\n`);
    if (isFile) hash.update(new Uint8Array(await value.arrayBuffer()));
  }
  return hash.digest("base64url");
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A creating call with a key, stored with its first batch: of two calls only one is done and both get it. */
export class KeyedCall {
  readonly #user: number;
  readonly #key: string;
  readonly #fingerprint: string;
  readonly #now: number;
  /** The databases that can have the key. */
  readonly #databases: Partial<Record<DatabaseName, Database>>;
  /** The database with the key, if this call has written it. */
  #writtenTo: DatabaseName | null = null;
  /** The look at the databases besides the main one, which begins with the handler. */
  readonly #elsewhere: Promise<void>;

  constructor(
    { user, key, fingerprint }: { user: number; key: string; fingerprint: string },
    databases: Partial<Record<DatabaseName, Database>>,
    now: number,
  ) {
    this.#user = user;
    this.#key = key;
    this.#fingerprint = fingerprint;
    this.#now = now;
    this.#databases = databases;
    this.#elsewhere = this.checkElsewhere();
    // The gate throws it once the session has passed.
    this.#elsewhere.catch(() => {});
  }

  /** The key as the main database has it. Goes into the batch that checks the session. */
  get query(): Statement<KeyedCallRow> {
    return statement`select fingerprint, status, body from keyed_calls where user_id = ${this.#user} and key = ${this.#key}`;
  }

  /** Stores the key. Goes into the first batch that the call writes, which fails if the key is known. */
  get claim(): readonly Statement[] {
    if (this.#writtenTo) return [];
    return [
      statement`insert into keyed_calls (user_id, key, fingerprint, created_at)
        values (${this.#user}, ${this.#key}, ${this.#fingerprint}, ${this.#now})`,
    ];
  }

  /** Throws if the call was done before. */
  async check(found: KeyedCallRow | undefined): Promise<void> {
    if (found) throw new RepeatedCall();
    await this.#elsewhere;
  }

  /** Throws if another database than the main one says that the call was done before. */
  async checkElsewhere(): Promise<void> {
    for (const [name, database] of Object.entries(this.#databases))
      if (name !== "main" && (await database.first(this.query))) throw new RepeatedCall();
  }

  /** Runs a batch with `claim` in it. */
  async write<T>(name: DatabaseName, run: () => Promise<T>): Promise<T> {
    try {
      const rows = await run();
      this.#writtenTo ??= name;
      return rows;
    } catch (error) {
      throw isUniqueViolation(error, "keyed_calls.user_id") ? new RepeatedCall() : error;
    }
  }

  /** Returns the statement that stores the response; null if this call has written nothing. */
  async storeResponse({ status, body }: StoredResponse): Promise<void> {
    const database = this.#writtenTo && this.#databases[this.#writtenTo];
    await database?.all(
      statement`update keyed_calls set status = ${status}, body = ${body}
        where user_id = ${this.#user} and key = ${this.#key}`,
      { idempotent: true },
    );
  }

  /** The response of the call with this key, if this one was refused because of it; else null. */
  async otherResponse(error: ApiError): Promise<StoredResponse | null> {
    if (this.#writtenTo) return null;
    for (const ms of [0, ...WAITS_MS]) {
      if (ms > 0) await pause(ms);
      const row = await this.#find();
      if (!row) return null;
      if (row.fingerprint !== this.#fingerprint) throw new ApiError("idempotency_mismatch");
      if (row.status !== null && row.body !== null) return { status: row.status, body: row.body };
    }
    // Its process ended before it could store the response.
    throw error instanceof RepeatedCall ? error : new RepeatedCall();
  }

  async #find(): Promise<KeyedCallRow | undefined> {
    for (const database of Object.values(this.#databases)) {
      const row = await database.first(this.query);
      if (row) return row;
    }
    return undefined;
  }
}

export const deleteOldKeyedCalls = (now: number): Statement =>
  statement`delete from keyed_calls where created_at < ${now - KEYED_CALL_MS}`;
