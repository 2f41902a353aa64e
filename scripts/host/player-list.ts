import { randomBytes } from "node:crypto";
import type { OutputOf } from "#domain/api/route.ts";
import type { redeemRoute } from "#domain/hosts/api.ts";

export type RedeemResponse = OutputOf<typeof redeemRoute>;

export interface HostPlayer extends RedeemResponse {
  /** The session id that the client uses instead of the token. */
  session: string;
  /** Milliseconds since 1970. */
  since: number;
}

/** The players on the host, each person once (docs/HOSTS.md, rule 19). */
export class PlayerList {
  readonly #players = new Map<string, HostPlayer>();

  get players(): HostPlayer[] {
    return [...this.#players.values()];
  }

  find(session: string): HostPlayer | undefined {
    return this.#players.get(session);
  }

  /** Adds a player and ends their earlier session. */
  add(redeemed: RedeemResponse): HostPlayer {
    for (const { session, user } of this.players) if (user.id === redeemed.user.id) this.remove(session);
    const player = { ...redeemed, session: randomBytes(24).toString("base64url"), since: Date.now() };
    this.#players.set(player.session, player);
    return player;
  }

  /** Removes a player. Returns false if they weren't on the list. */
  remove(session: string): boolean {
    return this.#players.delete(session);
  }
}
