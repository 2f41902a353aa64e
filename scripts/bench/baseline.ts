import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { root } from "../run-script.mjs";

interface BaselineOptions {
  /** The state folder of the database. No other process can have it open. */
  state?: string;
  bindings?: Record<string, string>;
  /** Durable Object classes by binding. */
  objects?: Record<string, string>;
}

/** Runs a minimal program of tests/bench/limits in workerd like the site: same simulators, direct socket. `await using` stops it. */
export function startBaseline(name: string, options: BaselineOptions = {}) {
  const source = readFileSync(join(root, `tests/bench/limits/${name}.ts`), "utf8");
  return startProgram(name, stripTypeScriptTypes(source), options);
}

/** Runs a program, given as one ES module, in the same way. */
export async function startProgram(
  name: string,
  contents: string,
  { state, bindings = {}, objects = {} }: BaselineOptions = {},
) {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(root, "dist/bopolis/wrangler.json"));
  const { compatibilityDate, compatibilityFlags, d1Databases } = workerOptions as Record<string, unknown>;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name,
      compatibilityDate,
      compatibilityFlags,
      d1Databases: state ? d1Databases : {},
      modules: [{ type: "ESModule", path: `${name}.js`, contents }],
      bindings,
      durableObjects: Object.fromEntries(
        Object.entries(objects).map(([binding, className]) => [binding, { className, useSQLite: true }]),
      ),
      unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
      host: "127.0.0.1",
      port: 0,
      cf: false,
      log: new Log(LogLevel.WARN),
      ...(state && { resourcePersistencePath: join(state, "v3") }),
    } as Parameters<typeof convertV4MiniflareOptions>[0]),
  );
  await miniflare.ready;
  const url = await miniflare.unsafeGetDirectURL(name);
  const stop = () => miniflare.dispose();
  return { url: url.href.replace(/\/$/, ""), stop, [Symbol.asyncDispose]: stop };
}
