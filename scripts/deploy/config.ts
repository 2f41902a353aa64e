import { createHash } from "node:crypto";
import { dirname, relative, resolve, sep } from "node:path";
import type { Settings } from "./settings.ts";

interface DurableObjectMigration {
  tag: string;
  new_classes?: string[];
  new_sqlite_classes?: string[];
}

/** The parts of a wrangler configuration that a deployment uses. The rest is passed through. */
export interface Config {
  name: string;
  main: string;
  assets?: { directory: string; binding?: string };
  vars?: Record<string, unknown>;
  d1_databases?: { binding: string; database_name: string; database_id: string; migrations_dir?: string }[];
  r2_buckets?: { binding: string; bucket_name: string }[];
  queues?: {
    producers?: { binding: string; queue: string }[];
    consumers?: { queue: string; dead_letter_queue?: string }[];
  };
  durable_objects?: { bindings: { name: string; class_name: string; script_name?: string }[] };
  placement?: { mode: "smart" };
  migrations?: DurableObjectMigration[];
  ratelimits?: { name: string; namespace_id: string; simple: { limit: number; period: number } }[];
  version_metadata?: { binding: string };
  analytics_engine_datasets?: { binding: string; dataset: string }[];
  send_email?: { name: string; allowed_sender_addresses?: string[] }[];
  [other: string]: unknown;
}

/** Keys that are only for wrangler's internal use or for development servers. */
const BUILD_ONLY_KEYS = [
  "configPath",
  "userConfigPath",
  "topLevelName",
  "definedEnvironments",
  "dev",
  "previews",
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

/** The dataset of a site. It's a table's name in SQL, so it can't have dashes. */
const datasetOf = (name: string): string => `${name.replaceAll("-", "_")}_requests`;

export interface ConfigPaths {
  /** The file that the build's configuration was read from. */
  from: string;
  /** The file that the result will be written to. */
  to: string;
}

/** Returns the build's configuration for production. `databases` are the account's database ids by name. */
export function productionConfig(
  built: Config,
  settings: Settings,
  databases: Readonly<Record<string, string>>,
  { from, to }: ConfigPaths,
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
  return {
    ...Object.fromEntries(entries),
    name: settings.name,
    main: moveRelative(built.main),
    ...(built.assets && { assets: { ...built.assets, directory: moveRelative(built.assets.directory) } }),
    workers_dev: domains.length === 0,
    // Cloudflare gives workers with Durable Objects none. Versions are tested at the site's own URL.
    preview_urls: false,
    version_metadata: { binding: "VERSION" },
    ...(analytics_share > 0 && {
      analytics_engine_datasets: [{ binding: "ANALYTICS", dataset: datasetOf(settings.name) }],
    }),
    ...(cpu_ms && { limits: { cpu_ms } }),
    ...(placement === "smart" && { placement: { mode: "smart" } }),
    // The worker logs a line per request itself. Cloudflare's invocation logs would double the cost.
    observability: { enabled: true, logs: { enabled: true, invocation_logs: false } },
    ...(domains.length && { routes: domains.map((pattern) => ({ pattern, custom_domain: true })) }),
    vars: {
      ...built.vars,
      ENVIRONMENT: "production",
      DIAGNOSTICS: "off",
      LOG: log,
      ...(domains[0] && { ORIGIN: `https://${domains[0]}` }),
      ...(mail_from && { MAIL_FROM: mail_from }),
      ...(analytics_share > 0 && { ANALYTICS_SHARE: String(analytics_share) }),
      ...(presence_shards && { PRESENCE_SHARDS: String(presence_shards) }),
      ...(read_only && { READ_ONLY: read_only }),
      ...(backups && { BACKUPS: backups }),
      ...(backup_hour !== undefined && { BACKUP_HOUR: String(backup_hour) }),
      ...(database_limit_gb && { DATABASE_LIMIT_GB: String(database_limit_gb) }),
    },
    ...(mail_from && { send_email: [{ name: "MAIL", allowed_sender_addresses: [mail_from] }] }),
    d1_databases: (built.d1_databases ?? []).map((database) => {
      const name = rename(database.database_name);
      return {
        ...database,
        database_name: name,
        database_id: databases[name] ?? database.database_id,
        ...(database.migrations_dir && { migrations_dir: moveRelative(database.migrations_dir) }),
      };
    }),
    r2_buckets: (built.r2_buckets ?? []).map((bucket) => ({
      ...bucket,
      bucket_name: rename(bucket.bucket_name),
    })),
    queues: {
      producers: (built.queues?.producers ?? []).map((each) => ({ ...each, queue: rename(each.queue) })),
      consumers: (built.queues?.consumers ?? []).map((each) => ({
        ...each,
        queue: rename(each.queue),
        ...(each.dead_letter_queue && { dead_letter_queue: rename(each.dead_letter_queue) }),
      })),
    },
    ratelimits: (built.ratelimits ?? []).map((each) => ({
      ...each,
      namespace_id: namespaceOf(each.namespace_id, settings.name, built.name),
    })),
  };
}

/** Returns the reasons not to run this configuration in production, apart from its bindings. */
export function configProblems(config: Config): string[] {
  const problems: string[] = [];
  const { ENVIRONMENT, RATE_LIMITS, DIAGNOSTICS, PASSWORD_COST } = config.vars ?? {};
  if (ENVIRONMENT !== "production") problems.push(`ENVIRONMENT is ${ENVIRONMENT}, not production.`);
  if (RATE_LIMITS !== undefined && RATE_LIMITS !== "on") problems.push(`RATE_LIMITS is ${RATE_LIMITS}.`);
  if (PASSWORD_COST !== undefined && PASSWORD_COST !== "full")
    problems.push(`PASSWORD_COST is ${PASSWORD_COST}.`);
  if (DIAGNOSTICS !== "off") problems.push(`DIAGNOSTICS is ${DIAGNOSTICS}, not off.`);
  const declared = new Set(
    (config.migrations ?? []).flatMap(({ new_classes = [], new_sqlite_classes = [] }) => [
      ...new_classes,
      ...new_sqlite_classes,
    ]),
  );
  for (const { class_name, script_name } of config.durable_objects?.bindings ?? [])
    if (script_name === undefined && !declared.has(class_name))
      problems.push(`The Durable Object ${class_name} isn't in any [[migrations]] of wrangler.toml.`);
  const queues = new Set((config.queues?.consumers ?? []).map(({ queue }) => queue));
  for (const { queue } of config.queues?.producers ?? [])
    if (!queues.has(queue)) problems.push(`Nothing in wrangler.toml consumes the queue ${queue}.`);
  for (const { queue, dead_letter_queue } of config.queues?.consumers ?? [])
    if (dead_letter_queue && !queues.has(dead_letter_queue))
      problems.push(`Nothing consumes ${dead_letter_queue}, the dead-letter queue of ${queue}.`);
  return problems;
}
