import { copyFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { DATABASES } from "#db/databases.ts";
import { databaseFile, pathById } from "#scripts/site/database-file.ts";
import { type Site, type SiteOptions, startSite } from "#scripts/site/site.ts";

const NAME = "lagging-copy";

const readSource = (name: string): string =>
  stripTypeScriptTypes(readFileSync(join(import.meta.dirname, name), "utf8"));

/** The ids of the site's own databases, which are their bindings, and of their copies. */
const PRIMARIES = Object.fromEntries(DATABASES.map(({ binding }) => [`PRIMARY_${binding}`, binding]));
const COPIES = Object.fromEntries(DATABASES.map(({ name, binding }) => [`COPY_${binding}`, `copy-${name}`]));

/**
 * Returns options of the simulator: the object that stands in for D1's read replication, and its binding. The site's worker has
 * to connect its database to it (connect-lagging-copy.ts).
 */
export function laggingCopyOptions() {
  return {
    // A test's reset empties the databases of the site's bindings.
    d1Databases: COPIES,
    durableObjects: { LAGGING_COPY: { className: "LaggingCopy", scriptName: NAME } },
    workers: [
      {
        name: NAME,
        modules: true,
        script: readSource("lagging-copy.ts"),
        compatibilityDate: "2026-10-12",
        d1Databases: { ...PRIMARIES, ...COPIES },
        durableObjects: { LAGGING_COPY: "LaggingCopy" },
      },
    ],
  };
}

/** The wrapper and the module that it imports, as one. */
const readWrapper = (): string =>
  readSource("connect-lagging-copy.ts") +
  readSource("wrapper.ts")
    .replaceAll("#worker/index.ts", "./index.js")
    .replace(/^import .*connect-lagging-copy.*$/m, "");

/** Starts a site that has been started before on its state folder, with copies of its databases that lag behind. */
export async function startLaggingSite(options: SiteOptions): Promise<Site> {
  const simulate = laggingCopyOptions();
  const first = await startSite({ ...options, port: 0, simulate });
  const bindings = (await first.bindings()) as Record<string, D1Database>;
  for (const name of Object.keys(COPIES))
    await bindings[name]?.prepare("create table empty (id integer)").run();
  await first.stop();
  for (const { name, binding } of DATABASES) {
    const copy = pathById(options.state, COPIES[`COPY_${binding}`] ?? "");
    if (!existsSync(copy)) throw new Error(`The copy of ${binding} has no file.`);
    for (const suffix of ["", "-wal", "-shm"]) {
      const own = databaseFile(options.state, name) + suffix;
      rmSync(copy + suffix, { force: true });
      if (existsSync(own)) copyFileSync(own, copy + suffix);
    }
  }
  return startSite({ ...options, simulate, wrapper: readWrapper() });
}
