import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { Problem } from "../deploy/problem.ts";
import { root } from "../run-script.mjs";
import { KEY_VARIABLES } from "../site/key-variables.ts";
import { TrustedProxies } from "./trusted-proxies.ts";

export type Environment = Record<string, string | undefined>;

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a number from ${least} to ${most}`,
    )
    .transform(Number);

const onOrOff = z.enum(["on", "off"], "must be on or off");

const ORIGIN_PROBLEM = "must be the site's URL without a path, such as https://play.example.com";

/** Returns the origin of an https URL that has nothing else. */
const origin = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "https:" && url.origin === text.replace(/\/$/, "").toLowerCase();
}, ORIGIN_PROBLEM);

const smtpUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== "",
    "must be a mail server's URL, such as smtp://user:password@mail.example.com:587",
  );

/** Every setting, by the name of its environment variable. */
const schema = z.object({
  /** The site's own URL, which browsers use. */
  ORIGIN: origin,
  /** The address where the site listens. */
  HOST: z.union([z.ipv4(), z.ipv6(), z.literal("localhost")], "must be an IP address").default("127.0.0.1"),
  PORT: wholeNumber(1, 65_535).default(8787),
  /** Where the log goes: a file in the state folder, or standard output. */
  LOG_TO: z.enum(["file", "stdout"], "must be file or stdout").default("file"),
  /** `all` logs every request, `errors` only failures. */
  LOG: z.enum(["all", "errors"], "must be all or errors").default("all"),
  /** The size of one log file, and their number. */
  LOG_MEGABYTES: wholeNumber(1, 10_000).default(10),
  LOG_FILES: wholeNumber(1, 100).default(5),
  /** IP addresses and ranges of proxies whose `X-Forwarded-For` is believed. */
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((text, context) => {
      try {
        return new TrustedProxies(text.split(/[\s,]+/).filter(Boolean));
      } catch (error) {
        context.addIssue({
          code: "custom",
          message: `must be IP addresses and ranges such as 10.0.0.0/8, not "${(error as Error).message}"`,
        });
        return z.NEVER;
      }
    }),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z.email("must be an email address").optional(),
  PRESENCE_SHARDS: wholeNumber(1, 1_000).optional(),
  /** `on` saves nothing that people do. */
  READ_ONLY: onOrOff.optional(),
  /** Whether the site backs itself up every night, and the hour in UTC. */
  BACKUPS: onOrOff.optional(),
  BACKUP_HOUR: wholeNumber(0, 23).optional(),
  /** The largest size of the database, for warnings. */
  DATABASE_LIMIT_GB: z
    .string()
    .refine(
      (text) => /^\d+(\.\d+)?$/.test(text) && Number(text) > 0,
      "must be a number of gigabytes above 0, such as 50",
    )
    .optional(),
});

/** Variables of development that production fixes, with the only value they can have. */
const FIXED = {
  ENVIRONMENT: "production",
  DIAGNOSTICS: "off",
  RATE_LIMITS: "on",
  PASSWORD_COST: "full",
} as const;

/** Keys that only work together. */
const PAIRS = [
  ["SMTP_URL", "MAIL_FROM"],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["DISCORD_CLIENT_ID", "DISCORD_CLIENT_SECRET"],
  ["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"],
] as const;

export interface ServeSettings {
  origin: string;
  host: string;
  port: number;
  /** The folder of all data, an absolute path. */
  state: string;
  proxies: TrustedProxies;
  smtpUrl: string | undefined;
  /** Where the log goes: a file in the state folder, or standard output. */
  logTo: "file" | "stdout";
  logMegabytes: number;
  logFiles: number;
  /** Variables of the worker. */
  vars: Record<string, string>;
}

/** Adds the variables of `.env` to the environment, which takes precedence. */
export function loadEnvFile(): void {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

const DEFAULT_STATE = ".bopolis/self-hosted";

/** Returns the folder of a self-hosted site's data, an absolute path. */
export function readStateFolder({ BOPOLIS_STATE }: Environment): string {
  return resolve(root, BOPOLIS_STATE?.trim() || DEFAULT_STATE);
}

/** Returns the site's origin, or undefined if it isn't set. */
export function readOrigin({ DOMAIN, ORIGIN }: Environment): string | undefined {
  const given = ORIGIN?.trim() || (DOMAIN?.trim() && `https://${DOMAIN.trim()}`);
  return given && origin.safeParse(given).success ? new URL(given).origin : undefined;
}

/** Returns the settings of a self-hosted site. Throws a Problem that lists every mistake. */
export function readServeSettings(environment: Environment): ServeSettings {
  // `NAME=` in .env means that it isn't set.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim())) as Record<
    string,
    string
  >;
  const { DOMAIN, ...given } = set;
  if (DOMAIN && !given.ORIGIN) given.ORIGIN = `https://${DOMAIN}`;
  const problems = [
    ...Object.entries(FIXED).flatMap(([name, value]) =>
      given[name] === undefined || given[name] === value
        ? []
        : [`${name}=${given[name]} isn't possible in production. It's always ${value}.`],
    ),
    ...PAIRS.flatMap(([a, b]) =>
      Boolean(given[a]) === Boolean(given[b]) ? [] : [`${a} and ${b} belong together: set both or none.`],
    ),
  ];
  if (!given.ORIGIN) problems.push(`Set ORIGIN: it ${ORIGIN_PROBLEM}.`);
  const parsed = schema.safeParse(given);
  for (const { path, message } of parsed.error?.issues ?? [])
    if (given[String(path[0])]) problems.push(`${String(path[0])} ${message}.`);
  if (!parsed.success || problems.length) throw new Problem(...problems.map((problem) => `✗ ${problem}`));
  const { data } = parsed;
  const siteOrigin = new URL(data.ORIGIN).origin;
  const optional = {
    MAIL_FROM: data.MAIL_FROM,
    PRESENCE_SHARDS: data.PRESENCE_SHARDS?.toString(),
    READ_ONLY: data.READ_ONLY,
    BACKUPS: data.BACKUPS,
    BACKUP_HOUR: data.BACKUP_HOUR?.toString(),
    DATABASE_LIMIT_GB: data.DATABASE_LIMIT_GB,
    ...Object.fromEntries(KEY_VARIABLES.map((name) => [name, given[name]])),
  };
  const present = Object.entries(optional).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return {
    origin: siteOrigin,
    host: data.HOST,
    port: data.PORT,
    state: readStateFolder(environment),
    proxies: data.TRUSTED_PROXIES,
    smtpUrl: data.SMTP_URL,
    logTo: data.LOG_TO,
    logMegabytes: data.LOG_MEGABYTES,
    logFiles: data.LOG_FILES,
    vars: { ...FIXED, ORIGIN: siteOrigin, LOG: data.LOG, ...Object.fromEntries(present) },
  };
}
