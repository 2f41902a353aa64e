import { EMOTES } from "#domain/room/emotes.ts";
import { beginRun, wander } from "../client/moves.ts";
import { RoomBot } from "../client/room-bot.ts";
import type { Random } from "../seed/content/random.ts";
import type { BotAccount } from "./accounts.ts";
import { BotLife, type BotLifeContext, SECOND } from "./bot-life.ts";
import type { PlayedLevel, RoomLevels } from "./room-levels.ts";

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
export class WebBot extends BotLife<WebBotContext> {
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
