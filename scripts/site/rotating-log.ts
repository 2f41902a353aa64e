import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";

interface RotationOptions {
  /** The file starts again when it would exceed this many bytes. */
  maxBytes: number;
  /** How many files there are in total: `site.log`, `site.log.1` (the next newest), … */
  files: number;
}

/** A log file that is replaced when it's full. Lines are written immediately, so none is lost when the process dies. */
export class RotatingLog {
  readonly #path: string;
  readonly #options: RotationOptions;
  #file: number;
  #bytes: number;

  constructor(path: string, options: RotationOptions) {
    this.#path = path;
    this.#options = options;
    this.#file = openSync(path, "a", 0o600);
    this.#bytes = fstatSync(this.#file).size;
  }

  /** Appends a line. */
  write(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    if (this.#bytes > 0 && this.#bytes + bytes.length > this.#options.maxBytes) this.#rotate();
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.#bytes += bytes.length;
  }

  close(): void {
    closeSync(this.#file);
  }

  #rotate(): void {
    closeSync(this.#file);
    for (let n = this.#options.files - 1; n > 0; n--) {
      const from = n === 1 ? this.#path : `${this.#path}.${n - 1}`;
      if (existsSync(from)) renameSync(from, `${this.#path}.${n}`);
    }
    // With a single file, it starts again.
    this.#file = openSync(this.#path, this.#options.files > 1 ? "a" : "w", 0o600);
    this.#bytes = 0;
  }
}
