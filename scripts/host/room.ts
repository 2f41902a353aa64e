import { randomBytes } from "node:crypto";
import type { OutputOf } from "#domain/api/route.ts";
import type { redeemRoute } from "#domain/hosts/api.ts";

export type Admitted = OutputOf<typeof redeemRoute>;

export interface Player extends Admitted {
  /** What the player's client shows from now on, in place of the token. */
  session: string;
  /** Milliseconds since 1970. */
  since: number;
}

/** Who plays on the host: each person once (docs/HOSTS.md, rule 19). */
export class Room {
  readonly #players = new Map<string, Player>();

  get players(): Player[] {
    return [...this.#players.values()];
  }

  find(session: string): Player | undefined {
    return this.#players.get(session);
  }

  /** Lets somebody in; where they were before, they are no more. */
  enter(admitted: Admitted): Player {
    for (const { session, user } of this.players) if (user.id === admitted.user.id) this.leave(session);
    const player = { ...admitted, session: randomBytes(24).toString("base64url"), since: Date.now() };
    this.#players.set(player.session, player);
    return player;
  }

  /** Whether they were there. */
  leave(session: string): boolean {
    return this.#players.delete(session);
  }
}
