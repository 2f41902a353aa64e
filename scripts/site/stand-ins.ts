import { startDiscord } from "#tests/stand-ins/discord/start-discord.ts";
import { startPush } from "#tests/stand-ins/push/start-push.ts";
import type { StandIn, StandInOptions } from "#tests/stand-ins/server.ts";
import { startStripe } from "#tests/stand-ins/stripe/start-stripe.ts";

type Vars = Record<string, string>;

/** Companies whose servers can be simulated on this machine, with the variable that a real account sets. */
const SIMULATED: Record<
  "stripe" | "discord" | "push",
  [key: string, start: (options: StandInOptions) => Promise<StandIn>]
> = {
  stripe: ["STRIPE_SECRET_KEY", startStripe],
  discord: ["DISCORD_CLIENT_ID", startDiscord],
  push: ["PUSH_STAND_IN", startPush],
};

export interface StandIns {
  vars: Vars;
  /** The URL of each stand-in. */
  urls: Partial<Record<keyof typeof SIMULATED, string>>;
  setSiteUrl(url: string): void;
  stop(): Promise<void>;
}

/**
 * Starts a stand-in for every company that the site has no key for; none in production. They listen on `port` and the
 * following ports, or on random ports if it's 0.
 */
export async function startStandIns(given: Vars, { port, state }: StandInOptions): Promise<StandIns> {
  const started = new Map<string, StandIn>();
  for (const [at, [name, [key, start]]] of Object.entries(SIMULATED).entries())
    if (!given[key] && given.ENVIRONMENT !== "production")
      started.set(name, await start({ port: port && port + at, state }));
  const all = [...started.values()];
  return {
    vars: Object.assign({}, ...all.map(({ vars }) => vars)),
    urls: Object.fromEntries([...started].map(([name, { url }]) => [name, url])),
    setSiteUrl(url) {
      for (const one of all) one.setSiteUrl(url);
    },
    stop: async () => void (await Promise.all(all.map((one) => one.stop()))),
  };
}

/** Whether a variable comes from a stand-in instead of a real account. */
export function isStandIn(name: string, vars: Vars): boolean {
  const company = name.split("_", 1)[0];
  return Boolean(company && vars[`${company}_STAND_IN`]);
}
