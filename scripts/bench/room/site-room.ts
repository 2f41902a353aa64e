import type { RoomCounters } from "#worker/room/room-counters.ts";
import { wander } from "../../host/moves.ts";
import { RoomBot } from "../../host/room-bot.ts";
import { loadRoomLevel, type RoomLevel } from "../../host/room-level.ts";
import { seededRandom } from "../../seed/content/random.ts";
import type { SiteServer } from "../chat/chat-server.ts";
import { BenchMember } from "./bench-member.ts";
import type { FilledRoom, RoomProgram } from "./room-program.ts";
import { SocketTraffic } from "./socket-traffic.ts";

/** A level with floors to walk on. */
const LEVEL = "La Ciudad de Juguete";

/** The first room of a level of the site. */
export class SiteRoom implements RoomProgram {
  readonly level: RoomLevel;
  readonly #site: SiteServer;

  private constructor(site: SiteServer, level: RoomLevel) {
    this.#site = site;
    this.level = level;
  }

  static async open(site: SiteServer): Promise<SiteRoom> {
    const { d1 } = site.site;
    const found = await d1
      .prepare("select id from levels where title = ?")
      .bind(LEVEL)
      .first<{ id: number }>();
    const [first] = site.users;
    if (!found || !first) throw new Error("The world has no level or no users.");
    const member = new BenchMember(site.url, first, new SocketTraffic());
    return new SiteRoom(site, await loadRoomLevel(member, found.id));
  }

  /** A bot of a user, not in the room yet. */
  bot(user: number, traffic = new SocketTraffic()): RoomBot {
    const found = this.#site.users[user];
    if (!found) throw new Error("There are too few users.");
    return new RoomBot({
      member: new BenchMember(this.#site.url, found, traffic),
      level: this.level,
      instance: 0,
    });
  }

  async fill(clients: number): Promise<FilledRoom> {
    const traffic = new SocketTraffic();
    const bots = Array.from({ length: clients }, (_, i) => this.bot(i, traffic));
    for (const [i, bot] of bots.entries()) {
      await bot.join();
      void bot.begin(wander(seededRandom(i), 0));
    }
    return {
      pid: this.#site.pid,
      clients,
      traffic,
      ticks: async () => (await this.stats()).ticks,
      empty: () => {
        for (const bot of bots) bot.leave();
      },
    };
  }

  /** The room's counters. */
  async stats(): Promise<RoomCounters> {
    const response = await fetch(`${this.#site.url}/bench/room/${this.level.id}:0`);
    return (await response.json()) as RoomCounters;
  }
}
