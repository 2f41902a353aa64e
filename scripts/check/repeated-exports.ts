import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run-script.mjs";
import { trackedFiles } from "./files.ts";
import { exportsOf } from "./words.ts";

// Lists names that more than one file exports. Each of them must mean the same thing everywhere.
const files = new Map<string, string[]>();
for (const file of trackedFiles().filter((path) => /\.(ts|tsx|mjs)$/.test(path)))
  for (const name of exportsOf(file, readFileSync(join(root, file), "utf8")))
    files.set(name, [...(files.get(name) ?? []), file]);
const repeated = [...files].filter(([, where]) => where.length > 1).sort(([a], [b]) => a.localeCompare(b));
for (const [name, where] of repeated) console.log(`${name}\n${where.map((file) => `  ${file}`).join("\n")}`);
console.log(`${repeated.length} names are exported by more than one file.`);
