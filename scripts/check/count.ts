import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { KB, totalSize, WORKER_KB, workerFiles } from "../bench/check-built-bytes.ts";
import { root } from "../run-script.mjs";

// Prints the project's size and fails if it is above a ceiling. A change that needs more raises the ceiling in a commit of its own,
// with the reason. Needs a build.

const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));

const linesOf = (matches: (file: string) => boolean): number =>
  files
    .filter(matches)
    .reduce((sum, file) => sum + readFileSync(join(root, file), "utf8").split("\n").length - 1, 0);

const isTypeScript = (file: string): boolean => /\.tsx?$/.test(file);
const isUnder = (file: string, folder: string): boolean => file.startsWith(`${folder}/`);

/** Matches what opens an entry with a binding. Consumers, migrations and variables bind nothing. */
const BINDING = /^(?:\s*(?:binding|name)\s*=\s*"[A-Z][A-Z_0-9]*")/gm;
const bindings = (): number => readFileSync(join(root, "wrangler.toml"), "utf8").match(BINDING)?.length ?? 0;

const CEILINGS: [what: string, count: number, ceiling: number][] = [
  [
    "lines of TypeScript outside tests",
    linesOf((file) => isTypeScript(file) && !isUnder(file, "tests")),
    170_000,
  ],
  ["lines of TypeScript in tests", linesOf((file) => isTypeScript(file) && isUnder(file, "tests")), 88_000],
  ["tracked files", files.length, 4_200],
  [
    "lines of TypeScript in scripts, without scripts/seed",
    linesOf((file) => isTypeScript(file) && isUnder(file, "scripts") && !isUnder(file, "scripts/seed")),
    17_000,
  ],
  [
    "lines of TypeScript in scripts/seed",
    linesOf((file) => isTypeScript(file) && isUnder(file, "scripts/seed")),
    8_000,
  ],
  ["lines of TypeScript in db", linesOf((file) => isTypeScript(file) && isUnder(file, "db")), 4_500],
  [
    "lines of JSON in migrations",
    linesOf((file) => file.endsWith(".json") && isUnder(file, "migrations")),
    20_000,
  ],
  ["KB of the worker, gzipped", Math.ceil(totalSize(workerFiles()) / KB), WORKER_KB],
  ["bindings in wrangler.toml", bindings(), 28],
];

for (const [what, count, ceiling] of CEILINGS)
  console.log(
    `${String(count.toLocaleString("en")).padStart(9)} of ${ceiling.toLocaleString("en").padStart(7)}  ${what}${count > ceiling ? "  TOO MANY" : ""}`,
  );
process.exit(CEILINGS.some(([, count, ceiling]) => count > ceiling) ? 1 : 0);
