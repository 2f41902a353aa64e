import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database, Queue, R2Bucket } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { DATABASES } from "#db/databases.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import type { BopiRenderJob } from "#worker/render/job.ts";
import type { RunJob } from "#worker/runs/job.ts";
import { Problem } from "../deploy/problem.ts";
import { root } from "../run-script.mjs";
import { refuseOldData } from "./database-file.ts";
import { DEVELOPMENT } from "./development.ts";
import { LogFile, rotate } from "./log-file.ts";
import { type MailSender, mailBindings, mailWorkers } from "./mail-worker.ts";
import { migrateAll } from "./migrate.ts";
import { localSecrets } from "./secrets.ts";
import { SideThread } from "./side-thread.ts";
import { siteUrlFile } from "./site-url.ts";
import type { StandIns } from "./stand-ins.ts";

export interface Site {
  url: string;
  /** The main database. */
  d1: D1Database;
  databases: Readonly<Record<DatabaseName, D1Database>>;
  bucket: R2Bucket;
  /** The queue of render jobs. */
  renders: Queue<BopiRenderJob>;
  /** The queue of runs that wait for their check. */
  runs: Queue<RunJob>;
  /** The URLs of the stand-ins for other companies. */
  standIns: StandIns["urls"];
  /** The site's encryption secret, for scripts that write to its database directly. */
  sealing: { SEAL_SECRET: string };
  /** Runs the worker's scheduled handler, as the cron trigger does in production. */
  runSchedule(cron?: string): Promise<void>;
  /** Sends a request with a URL of another host through the simulator's entry point. Throws if the worker does. */
  dispatch: Miniflare["dispatchFetch"];
  /** The worker's bindings, for this process. */
  bindings(): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** The builds that a site runs: as in an upgrade, its Durable Objects can be of another version than its worker. */
export interface SiteBuilds {
  worker: string;
  objects: string;
}

const OWN_BUILD = join(root, "dist/bopolis");

export interface SiteOptions {
  /** The address where it listens; by default only on this machine. */
  host?: string;
  port: number;
  /** The folder of databases, objects and the log. */
  state: string;
  /** By default this checkout's build for both. */
  builds?: SiteBuilds;
  /** Overrides the variables of development. */
  vars?: Record<string, string>;
  /** The first port of the stand-ins; by default the one after the site's. */
  standInPort?: number;
  /** The source of an ES module that replaces the entry point and imports the build's as "./index.js". */
  wrapper?: string;
  /** More bindings of the worker, and the simulator's workers that they lead to. */
  simulate?: Simulated | undefined;
  /** Sends the site's mails. Without it, they stay in the outbox. */
  sendMail?: MailSender | undefined;
  /** More bindings of the worker, to which this process responds with a text. */
  services?: Record<string, () => string>;
  /** Receives the worker's log lines; by default a file in the state folder. */
  log?: LogSink;
}

/** Options of the simulator that are added to the worker's own, and further workers. */
export interface Simulated {
  d1Databases: Record<string, string>;
  durableObjects: Record<string, object>;
  workers: readonly object[];
}

/** Receives lines of the log: JSON objects, each with its time. */
export interface LogSink {
  write(line: string): void;
}

/** A start renames a larger log. */
const MAX_LOG_BYTES = 50 * 1024 * 1024;

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

type DurableObjects = Record<string, { className: string }>;

/** Returns a build as one of the simulator's workers, without bindings to other workers. */
function readBuild(build: string, bindings: Record<string, string>) {
  const config = join(build, "wrangler.json");
  if (!existsSync(config)) throw new Problem(`✗ ${build} has no build. Make one: npm run serve -- --build`);
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  const { modulesRules: _, assets, ...options } = workerOptions as Record<string, unknown>;
  const { directory, assetConfig } = assets as Record<string, unknown>;
  return {
    options: {
      ...options,
      rootPath: build,
      modulesRoot: build,
      modules: readModules(build),
      bindings: { ...(options.bindings as object), ...bindings },
      serviceBindings: { ASSETS: "bopolis-assets" },
    },
    durableObjects: options.durableObjects as DurableObjects,
    /** By binding. A build from before a database was added has none of it. */
    databases: (options.d1Databases ?? {}) as object,
    compatibilityDate: options.compatibilityDate,
    assets: { directory, assetConfig, routerConfig: { has_user_worker: false } },
  };
}

/** The worker that runs only the Durable Objects of a build. They use the files of the site's own objects. */
function objectsWorker({ options, durableObjects }: ReturnType<typeof readBuild>) {
  const { queueConsumers: _, ...rest } = options as Record<string, unknown>;
  return { ...rest, name: OBJECTS, durableObjects: withSiteFiles(durableObjects) };
}

const withSiteFiles = (durableObjects: DurableObjects): DurableObjects =>
  Object.fromEntries(
    Object.entries(durableObjects).map(([binding, options]) => [
      binding,
      { ...options, unsafeUniqueKey: `bopolis-${options.className}` },
    ]),
  );

/** A worker's own bindings of objects, but those that `objects` has come from the worker `scriptName`. */
const boundTo = (scriptName: string, objects: DurableObjects, own: DurableObjects): DurableObjects => ({
  ...own,
  ...Object.fromEntries(
    Object.keys(own).flatMap((binding) => {
      const other = objects[binding];
      return other ? [[binding, { ...other, scriptName }]] : [];
    }),
  ),
});

const WORKER = "bopolis";
const OBJECTS = "bopolis-objects";

const wrapperModules = (build: string, contents?: string) =>
  contents ? [{ type: "ESModule", path: join(build, "wrapper.js"), contents }] : [];

const NO_STAND_INS: StandIns = {
  vars: {},
  urls: {},
  setSiteUrl: () => undefined,
  stop: async () => undefined,
};

/** Starts the stand-ins for companies. A site in production has none, and its image doesn't contain them. */
async function startCompanies(vars: Record<string, string>, options: { port: number; state: string }) {
  if (vars.ENVIRONMENT === "production") return NO_STAND_INS;
  const { startStandIns } = await import("./stand-ins.ts");
  return startStandIns(vars, options);
}

/** Returns the databases that the worker has. */
async function bindDatabases(miniflare: Miniflare, bindings: object) {
  const own = DATABASES.filter(({ binding }) => binding in bindings);
  const bound = await Promise.all(
    own.map(async ({ name, binding }) => [name, await miniflare.getD1Database(binding, WORKER)]),
  );
  return Object.fromEntries(bound) as Record<DatabaseName, D1Database>;
}

/**
 * Runs the built worker in workerd with simulators for every binding in wrangler.toml, and applies migrations. Requests go
 * directly to the worker's socket: the simulator's entry point would cost more than the program.
 */
export async function startSite({
  host = "127.0.0.1",
  port,
  state,
  builds = { worker: OWN_BUILD, objects: OWN_BUILD },
  vars = {},
  standInPort = port && port + 1,
  wrapper,
  simulate,
  sendMail,
  services: given = {},
  log: givenLog,
}: SiteOptions): Promise<Site> {
  refuseOldData(state);
  mkdirSync(state, { recursive: true });
  const logPath = join(state, "site.log");
  if (!givenLog) rotate(logPath, MAX_LOG_BYTES);
  const log = givenLog ?? new LogFile(logPath);
  const standIns = await startCompanies(vars, { port: standInPort, state });
  const bindings = { ...DEVELOPMENT, ...localSecrets(state), ...standIns.vars, ...vars };
  const build = readBuild(builds.worker, bindings);
  const objects = builds.objects === builds.worker ? null : readBuild(builds.objects, bindings);
  // The web build's files are in a separate worker. With assets in this one, its socket would lead to the simulator's router.
  const thread = new SideThread();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        {
          ...build.options,
          name: WORKER,
          modules: [...wrapperModules(builds.worker, wrapper), ...build.options.modules],
          durableObjects: {
            ...(objects
              ? boundTo(OBJECTS, objects.durableObjects, build.durableObjects)
              : build.durableObjects),
            ...simulate?.durableObjects,
          },
          d1Databases: {
            ...(build.options as { d1Databases?: object }).d1Databases,
            ...simulate?.d1Databases,
          },
          serviceBindings: {
            ...build.options.serviceBindings,
            ...(sendMail && mailBindings),
            ...Object.fromEntries(
              Object.entries(given).map(([name, text]) => [name, () => new Response(text())]),
            ),
            // Only this worker consumes queues.
            THREAD: thread.respond.bind(thread),
          },
          // Skips miniflare's entry proxy, which is three times slower.
          unsafeDirectSockets: [{ host, port }],
        },
        {
          name: "bopolis-assets",
          modules: [{ type: "ESModule", path: "assets.js", contents: "export default {}" }],
          compatibilityDate: build.compatibilityDate,
          assets: build.assets,
        },
        ...(objects ? [objectsWorker(objects)] : []),
        ...(simulate?.workers ?? []),
        ...(sendMail ? mailWorkers(sendMail, build.compatibilityDate) : []),
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
  const { href } = await miniflare.unsafeGetDirectURL(WORKER);
  const bound = await bindDatabases(miniflare, build.databases);
  const bucket = (await miniflare.getR2Bucket("BUCKET")) as unknown as R2Bucket;
  const renders = (await miniflare.getQueueProducer("RENDERS")) as unknown as Queue<BopiRenderJob>;
  const runs = (await miniflare.getQueueProducer("RUNS")) as unknown as Queue<RunJob>;
  const stop = async () => {
    rmSync(siteUrlFile(state), { force: true });
    await standIns.stop();
    await thread.stop();
    await miniflare.dispose();
  };
  try {
    // A restore begins with an empty database.
    if (vars.RESTORING !== "on") await migrateAll(bound);
  } catch (error) {
    await stop();
    throw error;
  }
  const url = href.replace(/\/$/, "");
  writeFileSync(siteUrlFile(state), url);
  standIns.setSiteUrl(url);
  return {
    url,
    d1: bound.main,
    databases: bound,
    bucket,
    renders,
    runs,
    sealing: { SEAL_SECRET: vars.SEAL_SECRET ?? localSecrets(state).SEAL_SECRET },
    standIns: standIns.urls,
    async runSchedule(cron = "*/5 * * * *") {
      const worker = await miniflare.getWorker(WORKER);
      await worker.scheduled({ scheduledTime: new Date(), cron });
    },
    dispatch: (...request) => miniflare.dispatchFetch(...request),
    bindings: () => miniflare.getBindings(WORKER),
    stop,
  };
}
