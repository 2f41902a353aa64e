import { heartbeatRoute, leaveRoute } from "#domain/hosts/api.ts";
import { ARRIVAL_GRACE_MS, HEARTBEAT_MS } from "#domain/hosts/limits.ts";
import { RejectedError } from "../client/site-client.ts";
import type { HostApi } from "./host-api.ts";
import type { PlayerList } from "./player-list.ts";

/** The first retry delay. It doubles with each failure, up to the usual interval. */
const FIRST_RETRY_MS = 1_000;
/** The site's time of arrival can be a moment later than ours. */
const ARRIVAL_SLACK_MS = 3_000;

interface Options {
  api: HostApi;
  playerList: PlayerList;
  /** Gets a new key after the current one was rejected. */
  renew: () => Promise<void>;
  log: (line: string) => void;
}

/** Regularly sends the list of players to the site and removes the players that the site asks to remove. Errors don't stop it. */
export class Heartbeat {
  readonly #options: Options;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #interval = HEARTBEAT_MS;
  #stopped = false;
  #beating: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Sends the first heartbeat. Logs an error if it fails. */
  async start(): Promise<void> {
    await this.#beat();
  }

  /** Sends a last heartbeat without players. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#beating;
    const { api, log } = this.#options;
    try {
      await Promise.all([this.#leaveRecent(), api.post(heartbeatRoute, { players: [] }, { tries: 1 })]);
    } catch (error) {
      log(`Couldn't notify the site of the shutdown: ${(error as Error).message}.`);
    }
  }

  /** Reports recent arrivals as left: their absence from a list isn't enough yet (docs/HOSTS.md, rules 10 and 13). */
  async #leaveRecent(): Promise<void> {
    const { api, playerList } = this.#options;
    const recent = playerList.players.filter(
      ({ since }) => Date.now() - since < ARRIVAL_GRACE_MS + ARRIVAL_SLACK_MS,
    );
    await Promise.all(recent.map(({ user }) => api.post(leaveRoute, { user_id: user.id }, { tries: 1 })));
  }

  #beat(): Promise<void> {
    this.#beating = this.#try().then((wait) => {
      if (!this.#stopped) this.#timer = setTimeout(() => void this.#beat(), wait);
    });
    return this.#beating;
  }

  /** Sends a heartbeat. Returns the milliseconds until the next one. */
  async #try(): Promise<number> {
    const { log } = this.#options;
    try {
      await this.#sendPlayers();
      if (this.#failures > 0) log("The site responds again.");
      this.#failures = 0;
      return this.#interval;
    } catch (error) {
      this.#failures++;
      const wait = Math.min(this.#interval, FIRST_RETRY_MS * 2 ** (this.#failures - 1));
      log(`Heartbeat: ${(error as Error).message}. Retrying in ${Math.round(wait / 1000)} s.`);
      if (error instanceof RejectedError && error.code === "host_key") await this.#renewKey();
      if (error instanceof RejectedError && error.code === "host_disabled") this.#removeAllPlayers();
      return wait;
    }
  }

  async #sendPlayers(): Promise<void> {
    const { api, playerList, log } = this.#options;
    const listed = playerList.players;
    const players = listed.map(({ user, level }) => ({ user_id: user.id, level_id: level.id }));
    const { remove, heartbeat_seconds } = await api.post(heartbeatRoute, { players }, { tries: 2 });
    this.#interval = heartbeat_seconds * 1000;
    for (const { user_id, reason } of remove) {
      const player = listed.find(({ user }) => user.id === user_id);
      if (player && playerList.remove(player.session))
        log(`${player.user.username} was disconnected (${reason}).`);
    }
  }

  /** Staff disabled the host. */
  #removeAllPlayers(): void {
    const { playerList } = this.#options;
    for (const { session } of playerList.players) playerList.remove(session);
  }

  async #renewKey(): Promise<void> {
    const { renew, log } = this.#options;
    try {
      await renew();
    } catch (error) {
      log(`Couldn't get a new key: ${(error as Error).message}.`);
    }
  }
}
