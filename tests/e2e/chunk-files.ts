import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Matches the URLs of a module's own script and style sheets, or of those with an ending, with or without a
 * query.
 */
export function chunkFiles(module: string, ending = ""): RegExp {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../dist/client/.vite/manifest.json"), "utf8"),
  );
  const { file, css = [] } = manifest[module];
  const names = [file, ...css].filter((name: string) => name.endsWith(ending));
  return new RegExp(`/(${names.join("|").replaceAll(".", "\\.")})(\\?|$)`);
}
