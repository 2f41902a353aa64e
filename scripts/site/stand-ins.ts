import { startDiscord } from "#tests/stand-ins/discord/server.ts";
import type { StandIn, StandInOptions } from "#tests/stand-ins/stand-in.ts";
import { startStripe } from "#tests/stand-ins/stripe/server.ts";

type Vars = Record<string, string>;

/** Companies whose servers are played on this machine, and the key that a site with an account of its own has. */
const PLAYED: Record<
  "stripe" | "discord",
  [key: string, start: (options: StandInOptions) => Promise<StandIn>]
> = {
  stripe: ["STRIPE_SECRET_KEY", startStripe],
  discord: ["DISCORD_CLIENT_ID", startDiscord],
};

export interface StandIns {
  vars: Vars;
  /** Where each of them answers. */
  urls: Partial<Record<keyof typeof PLAYED, string>>;
  site(url: string): void;
  stop(): Promise<void>;
}

/** Variables of the environment with which a site uses the real ones. */
export const KEYS = [
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "DISCORD_CLIENT_ID",
  "DISCORD_CLIENT_SECRET",
  "TURNSTILE_SITE_KEY",
  "TURNSTILE_SECRET_KEY",
] as const;

/**
 * Starts the stand-ins that a site needs: of every company it has no key for, and none in production. They listen at `port`
 * and the ports after it, or where they can.
 */
export async function startStandIns(given: Vars, { port, state }: StandInOptions): Promise<StandIns> {
  const started = new Map<string, StandIn>();
  for (const [at, [name, [key, start]]] of Object.entries(PLAYED).entries())
    if (!given[key] && given.ENVIRONMENT !== "production")
      started.set(name, await start({ port: port && port + at, state }));
  const all = [...started.values()];
  return {
    vars: Object.assign({}, ...all.map(({ vars }) => vars)),
    urls: Object.fromEntries([...started].map(([name, { url }]) => [name, url])),
    site(url) {
      for (const one of all) one.site(url);
    },
    stop: async () => void (await Promise.all(all.map((one) => one.stop()))),
  };
}

/** Whether a variable is one that a stand-in has brought, rather than a key of one's own. */
export function isStandIn(name: string, vars: Vars): boolean {
  const company = name.split("_", 1)[0];
  return Boolean(company && vars[`${company}_STAND_IN`]);
}
