import { randomBytes } from "node:crypto";
import { closeSync, existsSync, ftruncateSync, openSync, statfsSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

const MEGABYTE = 1024 * 1024;
/** With less room than this, nothing that people do is saved. */
const LOW = 16 * MEGABYTE;
/** Everything is saved again from here on, so the site doesn't change back and forth. */
const ENOUGH = 2 * LOW;
/** The room for reading: the runtime opens databases and objects with small files beside them. */
const WORKING = 8 * MEGABYTE;
/** The size of the file that others can't fill. */
const RESERVE = 32 * MEGABYTE;
/** Whatever is opened before a full disk is noticed fails. */
const INTERVAL_MS = 100;

/** The free bytes of the file system that a folder is on. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Watches the room on the disk of a state folder. On a full disk SQLite can't even read, because it can't open a database without
 * a small file beside it. So a file of 32 MB is kept that gives its room back when there's no other, and saving stops before.
 */
export class DiskGuard {
  readonly #state: string;
  readonly #reserve: string;
  readonly #free: (folder: string) => number;
  readonly #onChange: (isFull: boolean) => void;
  #timer: NodeJS.Timeout | undefined;
  /** Whether so little room is left that nothing can be saved. */
  isFull = false;

  /** `free` returns the free bytes of a folder's disk. */
  constructor(state: string, onChange: (isFull: boolean) => void, free = freeBytes) {
    this.#state = state;
    this.#reserve = join(state, "reserve");
    this.#onChange = onChange;
    this.#free = free;
  }

  /** Checks now and ten times a second. */
  start(): void {
    this.check();
    this.#timer = setInterval(() => this.check(), INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Gives room back or takes it, and notices a disk that is full or no longer full. */
  check(): void {
    const free = this.#free(this.#state);
    const reserved = existsSync(this.#reserve) ? statSync(this.#reserve).size : 0;
    const missing = WORKING - free;
    if (missing > 0 && reserved > 0) this.#resize(reserved, Math.max(0, reserved - missing));
    const spare = free - ENOUGH;
    if (spare > 0 && reserved < RESERVE) this.#resize(reserved, Math.min(RESERVE, reserved + spare));
    const isFull = this.isFull ? free < ENOUGH : free < LOW;
    if (isFull === this.isFull) return;
    this.isFull = isFull;
    this.#onChange(isFull);
  }

  #resize(from: number, to: number): void {
    const file = openSync(this.#reserve, "a", 0o600);
    try {
      if (to < from) ftruncateSync(file, to);
      // Some file systems store zeros in no room at all.
      else for (let at = from; at < to; ) at += writeSync(file, randomBytes(Math.min(MEGABYTE, to - at)));
    } catch (error) {
      // Others have just taken the room.
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    } finally {
      closeSync(file);
    }
  }
}
