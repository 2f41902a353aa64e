import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Memory<T> {
  value: T;
  /** Writes what has changed to the disk. */
  save(): void;
}

/** What a stand-in knows, kept as a JSON file of that name in the folder, if there is one. */
export function remember<T>(folder: string | undefined, name: string, fresh: T): Memory<T> {
  if (!folder) return { value: fresh, save: () => undefined };
  const file = join(folder, name);
  const value: T = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : fresh;
  return {
    value,
    save() {
      mkdirSync(dirname(file), { recursive: true });
      // Written beside and put in its place, so that a process killed meanwhile leaves the old one.
      writeFileSync(`${file}.new`, JSON.stringify(value));
      renameSync(`${file}.new`, file);
    },
  };
}
