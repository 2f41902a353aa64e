import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../seed/content/random.ts";
import { BotAccounts } from "./accounts.ts";
import { Levels } from "./levels.ts";
import { RoomLevels } from "./room-levels.ts";
import { StateFile } from "./state-file.ts";
import { WebBot } from "./web-bot.ts";

interface Options {
  site: string;
  /** The number of bots. */
  players: number;
  /** The level whose first room they prefer; null for popular levels. */
  level: number | null;
  seed: number;
  /** The file with the state of earlier runs. */
  stateFile: string;
  log: (line: string) => void;
}

/** The time between two bots starting, and the longest time until all have started. */
const GAP_MS = 2_000;
const ARRIVAL_MS = 60_000;
const REPORT_MS = 30_000;
/** How long to wait for pending calls at the end. */
const STOP_TIMEOUT_MS = 1_500;
/** A few bots stay in the most popular levels, where people meet them. */
const LEAST_LEVELS = 6;
/** How often a bot goes where another one is. */
const COMPANY = 0.5;

/** Starts bots that play in the rooms of popular levels. */
export function startWebCrowd(options: Options): { stop(): Promise<void> } {
  const { site, players, level, seed, stateFile, log } = options;
  const accounts = new BotAccounts(site, new StateFile(stateFile), seededRandom(seed));
  const popular = new Levels(site);
  const levels = new RoomLevels();
  const instance = level === null ? null : 0;
  const stopping = new AbortController();
  const counts = { join: 0, clear: 0, error: 0 };
  const placeOf = new Map<WebBot, number>();
  const context: ConstructorParameters<typeof WebBot>[0] = {
    accounts,
    levels,
    instance,
    signal: stopping.signal,
    count: (event) => {
      counts[event]++;
    },
    pick: async ({ member }, random) => {
      if (level !== null) return level;
      const places = [...placeOf.values()];
      if (places.length > 0 && random.chance(COMPANY)) return random.pick(places);
      return popular.pick((path) => member.get(path), random, Math.max(LEAST_LEVELS, players));
    },
    onMove: (bot, place) => {
      if (place === null) placeOf.delete(bot);
      else placeOf.set(bot, place);
    },
  };
  const gap = Math.min(GAP_MS, ARRIVAL_MS / players);
  const runs = Array.from({ length: players }, (_, i) => {
    const random = seededRandom(seed * 10_007 + i);
    return new WebBot(context, random).run(gap * i + random.range(0, gap));
  });
  const report = setInterval(() => {
    const now = `${placeOf.size} playing in ${new Set(placeOf.values()).size} levels`;
    log(`${now}. So far: ${counts.join} joins, ${counts.clear} clears, ${counts.error} errors.`);
  }, REPORT_MS);

  return {
    async stop() {
      clearInterval(report);
      stopping.abort();
      accounts.save();
      await Promise.race([Promise.all([...runs, levels.stop()]), sleep(STOP_TIMEOUT_MS)]);
    },
  };
}
