import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../seed/content/random.ts";
import { BotAccounts } from "./accounts.ts";
import { Bot } from "./bot.ts";
import type { RunningHost } from "./host.ts";
import { Levels } from "./levels.ts";
import { StateFile } from "./state-file.ts";

interface Options {
  site: string;
  host: RunningHost;
  /** The number of bots. */
  players: number;
  seed: number;
  /** The file with the state of earlier runs. */
  stateFile: string;
  log: (line: string) => void;
}

/** The time between two bots starting, and the longest time until all have started. */
const GAP_MS = 3_000;
const ARRIVAL_MS = 90_000;
/** The site sends no players to a host in its first moments. */
const START_DELAY_MS = 1_500;
const REPORT_MS = 30_000;
/** How long to wait for pending calls at the end. */
const STOP_TIMEOUT_MS = 1_500;

/** Starts bots that play through the same endpoints as real players. */
export function startCrowd({ site, host, players, seed, stateFile, log }: Options): {
  stop(): Promise<void>;
} {
  const accounts = new BotAccounts(site, new StateFile(stateFile), seededRandom(seed));
  const levels = new Levels(site);
  const stopping = new AbortController();
  const counts = { join: 0, clear: 0, error: 0 };
  const hostUrlFor = (ipAddress: string) => (ipAddress === host.ipAddress ? host.url : `http://${ipAddress}`);
  const count = (event: keyof typeof counts) => {
    counts[event]++;
  };
  const context = { accounts, levels, hostUrl: host.url, hostUrlFor, signal: stopping.signal, count };

  const gap = Math.min(GAP_MS, ARRIVAL_MS / players);
  const runs = Array.from({ length: players }, (_, i) => {
    const random = seededRandom(seed * 10_007 + i);
    return new Bot(context, random).run(START_DELAY_MS + gap * i + random.range(0, gap));
  });
  const report = setInterval(() => {
    const levelIds = new Set(host.players().map(({ level }) => level.id));
    const now = `${host.players().length} playing in ${levelIds.size} levels`;
    log(`${now}. So far: ${counts.join} joins, ${counts.clear} clears, ${counts.error} errors.`);
  }, REPORT_MS);

  return {
    async stop() {
      clearInterval(report);
      stopping.abort();
      accounts.save();
      await Promise.race([Promise.all(runs), sleep(STOP_TIMEOUT_MS)]);
    },
  };
}
