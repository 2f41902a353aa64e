import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, renameSync, writeSync } from "node:fs";

interface RotationOptions {
  /** The file starts again when it would exceed this many bytes. */
  maxBytes: number;
  /** How many files there are in total: `site.log`, `site.log.1` (the next newest), … */
  files: number;
  /** Whether lines are left out now, and only counted. */
  isPaused?: () => boolean;
}

/** The calls that reach the disk. Tests replace them with ones that fail. */
const DISK = { openSync, writeSync, renameSync };

/**
 * A log file that is replaced when it's full. Lines are written immediately, so none is lost when the process dies. It never
 * throws: a site works without its log, for example on a full disk. The first line that can be written again is preceded by one
 * that counts those that are missing.
 */
export class RotatingLog {
  readonly #path: string;
  readonly #options: RotationOptions;
  readonly #disk: typeof DISK;
  #file: number | null = null;
  #bytes = 0;
  /** Lines that couldn't be written since the last one that could. */
  #missing = 0;

  constructor(path: string, options: RotationOptions, disk: typeof DISK = DISK) {
    this.#path = path;
    this.#options = options;
    this.#disk = disk;
    this.#try(() => this.#open("a"));
  }

  /** Appends a line. */
  write(line: string): void {
    if (this.#options.isPaused?.()) {
      this.#missing++;
      return;
    }
    const error = this.#try(() => {
      if (this.#missing > 0) this.#append(missingLine(this.#missing));
      this.#missing = 0;
      this.#append(line);
    });
    if (!error) return;
    // Standard error can be on another disk. Once is enough.
    if (this.#missing++ === 0) console.error(`${this.#path} can't be written: ${error.message}`);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #append(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    if (this.#file !== null && this.#bytes > 0 && this.#bytes + bytes.length > this.#options.maxBytes)
      this.#rotate();
    const file = this.#file ?? this.#open("a");
    let at = 0;
    try {
      while (at < bytes.length) at += this.#disk.writeSync(file, bytes, at);
    } catch (error) {
      // Half a line would spoil the next one.
      if (at > 0) ftruncateSync(file, fstatSync(file).size - at);
      throw error;
    }
    this.#bytes += bytes.length;
  }

  #rotate(): void {
    this.close();
    for (let n = this.#options.files - 1; n > 0; n--) {
      const from = n === 1 ? this.#path : `${this.#path}.${n - 1}`;
      if (existsSync(from)) this.#disk.renameSync(from, `${this.#path}.${n}`);
    }
    // With a single file, it starts again.
    this.#open(this.#options.files > 1 ? "a" : "w");
  }

  #open(flags: "a" | "w"): number {
    const file = this.#disk.openSync(this.#path, flags, 0o600);
    this.#file = file;
    this.#bytes = fstatSync(file).size;
    return file;
  }

  /** Returns the error of what failed. */
  #try(work: () => void): Error | null {
    try {
      work();
      return null;
    } catch (error) {
      return error as Error;
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
