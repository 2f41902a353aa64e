import { setTimeout as sleep } from "node:timers/promises";
import { type Random, seededRandom } from "../seed/content/random.ts";
import { BotAccounts } from "./accounts.ts";
import { Bot } from "./bot.ts";
import type { BotLifeContext } from "./bot-life.ts";
import type { RunningHost } from "./host.ts";
import { Levels } from "./levels.ts";
import { RoomLevels } from "./room-levels.ts";
import { StateFile } from "./state-file.ts";
import { WebBot } from "./web-bot.ts";

interface CrowdOptions {
  site: string;
  /** The number of bots. */
  players: number;
  seed: number;
  /** The file with the state of earlier runs. */
  stateFile: string;
  log: (line: string) => void;
}

export interface Crowd {
  stop(): Promise<void>;
}

/** The time between two bots starting, and the longest time until all have started. */
const GAP_MS = 2_000;
const ARRIVAL_MS = 60_000;
/** The site sends no players to a host in its first moments. */
const START_DELAY_MS = 1_500;
const REPORT_MS = 30_000;
/** How long to wait for pending calls at the end. */
const STOP_TIMEOUT_MS = 1_500;
/** A few bots stay in the most popular levels, where people meet them. */
const LEAST_LEVELS = 6;
/** How often a bot in a room goes where another one is. */
const COMPANY = 0.5;

/** Starts bots on a game host that play through the same endpoints as real players. */
export function startHostCrowd(options: CrowdOptions, host: RunningHost): Crowd {
  const levels = new Levels(options.site);
  const hostUrlFor = (ipAddress: string) => (ipAddress === host.ipAddress ? host.url : `http://${ipAddress}`);
  return startCrowd(
    options,
    (context, random) => new Bot({ ...context, levels, hostUrl: host.url, hostUrlFor }, random),
    () => host.players().map(({ level }) => level.id),
  );
}

/** Starts bots that play in the rooms of popular levels, or in the first room of one level. */
export function startWebCrowd(options: CrowdOptions & { level: number | null }): Crowd {
  const { level } = options;
  const popular = new Levels(options.site);
  const levels = new RoomLevels();
  const placeOf = new Map<WebBot, number>();
  const pick = async (get: <T>(path: string) => Promise<T>, random: Random) => {
    if (level !== null) return level;
    const places = [...placeOf.values()];
    if (places.length > 0 && random.chance(COMPANY)) return random.pick(places);
    return popular.pick(get, random, Math.max(LEAST_LEVELS, options.players));
  };
  const onMove = (bot: WebBot, place: number | null) => {
    if (place === null) placeOf.delete(bot);
    else placeOf.set(bot, place);
  };
  return startCrowd(
    options,
    (context, random) =>
      new WebBot({ ...context, levels, instance: level === null ? null : 0, pick, onMove }, random),
    () => [...placeOf.values()],
  );
}

/** Starts bots one after another. `levelsOfAll` returns the level of each bot that plays. */
function startCrowd(
  { site, players, seed, stateFile, log }: CrowdOptions,
  makeBot: (context: BotLifeContext, random: Random) => { run(delay: number): Promise<void> },
  levelsOfAll: () => number[],
): Crowd {
  const accounts = new BotAccounts(site, new StateFile(stateFile), seededRandom(seed));
  const stopping = new AbortController();
  const counts = { join: 0, clear: 0, error: 0 };
  const count = (event: keyof typeof counts) => {
    counts[event]++;
  };
  const gap = Math.min(GAP_MS, ARRIVAL_MS / players);
  const runs = Array.from({ length: players }, (_, i) => {
    const random = seededRandom(seed * 10_007 + i);
    const bot = makeBot({ accounts, signal: stopping.signal, count }, random);
    return bot.run(START_DELAY_MS + gap * i + random.range(0, gap));
  });
  const report = setInterval(() => {
    const levels = levelsOfAll();
    const now = `${levels.length} playing in ${new Set(levels).size} levels`;
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
