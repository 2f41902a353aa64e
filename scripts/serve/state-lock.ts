import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Problem } from "../deploy/problem.ts";

/**
 * The right to use a state folder, which one process at a time can have. It's a lock of SQLite on a file: the system releases
 * it when the process dies, and it also excludes processes of other containers on the same volume.
 */
export class StateLock {
  readonly #database: DatabaseSync;

  /** Creates the folder if it's missing. Throws a Problem if another process uses it. */
  constructor(state: string) {
    mkdirSync(state, { recursive: true, mode: 0o700 });
    this.#database = new DatabaseSync(join(state, "lock.sqlite"));
    try {
      this.#database.exec("begin exclusive");
    } catch (error) {
      this.#database.close();
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
      throw new Problem(`✗ Another process uses the data in ${state}. Stop it first.`);
    }
  }

  release(): void {
    this.#database.close();
  }
}

const SQLITE_BUSY = 5;
