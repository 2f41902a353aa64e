import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { emptyScratchFolder } from "../bench/worlds.ts";

const CHUNKS = [1024 * 1024, 4096, 1];

/** A small file system of its own, which can be filled to its last byte. */
export class SmallDisk {
  /** A folder on it, for a site's data. */
  readonly state: string;
  readonly #folder: string;
  readonly #filler: string;

  /** Mounts it, which only root can. It's unmounted when this process ends. */
  constructor(megabytes: number) {
    this.#folder = emptyScratchFolder();
    this.#filler = join(this.#folder, "filler");
    this.state = join(this.#folder, "state");
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", this.#folder], {
        stdio: ["ignore", "ignore", "pipe"],
      });
    } catch (error) {
      throw new Error(`A small file system can't be mounted, so run this as root on Linux: ${error}`);
    }
    // Lazily, because a site that was killed may still be ending.
    process.prependListener("exit", () => spawnSync("umount", ["--lazy", this.#folder]));
    mkdirSync(this.state);
  }

  /** Uses every byte that's still free. */
  fill(): void {
    const file = openSync(this.#filler, "a");
    for (const size of CHUNKS) {
      const chunk = Buffer.alloc(size);
      try {
        for (;;) writeSync(file, chunk);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    }
    closeSync(file);
  }

  /** Frees what was filled. */
  free(): void {
    rmSync(this.#filler, { force: true });
  }
}
