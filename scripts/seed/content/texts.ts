import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../run-script.mjs";

/** Reads one of the demo world's files of texts. */
export const readTexts = <T>(name: string): T =>
  JSON.parse(readFileSync(join(root, "scripts/seed/content/texts", `${name}.json`), "utf8")) as T;
