import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run-script.mjs";
import { trackedFiles } from "./files.ts";
import { checkImports } from "./imports.ts";

// Prints every import in a direction that ARCHITECTURE.md doesn't allow.
const findings = trackedFiles()
  .filter((file) => /\.(ts|tsx)$/.test(file))
  .flatMap((file) => checkImports(file, readFileSync(join(root, file), "utf8")));
for (const { file, line, imported } of findings) console.log(`${file}:${line} must not import ${imported}`);
console.log(
  findings.length === 0 ? "All imports go in allowed directions." : `${findings.length} to turn around.`,
);
process.exit(findings.length === 0 ? 0 : 1);
