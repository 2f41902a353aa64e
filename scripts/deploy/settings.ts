import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { Problem } from "./problem.ts";

/** The locations that D1 has, besides those that only objects have. */
export const DATABASE_LOCATIONS = ["weur", "eeur", "apac", "oc", "wnam", "enam"] as const;
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
});

export type Settings = z.infer<typeof schema>;

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(schema.shape) as (keyof Settings)[];

/** The environment variable that overrides a setting. The workflow for GitHub Actions passes all of them. */
export const variableOf = (setting: keyof Settings): string =>
  setting === "account_id" ? "CLOUDFLARE_ACCOUNT_ID" : `BOPOLIS_${setting.toUpperCase()}`;

/** Reads the value of a variable: a list, a number or text. */
function parseVariable(setting: keyof Settings, text: string): unknown {
  if (setting === "domains") return text.split(/[\s,]+/).filter(Boolean);
  return /^-?[\d.]+$/.test(text) ? Number(text) : text;
}

type Environment = Record<string, string | undefined>;

/** Reads the operator's settings from the file and the environment. Throws a Problem that lists every mistake. */
export function readSettings(file: string, environment: Environment): Settings {
  try {
    return checkSettings(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}, environment);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Problem(`✗ deploy.config.json isn't valid JSON: ${error.message}`);
  }
}

export function checkSettings(fileSettings: unknown, environment: Environment): Settings {
  const isObject = typeof fileSettings === "object" && fileSettings !== null && !Array.isArray(fileSettings);
  if (!isObject) throw new Problem("✗ deploy.config.json must be an object.");
  const given = SETTING_NAMES.filter((name) => environment[variableOf(name)]?.trim());
  const own = given.map((name) => [name, parseVariable(name, environment[variableOf(name)] ?? "")]);
  const parsed = schema.safeParse({ ...fileSettings, ...Object.fromEntries(own) });
  if (parsed.success) return parsed.data;
  throw new Problem(
    ...parsed.error.issues.map(({ path, message }) => {
      const [setting, ...inside] = path;
      // A variable takes precedence over the file.
      const variable = given.find((name) => name === setting);
      const place = variable
        ? [variableOf(variable)]
        : ["deploy.config.json:", ...(setting ? [setting] : [])];
      return `✗ ${[...place, ...inside.map((at) => Number(at) + 1), message].join(" ")}`;
    }),
  );
}
