import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { root } from "../bootstrap.mjs";
import { migrate } from "./migrate.ts";
import { localSecrets } from "./secrets.ts";

export interface Site {
  url: string;
  d1: D1Database;
  bucket: R2Bucket;
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
}

/**
 * Runs the built worker in workerd with the simulators of everything wrangler.toml names, state on disk, migrated.
 * The worker's own socket is opened, past the simulator's entry, which costs more than the program (QUALITY.md).
 */
export async function startSite({ port, state, vars = {} }: SiteOptions): Promise<Site> {
  mkdirSync(state, { recursive: true });
  const { workerOptions, main } = unstable_getMiniflareWorkerOptions(join(root, "dist/bopolis/wrangler.json"));
  const { ratelimits, ...options } = workerOptions;
  const log = join(state, "site.log");
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...options,
      name: "bopolis",
      rootPath: join(root, "dist/bopolis"),
      modules: true,
      scriptPath: main ?? "index.js",
      ratelimits,
      bindings: { ...options.bindings, ...localSecrets(state), ...vars },
      unsafeDirectSockets: [{ host: "127.0.0.1", port }],
      host: "127.0.0.1",
      port: 0,
      log: new Log(LogLevel.WARN),
      resourcePersistencePath: join(state, "v3"),
      handleStructuredLogs: ({ level, message }) => {
        appendFileSync(log, `${message}\n`);
        if (level === "error" || level === "warn") console.error(message);
      },
    } as Parameters<typeof convertV4MiniflareOptions>[0]),
  );
  await miniflare.ready;
  const url = await miniflare.unsafeGetDirectURL("bopolis");
  const d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  const bucket = (await miniflare.getR2Bucket("BUCKET")) as unknown as R2Bucket;
  await migrate(d1);
  return {
    url: url.href.replace(/\/$/, ""),
    d1,
    bucket,
    async runSchedule() {
      const worker = await miniflare.getWorker("bopolis");
      await worker.scheduled({ scheduledTime: new Date(), cron: "*/5 * * * *" });
    },
    stop: () => miniflare.dispose(),
  };
}
