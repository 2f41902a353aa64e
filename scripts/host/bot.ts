import { SiteClient } from "../client/site-client.ts";
import type { Random } from "../seed/content/random.ts";
import type { BotAccount } from "./accounts.ts";
import { BotLife, type BotLifeContext, SECOND } from "./bot-life.ts";
import type { Levels } from "./levels.ts";
import type { RedeemResponse } from "./player-list.ts";

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
export class Bot extends BotLife<BotContext> {
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
