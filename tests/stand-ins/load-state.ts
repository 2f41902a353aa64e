import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface StoredState<T> {
  value: T;
  /** Writes the value to disk. */
  save(): void;
}

/** Loads a stand-in's state from a JSON file. Without a folder, the state is only in memory. */
export function loadState<T>(folder: string | undefined, name: string, initial: T): StoredState<T> {
  if (!folder) return { value: initial, save: () => undefined };
  const file = join(folder, name);
  const value: T = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : initial;
  return {
    value,
    save() {
      mkdirSync(dirname(file), { recursive: true });
      // Write and rename, so a crash keeps the old file.
      writeFileSync(`${file}.new`, JSON.stringify(value));
      renameSync(`${file}.new`, file);
    },
  };
}
