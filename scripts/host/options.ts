import { join } from "node:path";
import { parseArgs } from "node:util";
import { HOST_LIMITS } from "#domain/hosts/limits.ts";
import { HOST_REGION_NAMES, type HostRegion } from "#domain/hosts/regions.ts";
import { root } from "../bootstrap.mjs";
import { DEMO_PASSWORD, DEMO_TWO_FACTOR } from "../seed/sign-ins.ts";
import type { HostOptions } from "./host.ts";

export const HELP = `npm run host -- [options]

  --site URL         the site it belongs to (SITE; http://localhost:8787)
  --port N           where clients come in (7777)
  --address A        what players connect to (127.0.0.1 and the port)
  --region R         ${HOST_REGION_NAMES.join(", ")} (weur)
  --capacity N       how many can play at once (300)
  --name TEXT        its name in the list of staff
  --admin NAME       who registers it, with --password (the demo's admin)
  --players N        so many people play by themselves; on a site of this machine only
  --seed N           other people and other moves than with another number

The secret of that admin's authenticator app is read from HOST_ADMIN_SECRET (the demo's).
With HOST_KEY in its environment it is the host that staff have registered under that key.`;

export type Started = Omit<HostOptions, "log"> & { players: number; seed: number };

/** A mistake in what was typed, told without a stack. */
export class Mistake extends Error {}

const whole = (name: string, text: string, min: number, max: number): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Mistake(`--${name} must be a whole number from ${min} to ${max}.`);
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
  players: { ...text, default: "0" },
  seed: { ...text, default: "1" },
  help: { type: "boolean" },
} as const;

const isHere = ({ hostname }: URL) => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

function siteOf(typed: string): URL {
  const site = URL.canParse(typed) ? new URL(typed) : null;
  if (site && /^https?:$/.test(site.protocol)) return site;
  throw new Mistake("--site must be an address like https://example.com.");
}

/** What was asked for; null for help. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Started | null {
  const { values } = parse(args);
  if (values.help) return null;
  const site = siteOf(values.site ?? env.SITE ?? "http://localhost:8787");
  const players = whole("players", values.players, 0, HOST_LIMITS.capacity.max);
  // People who play by themselves sign up with passwords of nobody's choosing: that is for a demo.
  if (players > 0 && !isHere(site)) throw new Mistake("--players is for a site of this machine only.");
  if (!HOST_REGION_NAMES.includes(values.region as HostRegion))
    throw new Mistake(`--region must be one of ${HOST_REGION_NAMES.join(", ")}.`);
  return {
    site: site.origin,
    port: whole("port", values.port, 0, 65_535),
    address: values.address,
    region: values.region as HostRegion,
    capacity: whole("capacity", values.capacity, HOST_LIMITS.capacity.min, HOST_LIMITS.capacity.max),
    name: values.name,
    admin: {
      username: values.admin,
      password: values.password,
      twoFactor: env.HOST_ADMIN_SECRET ?? (values.password === DEMO_PASSWORD ? DEMO_TWO_FACTOR : undefined),
    },
    key: env.HOST_KEY,
    memory: join(env.BOPOLIS_STATE ?? join(root, ".bopolis"), "host.json"),
    players,
    seed: whole("seed", values.seed, 0, 2 ** 31),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS });
  } catch (error) {
    throw new Mistake((error as Error).message);
  }
}
