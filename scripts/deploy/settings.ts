import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { Problem } from "./problem.ts";

/** The locations that D1 has, besides those that only objects have. */
export const DATABASE_LOCATIONS = ["weur", "eeur", "apac", "oc", "wnam", "enam"] as const;
export type DatabaseLocation = (typeof DATABASE_LOCATIONS)[number];
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;

const onOrOff = z.enum(["on", "off"], "must be on or off");

const schema = z.strictObject({
  /** The worker's name, and the prefix of the database, bucket and queues. */
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/,
      "must be 3 to 40 lowercase letters, digits and dashes, starting with a letter",
    )
    .default("bopolis"),
  account_id: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "must be the account's id, 32 hex digits")
    .optional(),
  /** Custom domains. Without any, the site uses its workers.dev URL. */
  domains: z.array(z.string().regex(DOMAIN, "must be host names without https://")).default([]),
  /** The sender of the site's emails. Without it, no email is sent. */
  mail_from: z.email("must be an email address").optional(),
  log: z.enum(["all", "errors"]).default("all"),
  /** The location of the database and the bucket. It can't be changed later. */
  location: z.enum(DATABASE_LOCATIONS).optional(),
  /** The share of requests that write a data point to Analytics Engine. With 0 it isn't bound. */
  analytics_share: z.number().min(0).max(1).default(0),
  /** The number of `Presence` objects. */
  presence_shards: z.int().min(1).max(1_024).optional(),
  /** `on` saves nothing that people do. */
  read_only: onOrOff.optional(),
  /** Whether the site backs itself up every night, and the hour in UTC. */
  backups: onOrOff.optional(),
  backup_hour: z.int().min(0).max(23).optional(),
  /** The largest size of the database, for warnings. */
  database_limit_gb: z.number().positive().optional(),
  /** The processor time that a request can take, in milliseconds. */
  cpu_ms: z.int().min(50).max(300_000).optional(),
  /** `smart` runs the worker near its database instead of near the visitor. */
  placement: z.enum(["off", "smart"]).default("off"),
  /** Whether D1 copies the database to all of its locations, for reads. */
  read_replicas: onOrOff.default("on"),
  /** Percentages of the traffic that a new version gets one after another; none deploys it at once. */
  rollout: z
    .array(z.int().min(1).max(100))
    .refine(
      (steps) => steps.every((step, i) => step > (steps[i - 1] ?? 0)) && (steps.at(-1) ?? 100) === 100,
      "must be rising percentages that end with 100",
    )
    .default([10, 50, 100]),
  /** How long each of these steps is watched. */
  rollout_wait_seconds: z.int().min(0).max(3_600).default(120),
});

export type Settings = z.infer<typeof schema>;

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(schema.shape) as (keyof Settings)[];

/** Environment variables that override the file, each with its setting. The workflow for GitHub Actions passes all of them. */
export const SETTING_VARIABLES = {
  BOPOLIS_NAME: "name",
  CLOUDFLARE_ACCOUNT_ID: "account_id",
  BOPOLIS_DOMAINS: "domains",
  BOPOLIS_MAIL_FROM: "mail_from",
  BOPOLIS_LOG: "log",
  BOPOLIS_LOCATION: "location",
  BOPOLIS_ANALYTICS_SHARE: "analytics_share",
  BOPOLIS_PRESENCE_SHARDS: "presence_shards",
  BOPOLIS_READ_ONLY: "read_only",
  BOPOLIS_BACKUPS: "backups",
  BOPOLIS_BACKUP_HOUR: "backup_hour",
  BOPOLIS_DATABASE_LIMIT_GB: "database_limit_gb",
  BOPOLIS_CPU_MS: "cpu_ms",
  BOPOLIS_PLACEMENT: "placement",
  BOPOLIS_READ_REPLICAS: "read_replicas",
  BOPOLIS_ROLLOUT: "rollout",
  BOPOLIS_ROLLOUT_WAIT_SECONDS: "rollout_wait_seconds",
} as const satisfies Record<string, keyof Settings>;

/** The message of the schema for a variable with other text. */
const NOT_A_NUMBER = /^Invalid input: expected number, received NaN$/;

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

/** How the settings that aren't text are read from a variable. */
const PARSERS: Partial<Record<string, (text: string) => unknown>> = {
  domains: listOf,
  analytics_share: numberOf,
  presence_shards: numberOf,
  backup_hour: numberOf,
  database_limit_gb: numberOf,
  cpu_ms: numberOf,
  rollout: (text) => (text === "off" ? [] : listOf(text).map(numberOf)),
  rollout_wait_seconds: numberOf,
};

/** Variables that can't be changed in production. */
const FIXED_VARIABLES = {
  ENVIRONMENT: "production",
  DIAGNOSTICS: "off",
  RATE_LIMITS: "on",
  PASSWORD_COST: "full",
} as const;

type Environment = Record<string, string | undefined>;

/** Reads the operator's settings from the file and the environment. Throws a Problem that lists every mistake. */
export function readSettings(file: string, environment: Environment): Settings {
  let own: unknown = {};
  if (existsSync(file)) {
    try {
      own = JSON.parse(readFileSync(file, "utf8"));
    } catch (error) {
      throw new Problem(`✗ deploy.config.json isn't valid JSON: ${(error as Error).message}`);
    }
  }
  return checkSettings(own, environment);
}

/** Where the operator finds a setting with a mistake: its variable takes precedence over the file. */
function nameOf(path: readonly PropertyKey[], environment: Environment): string {
  const [variable] =
    Object.entries(SETTING_VARIABLES).find(([name, setting]) => setting === path[0] && environment[name]) ??
    [];
  const inside = path.slice(1).map((at) => (typeof at === "number" ? at + 1 : at));
  return variable ? [variable, ...inside].join(" ") : ["deploy.config.json:", ...path].join(" ");
}

export function checkSettings(fileSettings: unknown, environment: Environment): Settings {
  const problems: string[] = [];
  const isObject = typeof fileSettings === "object" && fileSettings !== null && !Array.isArray(fileSettings);
  const fromFile = isObject ? (fileSettings as Record<string, unknown>) : {};
  for (const [name, value] of Object.entries(FIXED_VARIABLES)) {
    const requested = environment[name] ?? fromFile[name];
    if (requested !== undefined && requested !== value)
      problems.push(`${name}=${requested} isn't possible in production. It's always ${value}.`);
  }
  const fromEnvironment = Object.entries(SETTING_VARIABLES).flatMap(([variable, setting]) => {
    const value = environment[variable];
    if (!value) return [];
    return [[setting, PARSERS[setting]?.(value) ?? value]];
  });
  const wanted = Object.entries(fromFile).filter(([name]) => !(name in FIXED_VARIABLES));
  const parsed = schema.safeParse({ ...Object.fromEntries(wanted), ...Object.fromEntries(fromEnvironment) });
  if (!isObject) problems.push("deploy.config.json must be an object.");
  for (const { path, message } of parsed.error?.issues ?? [])
    problems.push([nameOf(path, environment), message.replace(NOT_A_NUMBER, "must be a number")].join(" "));
  if (!parsed.success || problems.length) throw new Problem(...problems.map((problem) => `✗ ${problem}`));
  return parsed.data;
}
