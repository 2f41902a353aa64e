import { createHash } from "node:crypto";
import type { ErrorCode } from "#domain/errors.ts";
import { ANSWERS_KEPT_MS } from "#domain/hosts/limits.ts";

/** What an object answers: errors lose their own properties on the way out of it. */
export type Answer<T> = { ok: true; value: T } | { ok: false; code: ErrorCode; message?: string };

export const done = <T>(value: T): Answer<T> => ({ ok: true, value });
export const refused = (code: ErrorCode, message?: string): Answer<never> => ({
  ok: false,
  code,
  ...(message && { message }),
});

export const CALLS_SCHEMA = [
  "create table calls (name text primary key, print text not null, answer text not null, at integer not null) without rowid",
  "create index calls_old on calls (at)",
];

/** A short name for what a call says. */
export const printOf = (what: string, input: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([what, input]))
    .digest("base64url");

/** The calls of a day by the name that the host gave each, so that one that is tried again is answered and not done again. */
export class Calls {
  readonly #db: SqlStorage;
  readonly #running = new Map<string, { print: string; answer: Promise<Answer<unknown>> }>();

  constructor(db: SqlStorage) {
    this.#db = db;
  }

  /** The answer to a call that was done before; undefined where there is none. */
  known(name: string, print: string): Answer<never> | undefined {
    const [row] = this.#db.exec("select print, answer from calls where name = ?", name).toArray();
    if (!row) return undefined;
    return row.print === print
      ? (done(JSON.parse(String(row.answer))) as Answer<never>)
      : refused("idempotency_mismatch");
  }

  /** Remembers what was answered. */
  keep(name: string, print: string, value: unknown, now: number): void {
    this.#db.exec("delete from calls where at < ?", now - ANSWERS_KEPT_MS);
    this.#db.exec(
      "insert or replace into calls (name, print, answer, at) values (?, ?, ?, ?)",
      name,
      print,
      JSON.stringify(value),
      now,
    );
  }

  /**
   * Does something that takes a while once, also for those who ask again meanwhile. What is refused may be tried again. The
   * answer is kept afterwards, unless what was done has kept it already.
   */
  once<T>(name: string, print: string, run: () => Promise<Answer<T>>): Promise<Answer<T>> {
    const known = this.known(name, print);
    if (known) return Promise.resolve(known);
    const running = this.#running.get(name);
    if (running)
      return running.print === print
        ? (running.answer as Promise<Answer<T>>)
        : Promise.resolve(refused("idempotency_mismatch"));
    const answer = run()
      .then((result) => {
        if (result.ok && !this.known(name, print)) this.keep(name, print, result.value, Date.now());
        return result;
      })
      .finally(() => this.#running.delete(name));
    this.#running.set(name, { print, answer });
    return answer;
  }
}
