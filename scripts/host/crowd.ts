import { setTimeout as sleep } from "node:timers/promises";
import { EMOTES } from "#domain/room/emotes.ts";
import { beginRun, wander } from "../client/moves.ts";
import { RoomBot } from "../client/room-bot.ts";
import { SiteClient } from "../client/site-client.ts";
import { type Random, seededRandom } from "../seed/content/random.ts";
import { type BotAccount, BotAccounts } from "./accounts.ts";
import { BotLife, type BotLifeContext, SECOND } from "./bot-life.ts";
import type { RunningHost } from "./host.ts";
import { Levels } from "./levels.ts";
import type { RedeemResponse } from "./player-list.ts";
import { type PlayedLevel, RoomLevels } from "./room-levels.ts";
import { StateFile } from "./state-file.ts";

interface WebBotContext extends BotLifeContext {
  levels: RoomLevels;
  /** The instance that bots prefer; null for the site's choice. */
  instance: number | null;
  /** Chooses a level; undefined if the site has none. `get` fetches a response of the site. */
  pick: (get: <T>(path: string) => Promise<T>, random: Random) => Promise<number | undefined>;
  /** Called when a bot has joined a level, and with null when it has left. */
  onMove: (bot: WebBot, level: number | null) => void;
}

const HELLOS = ["Hi!", "Hey everyone!", "Hello!", "Is this the fun one?", "Good luck!"];
const CHEERS = ["Made it!", "Yes!", "Finally!", "That was close!", "One more time!"];
const CHATTER = [
  "Nice jump!",
  "That corner gets me every time.",
  "How did you get up there?",
  "Love the view here.",
  "Almost had it!",
  "Follow me!",
  "Has anyone found all the stars?",
];
/** The seconds that a bot stays in a level. */
const STAY = { min: 50, max: 240 };
/** Ticks from the choice of a run to its start. */
const AHEAD = { min: 30, max: 240 };
const TICKS_PER_SECOND = 60;

/** A simulated player in the rooms of levels. It really plays: its inputs clear levels, lose their way, or go nowhere. */
class WebBot extends BotLife<WebBotContext> {
  protected override async visitLevel(account: BotAccount): Promise<void> {
    const { levels, instance, count, pick, onMove, signal } = this.context;
    const id = await pick((path) => account.member.get(path), this.random);
    if (id === undefined) return;
    const level = await levels.load(account.member, id);
    const bot = new RoomBot({ member: account.member, level, ...(instance !== null && { instance }) });
    const leave = () => bot.leave();
    signal.addEventListener("abort", leave, { once: true });
    try {
      await bot.join();
      count("join");
      onMove(this, id);
      const error = await Promise.race([this.#stay(bot, level), bot.closed]);
      if (error) throw error;
    } finally {
      signal.removeEventListener("abort", leave);
      onMove(this, null);
      bot.leave();
    }
  }

  async #stay(bot: RoomBot, level: PlayedLevel): Promise<void> {
    const { random } = this;
    const until = performance.now() + random.range(STAY.min, STAY.max) * SECOND;
    if (random.chance(0.2)) bot.chat(random.pick(HELLOS));
    while (!bot.isOver && performance.now() < until) {
      if (!(await this.#do(bot, level))) return;
      if (random.chance(0.15)) bot.emote(random.pick(EMOTES));
      else if (random.chance(0.06)) bot.chat(random.pick(CHATTER));
    }
  }

  /** Runs, loses its way, walks around or stands. Returns false if the process is stopping. */
  async #do(bot: RoomBot, level: PlayedLevel): Promise<boolean> {
    const { random } = this;
    const roll = random.next();
    if (roll < 0.15) return this.wait(random.range(2, 12) * SECOND);
    const start = Math.ceil(bot.link.exactTick()) + random.int(AHEAD.min, AHEAD.max);
    const run = roll < 0.8 ? level.runs.next(start, random.int(1, 2 ** 31)) : null;
    if (!run) {
      void bot.begin(wander(random));
      return this.wait(random.range(8, 30) * SECOND);
    }
    const ahead = ((run.startTick - bot.link.exactTick()) / TICKS_PER_SECOND) * SECOND;
    if (roll < 0.3) {
      const ticks = random.int(120, Math.max(121, run.ticks - 60));
      void bot.begin(beginRun(run.log, ticks, random), run.startTick);
      return this.wait(ahead + (ticks / TICKS_PER_SECOND + random.range(3, 12)) * SECOND);
    }
    const finished = await bot.play(run);
    if (finished) this.context.count("clear");
    if (finished && random.chance(0.4)) bot.emote(random.chance(0.5) ? "cheer" : "dance");
    else if (finished && random.chance(0.15)) bot.chat(random.pick(CHEERS));
    return this.wait(random.range(3, 10) * SECOND);
  }
}

/** Bots never clear a level faster than this or try for longer. */
const MIN_CLEAR_MS = 8 * SECOND;
const MAX_CLEAR_MS = 4 * 60 * SECOND;

interface BotContext extends BotLifeContext {
  levels: Levels;
  /** The URL of the host that runs the bots. */
  hostUrl: string;
  /** Returns the URL of a host by the IP address from the site. */
  hostUrlFor: (ipAddress: string) => string;
}

interface BotSession {
  hostUrl: string;
  session: string;
  file: string;
}

/** A simulated player on a game host, which says when it has cleared a level. */
class Bot extends BotLife<BotContext> {
  protected override async visitLevel({ member }: BotAccount): Promise<void> {
    const { levels, count } = this.context;
    const id = await levels.pick((path) => member.get(path), this.random);
    if (id === undefined) return;
    const session = await this.#join(member, id);
    count("join");
    while (await this.#run(session)) if (this.random.chance(0.4)) break;
    // A stopping host reports that its players left.
    const { signal, hostUrl } = this.context;
    if (!(signal.aborted && session.hostUrl === hostUrl)) await this.#post(session, "/leave");
  }

  /** Gets a join token and sends it to the host, as the game client does. */
  async #join(member: BotAccount["member"], id: number): Promise<BotSession> {
    const { host, token } = await member.post<{ host: { ip_address: string }; token: string }>(
      "/api/join-token",
      {
        destination_type: "Level",
        id,
      },
    );
    const hostUrl = this.context.hostUrlFor(host.ip_address);
    const { session, level } = await new SiteClient(hostUrl).post<RedeemResponse & { session: string }>(
      "/join",
      { token },
    );
    return { hostUrl, session, file: level.file_url };
  }

  /** Plays the level for a while. Returns whether it was cleared. */
  async #run(session: BotSession): Promise<boolean> {
    const { random } = this;
    const fastest = await this.context.levels.fastest(session.file);
    const time = fastest === null ? Number.POSITIVE_INFINITY : plausibleClearMs(fastest, random);
    const givesUp = time > MAX_CLEAR_MS || random.chance(0.3);
    const tries = random.range(10, givesUp ? 120 : 45) * SECOND;
    if (!(await this.wait(tries + (givesUp ? 0 : time))) || givesUp) return false;
    await this.#post(session, "/clear", { time_ms: Math.round(time) });
    this.context.count("clear");
    return true;
  }

  async #post({ hostUrl, session }: BotSession, path: string, more: object = {}): Promise<void> {
    await new SiteClient(hostUrl).post(path, { session, ...more });
  }
}

/** A plausible clear time in milliseconds. */
const plausibleClearMs = (fastest: number, random: Random): number =>
  Math.max(MIN_CLEAR_MS, fastest * random.range(1.25, 2.4)) + random.range(0, 15 * SECOND);

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
