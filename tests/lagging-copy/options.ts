import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";

/** The id of the site's own database (wrangler.toml). */
const DATABASE = "00000000-0000-0000-0000-000000000000";
const NAME = "lagging-copy";

/**
 * Returns options of the simulator: the object that stands in for D1's read replication, and its binding. The site's worker has
 * to connect its database to it (connect-lagging-copy.ts).
 */
export function laggingCopyOptions() {
  const source = readFileSync(join(import.meta.dirname, "lagging-copy.ts"), "utf8");
  return {
    // A test's reset empties the databases of the site's bindings.
    d1Databases: { COPY: "copy" },
    durableObjects: { LAGGING_COPY: { className: "LaggingCopy", scriptName: NAME } },
    workers: [
      {
        name: NAME,
        modules: true,
        script: stripTypeScriptTypes(source),
        compatibilityDate: "2026-10-12",
        d1Databases: { PRIMARY: DATABASE, COPY: "copy" },
        durableObjects: { LAGGING_COPY: "LaggingCopy" },
      },
    ],
  };
}
