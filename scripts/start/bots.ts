import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { spawnScript } from "../run-script.mjs";

/** How many bots play if `BOTS` doesn't say otherwise. */
export const DEFAULT_BOTS = 4;
/** Bots of `npm run host` use other accounts first. */
const SEED = 21;
const STOP_TIMEOUT_MS = 3_000;

interface BotsOptions {
  count: number;
  /** The site's origin. */
  site: string;
  state: string;
}

/** Lets bots play in the rooms of popular levels, in a process of their own that leaves the processor to others. */
export function startBots({ count, site, state }: BotsOptions): { stop(): Promise<void> } {
  const args = ["--web", "--site", site, "--players", String(count), "--seed", String(SEED)];
  const child = spawnScript("scripts/host/main.ts", args, {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: { ...process.env, BOPOLIS_STATE: state },
  });
  const exited = once(child, "exit").catch(() => null);
  child.once("spawn", () => {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  });
  // The site works without them.
  child.on("error", () => undefined);
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(late);
    },
  };
}
