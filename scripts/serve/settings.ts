import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { Problem } from "../deploy/problem.ts";
import { root } from "../run-script.mjs";
import { KEY_VARIABLES } from "../site/key-variables.ts";

export type Environment = Record<string, string | undefined>;

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a number from ${least} to ${most}`,
    );
const onOrOff = z.enum(["on", "off"], "must be on or off");

const ORIGIN_PROBLEM = "must be the site's URL without a path, such as https://play.example.com";

/** The origin of an https URL that has nothing else. */
const origin = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "https:" && url.origin === text.replace(/\/$/, "").toLowerCase();
}, ORIGIN_PROBLEM);

/** Settings of the server, by their environment variables. */
const serverSchema = z.object({
  HOST: z.union([z.ipv4(), z.ipv6(), z.literal("localhost")], "must be an IP address").default("127.0.0.1"),
  PORT: wholeNumber(1, 65_535).default("8787"),
  SMTP_URL: z
    .string()
    .refine(
      (text) =>
        URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== "",
      "must be a mail server's URL, such as smtp://user:password@mail.example.com:587",
    )
    .optional(),
});

/** Variables of the worker that can be set. */
const varsSchema = z.object({
  ORIGIN: origin,
  /** `all` logs every request, `errors` only failures. */
  LOG: z.enum(["all", "errors"], "must be all or errors").default("all"),
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
  ...Object.fromEntries(KEY_VARIABLES.map((name) => [name, z.string().optional()])),
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
  smtpUrl: string | undefined;
  /** Variables of the worker. */
  vars: Record<string, string>;
}

/** Adds the variables of `.env` to the environment, which takes precedence. */
export function loadEnvFile(): void {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Returns the folder of a self-hosted site's data, an absolute path. */
export const readStateFolder = ({ BOPOLIS_STATE }: Environment): string =>
  resolve(root, BOPOLIS_STATE?.trim() || ".bopolis/self-hosted");

/** Returns the variables that are set: `NAME=` in .env means that one isn't. */
function readSet(environment: Environment): Environment {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  return { ...(set.DOMAIN && { ORIGIN: `https://${set.DOMAIN.trim()}` }), ...set };
}

/** Returns the site's origin, or undefined if it isn't set. */
export function readOrigin(environment: Environment): string | undefined {
  const { data } = origin.safeParse(readSet(environment).ORIGIN);
  return data && new URL(data).origin;
}

/** Returns the settings of a self-hosted site. Throws a Problem that lists every mistake. */
export function readServeSettings(environment: Environment): ServeSettings {
  const given = readSet(environment);
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
  const [server, vars] = [serverSchema.safeParse(given), varsSchema.safeParse(given)];
  for (const { path, message } of [vars, server].flatMap(({ error }) => error?.issues ?? []))
    if (given[String(path[0])]) problems.push(`${String(path[0])} ${message}.`);
  if (!server.success || !vars.success || problems.length)
    throw new Problem(...problems.map((problem) => `✗ ${problem}`));
  const siteOrigin = new URL(vars.data.ORIGIN).origin;
  return {
    origin: siteOrigin,
    host: server.data.HOST,
    port: Number(server.data.PORT),
    state: readStateFolder(environment),
    smtpUrl: server.data.SMTP_URL,
    vars: { ...(vars.data as Record<string, string>), ...FIXED, ORIGIN: siteOrigin },
  };
}
