import { type Batch, type BatchOptions, type BatchRows, Database } from "#db/database.ts";
import { boundDatabase, DATABASES } from "#db/databases.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import type { Databases } from "#worker/outbox/relay.ts";
import { testEnv } from "./browser.ts";

/** Thrown in place of a call, as if the process died before it or before its response. */
class Killed extends Error {}

/** Dies at one of the calls to any database, or does something else before it. */
export class Life {
  /** Calls until it dies; never, if it's negative. */
  left: number;
  readonly #afterwards: boolean;
  readonly #meanwhile: (() => Promise<unknown>) | undefined;

  constructor(left: number, afterwards: boolean, meanwhile?: () => Promise<unknown>) {
    this.left = left;
    this.#afterwards = afterwards;
    this.#meanwhile = meanwhile;
  }

  async spend<T>(call: () => Promise<T>): Promise<T> {
    if (this.left-- !== 0) return call();
    await this.#meanwhile?.();
    if (this.#meanwhile) return call();
    if (this.#afterwards) await call();
    throw new Killed();
  }
}

class MortalDatabase extends Database {
  readonly #life: Life;

  constructor(name: DatabaseName, life: Life) {
    super(boundDatabase(testEnv, name), undefined, { name });
    this.#life = life;
  }

  override batch<B extends Batch>(batch: B, options?: BatchOptions): Promise<BatchRows<B>> {
    return this.#life.spend(() => super.batch(batch, options));
  }
}

export const mortal = (life: Life): Databases =>
  Object.fromEntries(
    DATABASES.map(({ name }) => [name, new MortalDatabase(name, life)]),
  ) as unknown as Record<DatabaseName, Database>;

/** Waits for work that may die. */
export const orKilled = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
