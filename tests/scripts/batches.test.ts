import { readFileSync } from "node:fs";
import { join } from "node:path";
import { trackedFiles } from "#scripts/check/files.ts";
import { root } from "#scripts/run-script.mjs";

const sources = trackedFiles(["db", "worker"]).filter((file) => file.endsWith(".ts"));
const filesWith = (pattern: RegExp, except: readonly string[] = []) =>
  sources.filter((file) => !except.includes(file) && pattern.test(readFileSync(join(root, file), "utf8")));

test("a batch knows what it has written only through a guard", () => {
  expect(filesWith(/\bstamp = (?!\$\{(?:ledger\.)?guard\.stamp\})/, ["db/guard.ts"])).toEqual([]);
  expect(filesWith(/\bchanges\(\)/)).toEqual([]);
  expect(filesWith(/\bedits_count = (?!edits_count \+ 1)/)).toEqual([]);
  expect(filesWith(/\bcreated_at = -/)).toEqual([]);
});
