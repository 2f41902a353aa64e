import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { root } from "../../run-script.mjs";

/** Returns the source of a module in tests/bench/wrappers that wraps the built worker. */
export function readWrapper(name: "meter" | "notify" | "room" | "faults"): string {
  const source = readFileSync(join(root, `tests/bench/wrappers/${name}.ts`), "utf8");
  return stripTypeScriptTypes(source).replaceAll("#worker/index.ts", "./index.js");
}
