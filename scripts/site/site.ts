import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { D1Database, Queue, R2Bucket } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import type { RenderJob } from "#worker/render/job.ts";
import type { RunJob } from "#worker/runs/job.ts";
import { root } from "../run-script.mjs";
import { type MailSender, mailBindings, mailWorkers } from "./mail-worker.ts";
import { migrate } from "./migrate.ts";
import { RotatingLog } from "./rotating-log.ts";
import { localSecrets } from "./secrets.ts";
import type { StandIns } from "./stand-ins.ts";

export interface Site {
  url: string;
  d1: D1Database;
  bucket: R2Bucket;
  /** The queue of render jobs. */
  renders: Queue<RenderJob>;
  /** The queue of runs that wait for their check. */
  runs: Queue<RunJob>;
  /** The URLs of the stand-ins for other companies. */
  standIns: StandIns["urls"];
  /** The site's encryption secret, for scripts that write to its database directly. */
  sealing: { SEAL_SECRET: string };
  /** Runs the worker's scheduled handler, as the cron trigger does in production. */
  runSchedule(): Promise<void>;
  stop(): Promise<void>;
}

export interface SiteOptions {
  port: number;
  /** The folder of databases, objects and the log. */
  state: string;
  /** Overrides variables of wrangler.toml. */
  vars?: Record<string, string>;
  /** The first port of the stand-ins; by default the one after the site's. */
  standInPort?: number;
  /** The source of an ES module that replaces the entry point and imports the build's as "./index.js". */
  wrapper?: string;
  /** Whether requests come through a proxy that sends absolute URLs (scripts/serve/front-server.ts). */
  proxied?: boolean;
  /** Sends the site's mails. Without it, they stay in the outbox. */
  sendMail?: MailSender | undefined;
  /** Receives the worker's log lines; by default a file in the state folder. */
  log?: LogSink;
}

/** Receives lines of the log: JSON objects, each with its time. */
export interface LogSink {
  write(line: string): void;
}

const LOG_ROTATION = { maxBytes: 50 * 1024 * 1024, files: 2 };

/** Returns a message of the worker as a line of the log. The worker's own JSON gets the time; other text gets the level. */
export function logLine(message: string, level: string, now: Date): string {
  const time = now.toISOString();
  return message.startsWith("{") && message.endsWith("}")
    ? `{"time":"${time}",${message.slice(1)}`
    : JSON.stringify({ time, level, message });
}

/** The build's modules, the entry point first. */
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

const NO_STAND_INS: StandIns = {
  vars: {},
  urls: {},
  setSiteUrl: () => undefined,
  stop: async () => undefined,
};

/** Starts the stand-ins for companies. A site in production has none, and its image doesn't contain them. */
async function startCompanies(
  vars: Record<string, string>,
  options: { port: number; state: string },
): Promise<StandIns> {
  if (vars.ENVIRONMENT === "production") return NO_STAND_INS;
  const { startStandIns } = await import("./stand-ins.ts");
  return startStandIns(vars, options);
}

/**
 * Runs the built worker in workerd with simulators for every binding in wrangler.toml, and applies migrations. Requests go
 * directly to the worker's socket: the simulator's entry point would cost more than the program.
 */
export async function startSite({
  port,
  state,
  vars = {},
  standInPort = port && port + 1,
  wrapper,
  proxied = false,
  sendMail,
  log: givenLog,
}: SiteOptions): Promise<Site> {
  mkdirSync(state, { recursive: true });
  const log = givenLog ?? new RotatingLog(join(state, "site.log"), LOG_ROTATION);
  const standIns = await startCompanies(vars, { port: standInPort, state });
  const build = join(root, "dist/bopolis");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(build, "wrangler.json"));
  const { modulesRules: _, bindings, assets, ...options } = workerOptions as Record<string, unknown>;
  const { directory, assetConfig } = assets as Record<string, unknown>;
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
          // The web build's files are in a separate worker. With assets in this one, its socket would lead to the
          // simulator's router.
          serviceBindings: { ASSETS: "bopolis-assets", ...(sendMail && mailBindings) },
          // Skips miniflare's entry proxy, which is three times slower.
          unsafeDirectSockets: [{ host: "127.0.0.1", port, proxy: proxied }],
        },
        {
          name: "bopolis-assets",
          modules: [{ type: "ESModule", path: "assets.js", contents: "export default {}" }],
          compatibilityDate: options.compatibilityDate,
          assets: { directory, assetConfig, routerConfig: { has_user_worker: false } },
        },
        ...(sendMail ? mailWorkers(sendMail, options.compatibilityDate) : []),
      ],
      host: "127.0.0.1",
      port: 0,
      // Don't look up this machine's location: the site must start without a network.
      cf: false,
      log: new Log(LogLevel.WARN),
      resourcePersistencePath: join(state, "v3"),
      handleStructuredLogs: ({ level, message }: { level: string; message: string }) => {
        log.write(logLine(message, level, new Date()));
        // A given log may be the terminal itself.
        if (!givenLog && (level === "error" || level === "warn")) console.error(message);
      },
    } as Parameters<typeof convertV4MiniflareOptions>[0]),
  );
  await miniflare.ready;
  const { href } = await miniflare.unsafeGetDirectURL("bopolis");
  const d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  const bucket = (await miniflare.getR2Bucket("BUCKET")) as unknown as R2Bucket;
  const renders = (await miniflare.getQueueProducer("RENDERS")) as unknown as Queue<RenderJob>;
  const runs = (await miniflare.getQueueProducer("RUNS")) as unknown as Queue<RunJob>;
  await migrate(d1);
  const url = href.replace(/\/$/, "");
  standIns.setSiteUrl(url);
  return {
    url,
    d1,
    bucket,
    renders,
    runs,
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
