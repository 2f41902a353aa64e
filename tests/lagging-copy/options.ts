import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { type Site, type SiteOptions, startSite } from "#scripts/site/site.ts";

/** The id of the site's own database (wrangler.toml). */
const DATABASE = "00000000-0000-0000-0000-000000000000";
const NAME = "lagging-copy";

const readSource = (name: string): string =>
  stripTypeScriptTypes(readFileSync(join(import.meta.dirname, name), "utf8"));

/**
 * Returns options of the simulator: the object that stands in for D1's read replication, and its binding. The site's worker has
 * to connect its database to it (connect-lagging-copy.ts).
 */
export function laggingCopyOptions() {
  return {
    // A test's reset empties the databases of the site's bindings.
    d1Databases: { COPY: "copy" },
    durableObjects: { LAGGING_COPY: { className: "LaggingCopy", scriptName: NAME } },
    workers: [
      {
        name: NAME,
        modules: true,
        script: readSource("lagging-copy.ts"),
        compatibilityDate: "2026-10-12",
        d1Databases: { PRIMARY: DATABASE, COPY: "copy" },
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

const databaseFiles = (state: string): string[] => {
  const folder = join(state, "v3/d1/miniflare-D1DatabaseObject");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite")
    .map((name) => join(folder, name));
};

/** Starts a site that has been started before on its state folder, with a copy of its database that lags behind. */
export async function startLaggingSite(options: SiteOptions): Promise<Site> {
  const simulate = laggingCopyOptions();
  const [own] = databaseFiles(options.state);
  if (!own) throw new Error("The site has no database to copy.");
  const first = await startSite({ ...options, port: 0, simulate });
  const { COPY } = (await first.bindings()) as { COPY: D1Database };
  await COPY.prepare("create table empty (id integer)").run();
  await first.stop();
  const copy = databaseFiles(options.state).find((file) => file !== own);
  if (!copy) throw new Error("The copy has no file.");
  for (const suffix of ["", "-wal", "-shm"]) {
    rmSync(copy + suffix, { force: true });
    if (existsSync(own + suffix)) copyFileSync(own + suffix, copy + suffix);
  }
  return startSite({ ...options, simulate, wrapper: readWrapper() });
}
