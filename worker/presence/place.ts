import { AWAY, type Presence as Whereabouts } from "#domain/presence/presence.ts";
import type { Env } from "../env.ts";
import { presenceOf } from "../live/stubs.ts";

/** Where a user is seen, and the how manieth change of it that is. */
export interface Seen extends Whereabouts {
  version: number;
}

interface Said extends Seen {
  /** The `Presence` object has heard it. */
  heard: boolean;
}

/** Where a user is, in their hub's storage: written when it changes, and told to the object that counts. */
export class Place {
  readonly #kv: SyncKvStorage;
  readonly #env: Env;
  readonly #user: number;

  constructor(kv: SyncKvStorage, env: Env, user: number) {
    this.#kv = kv;
    this.#env = env;
    this.#user = user;
  }

  get hidden(): boolean {
    return this.#kv.get<boolean>("hidden") ?? false;
  }

  set hidden(hidden: boolean) {
    if (hidden !== this.hidden) this.#kv.put("hidden", hidden);
  }

  get player(): Whereabouts["player"] {
    return this.#kv.get<NonNullable<Whereabouts["player"]>>("player") ?? null;
  }

  set player(player: Whereabouts["player"]) {
    if (player) this.#kv.put("player", player);
    else this.#kv.delete("player");
  }

  get #said(): Said {
    return this.#kv.get<Said>("said") ?? { ...AWAY, version: 0, heard: true };
  }

  /** What others see; the version goes up when that has changed since it was last asked for or told. */
  seen(hasSocket: boolean): Seen {
    const { heard: _, ...before } = this.#said;
    const now = this.hidden ? AWAY : { online: hasSocket, player: this.player };
    if (isSame(before, now)) return before;
    const seen = { ...now, version: before.version + 1 };
    this.#kv.put("said", { ...seen, heard: false });
    return seen;
  }

  /** Tells what others see, unless that is known; answers whether it is known now. */
  async announce(hasSocket: boolean): Promise<boolean> {
    const seen = this.seen(hasSocket);
    if (this.#said.heard) return true;
    try {
      await presenceOf(this.#env, this.#user).moved(this.#user, seen);
    } catch {
      return false;
    }
    if (this.#said.version === seen.version) this.#kv.put("said", { ...seen, heard: true });
    return true;
  }
}

const isSame = (a: Whereabouts, b: Whereabouts) =>
  a.online === b.online &&
  a.player?.level.id === b.player?.level.id &&
  a.player?.level.title_tooltip === b.player?.level.title_tooltip;
