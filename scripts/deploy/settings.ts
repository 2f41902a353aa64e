import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { Problem } from "./problem.ts";

const LOCATIONS = ["weur", "eeur", "apac", "oc", "wnam", "enam"] as const;
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;

const schema = z.strictObject({
  /** Name of the worker; database, bucket and queues are named after it. */
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/,
      "must be 3 to 40 small letters, digits and dashes, a letter first",
    )
    .default("bopolis"),
  account_id: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "must be the 32 digits of the account's id")
    .optional(),
  /** Custom domains; with none the site is at its workers.dev address. */
  domains: z.array(z.string().regex(DOMAIN, "must be host names without https://")).default([]),
  /** Sender of the site's mails; without it no mail leaves. */
  mail_from: z.email("must be an e-mail address").optional(),
  log: z.enum(["all", "errors"]).default("all"),
  /** Where the database and the bucket are made; it can't be changed later. */
  location: z.enum(LOCATIONS).optional(),
});

export type Settings = z.infer<typeof schema>;

/** Environment variables that stand above the file. */
const VARIABLES = {
  BOPOLIS_NAME: "name",
  CLOUDFLARE_ACCOUNT_ID: "account_id",
  BOPOLIS_DOMAINS: "domains",
  BOPOLIS_MAIL_FROM: "mail_from",
  BOPOLIS_LOG: "log",
  BOPOLIS_LOCATION: "location",
} as const;

/** What must be so in production, whoever asks for something else. */
const FIXED = {
  ENVIRONMENT: "production",
  DIAGNOSTICS: "off",
  RATE_LIMITS: "on",
  PASSWORD_COST: "full",
} as const;

type Environment = Record<string, string | undefined>;

/** The operator's settings of file and environment, or a Problem that names every mistake. */
export function readSettings(file: string, environment: Environment): Settings {
  let own: unknown = {};
  if (existsSync(file)) {
    try {
      own = JSON.parse(readFileSync(file, "utf8"));
    } catch (error) {
      throw new Problem(`✗ deploy.config.json is not JSON: ${(error as Error).message}`);
    }
  }
  return checkSettings(own, environment);
}

export function checkSettings(own: unknown, environment: Environment): Settings {
  const problems: string[] = [];
  const isObject = typeof own === "object" && own !== null && !Array.isArray(own);
  const fromFile = isObject ? (own as Record<string, unknown>) : {};
  for (const [name, value] of Object.entries(FIXED)) {
    const asked = environment[name] ?? fromFile[name];
    if (asked !== undefined && asked !== value)
      problems.push(`${name}=${asked} is not possible in production: it is always ${value}.`);
  }
  const fromEnvironment = Object.entries(VARIABLES).flatMap(([variable, setting]) => {
    const value = environment[variable];
    if (!value) return [];
    return [[setting, setting === "domains" ? value.split(/[\s,]+/).filter(Boolean) : value]];
  });
  const wanted = Object.entries(fromFile).filter(([name]) => !(name in FIXED));
  const parsed = schema.safeParse({ ...Object.fromEntries(wanted), ...Object.fromEntries(fromEnvironment) });
  if (!isObject) problems.push("deploy.config.json must be an object.");
  for (const { path, message } of parsed.error?.issues ?? [])
    problems.push(`deploy.config.json: ${[...path, message].join(" ")}`);
  if (!parsed.success || problems.length) throw new Problem(...problems.map((problem) => `✗ ${problem}`));
  return parsed.data;
}
