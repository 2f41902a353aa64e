import { AWAY, PRIVATE_LEVEL, type Presence as Whereabouts } from "#domain/presence/presence.ts";
import type { Env } from "../env.ts";
import { presenceOf } from "../live/stubs.ts";

/** Where a user is seen, and the how manieth change of it that is. */
export interface Seen extends Whereabouts {
  version: number;
}

/** Where somebody plays: since when, in milliseconds since 1970. */
interface At {
  host: number;
  came: number;
  level: number;
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

  /** The game host and the level they play, also a private one. */
  get at(): At | null {
    return this.#kv.get<At>("at") ?? null;
  }

  /**
   * Takes in that they play on a host since `came`, or no more (null). Answers the host that they have left for it, if they
   * have, or "elsewhere" when what is said is older than what is known.
   */
  moveTo(
    host: number,
    came: number,
    level: { level: number; title: string | null } | null,
  ): number | null | "elsewhere" {
    const { at } = this;
    if (!level) {
      if (at?.host !== host || at.came > came) return "elsewhere";
      this.#kv.delete("at");
      this.#kv.delete("player");
      return null;
    }
    if (at && at.came > came) return "elsewhere";
    this.#kv.put("at", { host, came, level: level.level } satisfies At);
    const { title } = level;
    const shown = { id: title === null ? null : level.level, title_tooltip: title ?? PRIVATE_LEVEL };
    this.#kv.put("player", { level: shown });
    return at && at.host !== host ? at.host : null;
  }

  get #said(): Said {
    return this.#kv.get<Said>("said") ?? { ...AWAY, version: 0, heard: true };
  }

  /** What others see; the version goes up when that has changed since it was last asked for or told. */
  seen(hasSocket: boolean): Seen {
    const { heard: _, ...before } = this.#said;
    const { hidden, player } = this;
    const now = hidden ? AWAY : { online: hasSocket || player !== null, player };
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
