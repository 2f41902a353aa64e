import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";

/** The calls that reach the disk. Tests replace them with ones that fail. */
const DISK = { openSync, writeSync };

/** Renames a log that has become larger than this. */
export function rotate(path: string, maxBytes: number): void {
  if (existsSync(path) && statSync(path).size > maxBytes) renameSync(path, `${path}.1`);
}

/**
 * A log file. Lines are written immediately, so none is lost when the process dies. It never throws: a site works without its log, for
 * example on a full disk. The first line that can be written again is preceded by one that counts those that are missing.
 */
export class LogFile {
  readonly #path: string;
  readonly #disk: typeof DISK;
  #file: number | undefined;
  /** Lines that couldn't be written since the last one that could. */
  #missing = 0;

  constructor(path: string, disk: typeof DISK = DISK) {
    this.#path = path;
    this.#disk = disk;
  }

  /** Appends a line. */
  write(line: string): void {
    try {
      if (this.#missing > 0) this.#append(missingLine(this.#missing));
      this.#missing = 0;
      this.#append(line);
    } catch (error) {
      // Standard error can be on another disk. Once is enough.
      if (this.#missing++ === 0) console.error(`${this.#path} can't be written: ${(error as Error).message}`);
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #append(line: string): void {
    this.#file ??= this.#disk.openSync(this.#path, "a", 0o600);
    const bytes = Buffer.from(`${line}\n`);
    let at = 0;
    try {
      while (at < bytes.length) at += this.#disk.writeSync(this.#file, bytes, at);
    } catch (error) {
      // Half a line would spoil the next one.
      if (at > 0) ftruncateSync(this.#file, fstatSync(this.#file).size - at);
      throw error;
    }
  }
}

const missingLine = (count: number): string =>
  JSON.stringify({
    time: new Date().toISOString(),
    level: "error",
    event: "log lines missing",
    count,
    message: "These lines couldn't be written, because the disk was full.",
  });
