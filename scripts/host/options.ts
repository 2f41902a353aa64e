import { join } from "node:path";
import { parseArgs } from "node:util";
import { HOST_REGION_NAMES, type HostRegion } from "#domain/hosts/host-regions.ts";
import { HOST_LIMITS } from "#domain/hosts/limits.ts";
import { root } from "../run-script.mjs";
import { DEMO_PASSWORD, DEMO_TWO_FACTOR } from "../seed/sign-ins.ts";
import type { HostOptions } from "./host.ts";

export const HOST_HELP = `npm run host -- [options]

  --site URL         the site (default: SITE or http://localhost:8787)
  --port N           the port for clients (default: 7777)
  --address A        the address players connect to (default: 127.0.0.1 and the port)
  --region R         ${HOST_REGION_NAMES.join(", ")} (default: weur)
  --capacity N       how many people can play at once (default: 300)
  --name TEXT        the host's name in the staff list
  --admin NAME       the admin who registers the host, with --password (default: the demo's admin)
  --players N        how many bots play. Only for a site on this computer
  --web              no host: bots (default: 10) play in the rooms of levels, beside people in browsers
  --level N          with --web: all of them play in this level's first room, as far as it has places
  --seed N           change it for other bots and moves

Set HOST_ADMIN_SECRET to the admin's authenticator secret (default: the demo's).
Set HOST_KEY to run a host that staff have already registered.`;

export type HostCliOptions = Omit<HostOptions, "log"> & {
  players: number;
  seed: number;
  /** Bots play in rooms, without a host. */
  isWeb: boolean;
  /** The only level of bots in rooms; null for popular ones. */
  level: number | null;
};

const WEB_PLAYERS = "10";

/** Invalid command-line options. Printed without a stack trace. */
export class UsageError extends Error {}

const parseWhole = (name: string, text: string, min: number, max: number): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}.`);
};

const text = { type: "string" } as const;
const OPTIONS = {
  site: text,
  port: { ...text, default: "7777" },
  address: text,
  region: { ...text, default: "weur" },
  capacity: { ...text, default: "300" },
  name: text,
  admin: { ...text, default: "admin" },
  password: { ...text, default: DEMO_PASSWORD },
  players: text,
  web: { type: "boolean" },
  level: text,
  seed: { ...text, default: "1" },
  help: { type: "boolean" },
} as const;

const isLocal = ({ hostname }: URL) => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

function parseSite(typed: string): URL {
  const site = URL.canParse(typed) ? new URL(typed) : null;
  if (site && /^https?:$/.test(site.protocol)) return site;
  throw new UsageError("--site must be a URL like https://example.com.");
}

/** Parses the command line; null for `--help`. Throws a `UsageError`. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): HostCliOptions | null {
  const { values } = parse(args);
  if (values.help) return null;
  const site = parseSite(values.site ?? env.SITE ?? "http://localhost:8787");
  const isWeb = values.web ?? false;
  const typed = values.players ?? (isWeb ? WEB_PLAYERS : "0");
  const players = parseWhole("players", typed, isWeb ? 1 : 0, HOST_LIMITS.capacity.max);
  // Bots sign up with random passwords, which only makes sense for a demo.
  if (players > 0 && !isLocal(site))
    throw new UsageError(`--${isWeb ? "web" : "players"} only works with a site on this computer.`);
  if (!HOST_REGION_NAMES.includes(values.region as HostRegion))
    throw new UsageError(`--region must be one of ${HOST_REGION_NAMES.join(", ")}.`);
  return {
    site: site.origin,
    port: parseWhole("port", values.port, 0, 65_535),
    ipAddress: values.address,
    region: values.region as HostRegion,
    capacity: parseWhole("capacity", values.capacity, HOST_LIMITS.capacity.min, HOST_LIMITS.capacity.max),
    name: values.name,
    admin: {
      username: values.admin,
      password: values.password,
      twoFactor: env.HOST_ADMIN_SECRET ?? (values.password === DEMO_PASSWORD ? DEMO_TWO_FACTOR : undefined),
    },
    key: env.HOST_KEY,
    stateFile: join(env.BOPOLIS_STATE ?? join(root, ".bopolis"), "host.json"),
    players,
    isWeb,
    level: values.level === undefined ? null : parseWhole("level", values.level, 1, Number.MAX_SAFE_INTEGER),
    seed: parseWhole("seed", values.seed, 0, 2 ** 31),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
