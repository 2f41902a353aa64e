import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "#db/seed/random.ts";
import { Accounts } from "./accounts.ts";
import { Bot } from "./bot.ts";
import type { RunningHost } from "./host.ts";
import { Levels } from "./levels.ts";
import { Memory } from "./memory.ts";

interface Options {
  site: string;
  host: RunningHost;
  /** How many people play, at most at once. */
  players: number;
  seed: number;
  /** The file of what is kept from run to run. */
  memory: string;
  log: (line: string) => void;
}

/** Between one's coming and the next's; all have come after this long at the latest. */
const GAP_MS = 3_000;
const ARRIVAL_MS = 90_000;
/** The site sends nobody to a host that it has heard of for less than a moment. */
const FIRST_MS = 1_500;
const REPORT_MS = 30_000;
/** How long it waits for what is on its way when all is over. */
const PATIENCE_MS = 1_500;

/** People who play by themselves, through the same doors as everybody else. */
export function startCrowd({ site, host, players, seed, memory, log }: Options): { stop(): Promise<void> } {
  const accounts = new Accounts(site, new Memory(memory), seededRandom(seed));
  const levels = new Levels(site);
  const over = new AbortController();
  const counts = { join: 0, clear: 0, refusal: 0 };
  const doorOf = (address: string) => (address === host.address ? host.url : `http://${address}`);
  const count = (what: keyof typeof counts) => {
    counts[what]++;
  };
  const around = { accounts, levels, door: host.url, doorOf, signal: over.signal, count };

  const gap = Math.min(GAP_MS, ARRIVAL_MS / players);
  const lives = Array.from({ length: players }, (_, i) => {
    const random = seededRandom(seed * 10_007 + i);
    return new Bot(around, random).live(FIRST_MS + gap * i + random.range(0, gap));
  });
  const report = setInterval(() => {
    const levelIds = new Set(host.players().map(({ level }) => level.id));
    const now = `${host.players().length} play in ${levelIds.size} levels`;
    log(
      `${now}; so far ${counts.join} came, ${counts.clear} clears, ${counts.refusal} times something was refused.`,
    );
  }, REPORT_MS);

  return {
    async stop() {
      clearInterval(report);
      over.abort();
      accounts.save();
      await Promise.race([Promise.all(lives), sleep(PATIENCE_MS)]);
    },
  };
}
