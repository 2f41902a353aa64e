import { heartbeatRoute, leaveRoute } from "#domain/hosts/api.ts";
import { ARRIVAL_MS, HEARTBEAT_MS } from "#domain/hosts/limits.ts";
import { type HostApi, Refused } from "./client.ts";
import type { Room } from "./room.ts";

/** After a failure it is tried again after so long, then ever later, up to the usual time between two. */
const SOON_MS = 1_000;
/** The site may have let somebody in a moment later than it seems here. */
const SLACK_MS = 3_000;

interface Options {
  api: HostApi;
  room: Room;
  /** Gets another key where the one there was is refused. */
  renew: () => Promise<void>;
  log: (line: string) => void;
}

/** Tells the site again and again who plays, and lets those go whom it wants gone. Whatever happens, it goes on. */
export class Heartbeat {
  readonly #options: Options;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pace = HEARTBEAT_MS;
  #stopped = false;
  #beating: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** The first one is told before it returns, or the failure of it is logged. */
  async start(): Promise<void> {
    await this.#beat();
  }

  /** The last one says that nobody plays. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#beating;
    const { api, log } = this.#options;
    try {
      await Promise.all([this.#leaveRecent(), api.say(heartbeatRoute, { players: [] }, { tries: 1 })]);
    } catch (error) {
      log(`The site was not told of the end: ${(error as Error).message}.`);
    }
  }

  /** A list that leaves out who has just come does not say that they have left (docs/HOSTS.md, rules 10 and 13). */
  async #leaveRecent(): Promise<void> {
    const { api, room } = this.#options;
    const recent = room.players.filter(({ since }) => Date.now() - since < ARRIVAL_MS + SLACK_MS);
    await Promise.all(recent.map(({ user }) => api.say(leaveRoute, { user_id: user.id }, { tries: 1 })));
  }

  #beat(): Promise<void> {
    this.#beating = this.#try().then((wait) => {
      if (!this.#stopped) this.#timer = setTimeout(() => void this.#beat(), wait);
    });
    return this.#beating;
  }

  /** Milliseconds until the next one. */
  async #try(): Promise<number> {
    const { log } = this.#options;
    try {
      await this.#tell();
      if (this.#failures > 0) log("The site is back.");
      this.#failures = 0;
      return this.#pace;
    } catch (error) {
      this.#failures++;
      const wait = Math.min(this.#pace, SOON_MS * 2 ** (this.#failures - 1));
      log(`Heartbeat: ${(error as Error).message}. Sorry; again in ${Math.round(wait / 1000)} s.`);
      if (error instanceof Refused && error.code === "host_key") await this.#takeNewKey();
      if (error instanceof Refused && error.code === "host_disabled") this.#letAllGo();
      return wait;
    }
  }

  async #tell(): Promise<void> {
    const { api, room, log } = this.#options;
    const listed = room.players;
    const players = listed.map(({ user, level }) => ({ user_id: user.id, level_id: level.id }));
    const { remove, heartbeat_seconds } = await api.say(heartbeatRoute, { players }, { tries: 2 });
    this.#pace = heartbeat_seconds * 1000;
    for (const { user_id, reason } of remove) {
      const player = listed.find(({ user }) => user.id === user_id);
      if (player && room.leave(player.session)) log(`${player.user.username} has to go (${reason}).`);
    }
  }

  /** Staff have switched the host off. */
  #letAllGo(): void {
    const { room } = this.#options;
    for (const { session } of room.players) room.leave(session);
  }

  async #takeNewKey(): Promise<void> {
    const { renew, log } = this.#options;
    try {
      await renew();
    } catch (error) {
      log(`No new key: ${(error as Error).message}.`);
    }
  }
}
