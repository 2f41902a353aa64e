import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { root } from "../run-script.mjs";
import type { Settings } from "./settings.ts";

/** The parts of a wrangler configuration that a deployment uses. The rest is passed through. */
export interface Config {
  name: string;
  main: string;
  account_id?: string;
  assets?: { directory: string; binding?: string };
  vars?: Record<string, unknown>;
  d1_databases: { binding: string; database_name: string; migrations_dir?: string }[];
  r2_buckets: { binding: string; bucket_name: string }[];
  queues: {
    producers: { binding: string; queue: string }[];
    consumers: { queue: string; dead_letter_queue?: string }[];
  };
  ratelimits: { name: string; namespace_id: string; simple: { limit: number; period: number } }[];
  [other: string]: unknown;
}

const BUILT_CONFIG = join(root, "dist/bopolis/wrangler.json");
export const SETTINGS_FILE = join(root, "deploy.config.json");
export const DEPLOY_FOLDER = join(root, ".bopolis/deploy");
export const PRODUCTION_CONFIG = join(DEPLOY_FOLDER, "wrangler.json");

/** Keys that are only for wrangler's internal use or for development servers. */
const BUILD_ONLY_KEYS = [
  ...["configPath", "userConfigPath", "topLevelName", "definedEnvironments", "dev", "previews"],
  "build",
];

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.values(value).every(isEmpty);

/** `bopolis-renders` → `<name>-renders`, so two sites in one account share nothing. */
const renamer = (from: string, to: string) => (name: string) =>
  name === from || name.startsWith(`${from}-`) ? to + name.slice(from.length) : name;

/** Rate limits with the same namespace id share their counts across an account. */
const namespaceOf = (id: string, name: string, base: string): string =>
  name === base
    ? id
    : String(Number.parseInt(createHash("sha256").update(`${name}:${id}`).digest("hex").slice(0, 7), 16));

/** Returns the build's configuration with an operator's settings. */
export function productionConfig(
  built: Config,
  settings: Settings,
  { from, to }: { from: string; to: string },
): Config {
  const rename = renamer(built.name, settings.name);
  const moveRelative = (path: string) =>
    relative(dirname(to), resolve(dirname(from), path))
      .split(sep)
      .join("/") || ".";
  const { domains, mail_from, log, analytics_share, presence_shards, cpu_ms, placement } = settings;
  const { read_only, backups, backup_hour, database_limit_gb } = settings;
  const entries = Object.entries(built).filter(
    ([key, value]) => !BUILD_ONLY_KEYS.includes(key) && !isEmpty(value),
  );
  const vars = {
    LOG: log,
    ORIGIN: domains[0] && `https://${domains[0]}`,
    MAIL_FROM: mail_from,
    ANALYTICS_SHARE: analytics_share || undefined,
    PRESENCE_SHARDS: presence_shards,
    READ_ONLY: read_only,
    BACKUPS: backups,
    BACKUP_HOUR: backup_hour,
    DATABASE_LIMIT_GB: database_limit_gb,
  };
  const given = Object.entries(vars).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return {
    ...(Object.fromEntries(entries) as Config),
    name: settings.name,
    main: moveRelative(built.main),
    ...(built.assets && { assets: { ...built.assets, directory: moveRelative(built.assets.directory) } }),
    workers_dev: domains.length === 0,
    ...(domains.length && { routes: domains.map((pattern) => ({ pattern, custom_domain: true })) }),
    ...(analytics_share > 0 && {
      // The dataset is a table's name in SQL, so it can't have dashes.
      analytics_engine_datasets: [
        { binding: "ANALYTICS", dataset: `${settings.name.replaceAll("-", "_")}_requests` },
      ],
    }),
    ...(cpu_ms && { limits: { cpu_ms } }),
    ...(placement === "smart" && { placement: { mode: "smart" } }),
    ...(mail_from && { send_email: [{ name: "MAIL", allowed_sender_addresses: [mail_from] }] }),
    vars: { ...built.vars, ...Object.fromEntries(given) },
    d1_databases: built.d1_databases.map((database) => ({
      ...database,
      database_name: rename(database.database_name),
      ...(database.migrations_dir && { migrations_dir: moveRelative(database.migrations_dir) }),
    })),
    r2_buckets: built.r2_buckets.map((each) => ({ ...each, bucket_name: rename(each.bucket_name) })),
    queues: {
      producers: built.queues.producers.map((each) => ({ ...each, queue: rename(each.queue) })),
      consumers: built.queues.consumers.map((each) => ({
        ...each,
        queue: rename(each.queue),
        ...(each.dead_letter_queue && { dead_letter_queue: rename(each.dead_letter_queue) }),
      })),
    },
    ratelimits: built.ratelimits.map((each) => ({
      ...each,
      namespace_id: namespaceOf(each.namespace_id, settings.name, built.name),
    })),
  };
}

/** Writes the configuration of the last build with an operator's settings, and returns it. */
export function writeProductionConfig(settings: Settings, more: Pick<Config, "account_id" | "vars"> = {}) {
  const built = JSON.parse(readFileSync(BUILT_CONFIG, "utf8")) as Config;
  const config = productionConfig(built, settings, { from: BUILT_CONFIG, to: PRODUCTION_CONFIG });
  const all = { ...config, ...more, vars: { ...config.vars, ...more.vars } };
  mkdirSync(DEPLOY_FOLDER, { recursive: true });
  writeFileSync(PRODUCTION_CONFIG, `${JSON.stringify(all, null, 2)}\n`);
  return all;
}
