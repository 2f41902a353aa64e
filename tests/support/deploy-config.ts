import { type Config, productionConfig } from "#scripts/deploy/config.ts";
import { checkSettings, type Settings } from "#scripts/deploy/settings.ts";

/** The configuration that the build writes. */
export const builtConfig: Config = {
  configPath: "/somewhere/wrangler.toml",
  name: "bopolis",
  main: "index.js",
  assets: { directory: "../client", binding: "ASSETS" },
  vars: {},
  workflows: [],
  build: { command: "node prepare.mjs" },
  version_metadata: { binding: "VERSION" },
  preview_urls: false,
  send_email: [],
  d1_databases: [
    { binding: "DB", database_name: "bopolis", migrations_dir: "../../migrations" },
    {
      binding: "DB_FORUM",
      database_name: "bopolis-forum",
      migrations_dir: "../../migrations/forum",
    },
    {
      binding: "DB_PLAY",
      database_name: "bopolis-play",
      migrations_dir: "../../migrations/play",
    },
  ],
  r2_buckets: [{ binding: "BUCKET", bucket_name: "bopolis" }],
  queues: {
    producers: [{ binding: "RENDERS", queue: "bopolis-renders" }],
    consumers: [
      { queue: "bopolis-renders", dead_letter_queue: "bopolis-renders-dead" },
      { queue: "bopolis-renders-dead" },
    ],
  },
  durable_objects: { bindings: [{ name: "THROTTLE", class_name: "Throttle" }] },
  migrations: [{ tag: "v1", new_sqlite_classes: ["Throttle"] }],
  ratelimits: [{ name: "WRITE_LIMIT", namespace_id: "1001", simple: { limit: 1, period: 60 } }],
};
const place = { from: "/site/dist/bopolis/wrangler.json", to: "/site/.bopolis/deploy/wrangler.json" };
/** Checked settings of a deployment. */
export const deploySettings = (own: Partial<Settings> = {}): Settings => checkSettings(own, {});
/** The configuration that a deployment generates from them. */
export const deployConfig = (own: Partial<Settings> = {}) =>
  productionConfig(builtConfig, deploySettings(own), place);

type BindingKind =
  | "database"
  | "bucket"
  | "queue"
  | "files"
  | "object"
  | "rate limit"
  | "mail"
  | "version"
  | "dataset"
  | "text";

/** Kinds of binding by their type in worker/env.ts. */
const KINDS: readonly (readonly [RegExp, BindingKind])[] = [
  [/^D1Database$/, "database"],
  [/^R2Bucket$/, "bucket"],
  [/^Queue\b/, "queue"],
  [/^Fetcher$/, "files"],
  [/^DurableObjectNamespace\b/, "object"],
  [/^RateLimit$/, "rate limit"],
  [/^SendEmail$/, "mail"],
  [/^WorkerVersionMetadata$/, "version"],
  [/^AnalyticsEngineDataset$/, "dataset"],
  [/^DurableObjectLocationHint$/, "text"],
  [/^(string|"[^"]*"(\s*\|\s*"[^"]*")*)$/, "text"],
];

interface DeclaredBinding {
  name: string;
  optional: boolean;
  type: string;
}

/** Returns the bindings that `interface Env` in worker/env.ts declares. */
export function declaredBindings(source: string): DeclaredBinding[] {
  const body = /export interface Env \{([\s\S]*?)\n\}/.exec(source)?.[1];
  if (body === undefined) throw new Error("worker/env.ts has no `export interface Env`.");
  return [...body.matchAll(/^ {2}(\w+)(\??): ([^;]+);/gm)].map(([, name = "", optionalMark, type = ""]) => ({
    name,
    optional: optionalMark === "?",
    type: type.replace(/\s+/g, " ").replace(/^\| /, "").trim(),
  }));
}

/** Bindings that a deployment only passes through. */
interface OtherBindings {
  durable_objects?: { bindings: { name: string; class_name: string }[] };
  send_email?: { name: string }[];
  version_metadata?: { binding: string };
  analytics_engine_datasets?: { binding: string }[];
}

/** Bindings that the configuration and the secrets provide, by name. */
function providedBindings(config: Config, secrets: readonly string[]): Map<string, BindingKind> {
  const { assets, queues } = config;
  const {
    durable_objects: objects,
    send_email,
    version_metadata,
    analytics_engine_datasets,
  } = config as OtherBindings;
  const all: [string | undefined, BindingKind][] = [
    ...(config.d1_databases ?? []).map(({ binding }) => [binding, "database"] as [string, BindingKind]),
    ...(config.r2_buckets ?? []).map(({ binding }) => [binding, "bucket"] as [string, BindingKind]),
    ...(queues?.producers ?? []).map(({ binding }) => [binding, "queue"] as [string, BindingKind]),
    ...(objects?.bindings ?? []).map(({ name }) => [name, "object"] as [string, BindingKind]),
    ...(config.ratelimits ?? []).map(({ name }) => [name, "rate limit"] as [string, BindingKind]),
    ...(send_email ?? []).map(({ name }) => [name, "mail"] as [string, BindingKind]),
    [assets?.binding, "files"],
    [version_metadata?.binding, "version"],
    ...(analytics_engine_datasets ?? []).map(({ binding }) => [binding, "dataset"] as [string, BindingKind]),
    ...[...Object.keys(config.vars ?? {}), ...secrets].map((name) => [name, "text"] as [string, BindingKind]),
  ];
  return new Map(all.filter((each): each is [string, BindingKind] => each[0] !== undefined));
}

/** Returns the differences between worker/env.ts and the bindings in production. */
export function bindingProblems(source: string, config: Config, secrets: readonly string[]): string[] {
  const problems: string[] = [];
  const providedKinds = providedBindings(config, secrets);
  const declared = declaredBindings(source);
  for (const { name, optional, type } of declared) {
    const kind = KINDS.find(([pattern]) => pattern.test(type))?.[1];
    const found = providedKinds.get(name);
    if (!kind)
      problems.push(
        `${name} in worker/env.ts is a ${type}, which tests/support/deploy-config.ts doesn't support.`,
      );
    else if (!found && !optional)
      problems.push(`${name} in worker/env.ts is neither in wrangler.toml nor in the list of secrets.`);
    else if (found && found !== kind)
      problems.push(`${name} is a ${found} in wrangler.toml and a ${kind} in worker/env.ts.`);
    const value = config.vars?.[name];
    if (value !== undefined && type.startsWith('"') && !type.includes(`"${value}"`))
      problems.push(`${name} is ${value}; worker/env.ts allows ${type}.`);
  }
  const known = new Set(declared.map(({ name }) => name));
  for (const name of providedKinds.keys())
    if (!known.has(name)) problems.push(`${name} is provided, but worker/env.ts doesn't declare it.`);
  return problems;
}
