import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { root } from "../../bootstrap.mjs";

/** A module of tests/bench/wrappers, made to stand before the built worker. */
export function wrapper(name: "meter" | "told"): string {
  const source = readFileSync(join(root, `tests/bench/wrappers/${name}.ts`), "utf8");
  return stripTypeScriptTypes(source).replaceAll("#worker/index.ts", "./index.js");
}
