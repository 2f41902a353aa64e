import { appendFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { D1Database, Queue, R2Bucket } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import type { RenderJob } from "#worker/render/job.ts";
import { root } from "../bootstrap.mjs";
import { migrate } from "./migrate.ts";
import { localSecrets } from "./secrets.ts";
import { type StandIns, startStandIns } from "./stand-ins.ts";

export interface Site {
  url: string;
  d1: D1Database;
  bucket: R2Bucket;
  /** The queue of pictures to draw. */
  renders: Queue<RenderJob>;
  /** Where the stand-ins of other companies answer. */
  standIns: StandIns["urls"];
  /** What the site seals with, for whoever writes to its database past it. */
  sealing: { SEAL_SECRET: string };
  /** Runs the worker's scheduled handler, as the cron trigger does in production. */
  runSchedule(): Promise<void>;
  stop(): Promise<void>;
}

export interface SiteOptions {
  port: number;
  /** Folder of databases, objects and the log. */
  state: string;
  /** Variables in place of those of wrangler.toml. */
  vars?: Record<string, string>;
  /** Where the stand-ins listen; after the site's own port unless told. */
  standInPort?: number;
  /** An ES module that stands before the build's own entry, which it finds as "./index.js". */
  wrapper?: string;
}

/** The build's modules, the entry first. */
function readModules(build: string) {
  const files = readdirSync(build, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(js|wasm)$/.test(name),
  );
  return files
    .sort((a, b) => Number(b === "index.js") - Number(a === "index.js"))
    .map((path) => ({ type: path.endsWith(".wasm") ? "CompiledWasm" : "ESModule", path: join(build, path) }));
}

const wrapperModules = (build: string, contents?: string) =>
  contents ? [{ type: "ESModule", path: join(build, "wrapper.js"), contents }] : [];

/**
 * Runs the built worker in workerd with the simulators of everything wrangler.toml names, state on disk, migrated.
 * The worker's own socket is opened, past the simulator's entry, which costs more than the program (QUALITY.md).
 */
export async function startSite({
  port,
  state,
  vars = {},
  standInPort = port && port + 1,
  wrapper,
}: SiteOptions): Promise<Site> {
  mkdirSync(state, { recursive: true });
  const standIns = await startStandIns(vars, { port: standInPort, state });
  const build = join(root, "dist/bopolis");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(build, "wrangler.json"));
  const { modulesRules: _, bindings, assets, ...options } = workerOptions as Record<string, unknown>;
  const { directory, assetConfig } = assets as Record<string, unknown>;
  const log = join(state, "site.log");
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        {
          ...options,
          name: "bopolis",
          rootPath: build,
          modulesRoot: build,
          modules: [...wrapperModules(build, wrapper), ...readModules(build)],
          bindings: { ...(bindings as object), ...localSecrets(state), ...standIns.vars, ...vars },
          // The files of the web build stand in a worker of their own: with them in this one, its socket would lead
          // to the simulator's router first.
          serviceBindings: { ASSETS: "bopolis-assets" },
          unsafeDirectSockets: [{ host: "127.0.0.1", port }],
        },
        {
          name: "bopolis-assets",
          modules: [{ type: "ESModule", path: "assets.js", contents: "export default {}" }],
          compatibilityDate: options.compatibilityDate,
          assets: { directory, assetConfig, routerConfig: { has_user_worker: false } },
        },
      ],
      host: "127.0.0.1",
      port: 0,
      // No look-up of where this machine is: the site must start without a network.
      cf: false,
      log: new Log(LogLevel.WARN),
      resourcePersistencePath: join(state, "v3"),
      handleStructuredLogs: ({ level, message }: { level: string; message: string }) => {
        appendFileSync(log, `${message}\n`);
        if (level === "error" || level === "warn") console.error(message);
      },
    } as Parameters<typeof convertV4MiniflareOptions>[0]),
  );
  await miniflare.ready;
  const url = await miniflare.unsafeGetDirectURL("bopolis");
  const d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  const bucket = (await miniflare.getR2Bucket("BUCKET")) as unknown as R2Bucket;
  const renders = (await miniflare.getQueueProducer("RENDERS")) as unknown as Queue<RenderJob>;
  await migrate(d1);
  const address = url.href.replace(/\/$/, "");
  standIns.site(address);
  return {
    url: address,
    d1,
    bucket,
    renders,
    sealing: { SEAL_SECRET: vars.SEAL_SECRET ?? localSecrets(state).SEAL_SECRET },
    standIns: standIns.urls,
    async runSchedule() {
      const worker = await miniflare.getWorker("bopolis");
      await worker.scheduled({ scheduledTime: new Date(), cron: "*/5 * * * *" });
    },
    async stop() {
      await standIns.stop();
      await miniflare.dispose();
    },
  };
}
