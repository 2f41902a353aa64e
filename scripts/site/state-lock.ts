import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Problem } from "../deploy/problem.ts";
import { isProductionState, productionError } from "../start/production-state.mjs";

const SQLITE_BUSY = 5;
const SQLITE_CANTOPEN = 14;

/** The locks of this process. Without a reference, they would be collected as garbage, and released with that. */
const held = new Set<DatabaseSync>();

interface LockOptions {
  /** How the user started this process, for the message to others. */
  command: string;
  /** How long it waits for a process that is ending. */
  waitMs?: number;
}

/**
 * The right to use a state folder, which one process at a time can have. It's a lock of SQLite on a file: the system releases
 * it when the process dies, and it also excludes processes of other containers on the same volume.
 */
export class StateLock {
  readonly #database: DatabaseSync;
  readonly #holderFile: string;

  /** Creates the folder if it's missing. Throws a Problem if it can't be used, or if another process uses it. */
  constructor(state: string, { command, waitMs = 0 }: LockOptions) {
    this.#holderFile = join(state, "lock-holder");
    this.#database = openLockFile(state);
    try {
      // A journal on the disk would need room, and a full disk must not prevent a start.
      this.#database.exec(`pragma busy_timeout = ${waitMs}; pragma journal_mode = memory; begin exclusive`);
    } catch (error) {
      this.#database.close();
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
      throw new Problem(`✗ ${holderIn(this.#holderFile)} uses the data in ${state}. Stop it first.`);
    }
    held.add(this.#database);
    try {
      writeFileSync(this.#holderFile, `${command} (process ${process.pid})`);
    } catch {
      // It's only for the message.
    }
  }

  /** The lock of a command of development. Throws a Problem if the data is that of a site in production, too. */
  static forDevelopment(state: string, options: LockOptions): StateLock {
    if (isProductionState(state)) throw new Problem(`✗ ${productionError(state, options.command)}`);
    return new StateLock(state, options);
  }

  release(): void {
    rmSync(this.#holderFile, { force: true });
    this.#database.close();
    held.delete(this.#database);
  }
}

function openLockFile(state: string): DatabaseSync {
  try {
    mkdirSync(state, { recursive: true, mode: 0o700 });
    return new DatabaseSync(join(state, "lock.sqlite"));
  } catch (error) {
    const { code = "", errcode } = error as NodeJS.ErrnoException & { errcode?: number };
    if (code === "EEXIST" || code === "ENOTDIR")
      throw new Problem(`✗ ${state} isn't a folder. Choose one: BOPOLIS_STATE=…`);
    if (["EACCES", "EPERM", "EROFS"].includes(code) || errcode === SQLITE_CANTOPEN)
      throw new Problem(
        `✗ This user can't write to ${state}. Give them the folder, or choose another: BOPOLIS_STATE=…`,
      );
    throw error;
  }
}

/** The process that has the lock, as far as it's known. */
function holderIn(file: string): string {
  try {
    return readFileSync(file, "utf8") || "Another process";
  } catch {
    return "Another process";
  }
}
