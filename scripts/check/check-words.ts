import { trackedFiles } from "./files.ts";
import { checkFile } from "./words.ts";

// Prints every use of the old vocabulary and every file named after none of its exports. Folders can be given.
const findings = trackedFiles(process.argv.slice(2)).flatMap(checkFile);
for (const { file, line, word, use, excerpt } of findings)
  console.log(`${file}:${line} "${word}" → ${use}   ${excerpt}`);
console.log(
  findings.length === 0 ? "No old vocabulary." : `${findings.length} to rewrite, see docs/glossary.md.`,
);
process.exit(findings.length === 0 ? 0 : 1);
