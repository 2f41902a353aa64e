import { OFFLINE, PRIVATE_LEVEL, type PresenceState as UserPresence } from "#domain/presence/presence.ts";
import { presenceShards, presenceStub } from "../live/stubs.ts";
import type { VersionedPresence } from "../objects/presence-api.ts";

/** The number of `Presence` objects when none was stored. */
const FIRST_SHARDS = 8;

/** The level that a user is playing, and since when, in milliseconds since 1970. */
interface PlayedLevel {
  host: number;
  joinedAt: number;
  level: number;
}

interface PublishedPresence extends VersionedPresence {
  /** Whether the `Presence` object has received it. */
  isDelivered: boolean;
  /** The number of `Presence` objects then. With another number, another object holds the user. */
  shards?: number;
  /** The spread of the user's pages, in milliseconds; absent if none was open (PROTOCOL.md, rule 17). */
  spread?: number;
}

/** A user's location, stored in their hub and published to the `Presence` object. */
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

  get player(): UserPresence["player"] {
    return this.#kv.get<NonNullable<UserPresence["player"]>>("player") ?? null;
  }

  /** The current game host and level, even if the level is private. */
  get at(): PlayedLevel | null {
    return this.#kv.get<PlayedLevel>("at") ?? null;
  }

  /** Stores play on a host (null: left). Returns the host left by joining, or "elsewhere" if outdated. */
  moveTo(host: number, joinedAt: number, level: { level: number; title: string | null } | null) {
    const { at } = this;
    if (!level) {
      if (at?.host !== host || at.joinedAt > joinedAt) return "elsewhere";
      this.#kv.delete("at");
      this.#kv.delete("player");
      return null;
    }
    if (at && at.joinedAt > joinedAt) return "elsewhere";
    this.#kv.put("at", { host, joinedAt, level: level.level } satisfies PlayedLevel);
    const { title } = level;
    const shown = { id: title === null ? null : level.level, title_tooltip: title ?? PRIVATE_LEVEL };
    this.#kv.put("player", { level: shown });
    return at && at.host !== host ? at.host : null;
  }

  get #published(): PublishedPresence {
    return this.#kv.get<PublishedPresence>("published") ?? { ...OFFLINE, version: 0, isDelivered: true };
  }

  /** Presence as others see it; a change raises the version. `spread` null: no pages. */
  visiblePresence(spread: number | null): VersionedPresence {
    const published = this.#published;
    const { hidden, player } = this;
    const now = hidden ? OFFLINE : { online: spread !== null || player !== null, player };
    const pages = spread === null ? {} : { spread };
    const { spread: spreadBefore, ...before } = published;
    if (!isSame(before, now)) {
      const seen = { ...now, version: before.version + 1 };
      this.#store({ ...seen, isDelivered: false, ...pages });
      return seen;
    }
    const hadPages = spreadBefore !== undefined;
    if (now.online && hadPages !== (spread !== null)) this.#store({ ...before, ...pages });
    return { online: before.online, player: before.player, version: before.version };
  }

  /** The spread of the pages with which the user was last shown as online, in milliseconds; null without any. */
  get publishedSpread(): number | null {
    const { online, spread } = this.#published;
    return online ? (spread ?? null) : null;
  }

  get #isDelivered(): boolean {
    const { isDelivered, version, shards = FIRST_SHARDS } = this.#published;
    return isDelivered && (version === 0 || shards === presenceShards(this.#env));
  }

  #store(presence: PublishedPresence): void {
    this.#kv.put("published", presence);
  }

  /** Publishes the presence unless it's up to date. Returns whether it is now. `spread` is that of the user's pages. */
  async publish(spread: number | null): Promise<boolean> {
    const seen = this.visiblePresence(spread);
    if (this.#isDelivered) return true;
    const shards = presenceShards(this.#env);
    try {
      await presenceStub(this.#env, this.#user).setPresence(this.#user, seen);
    } catch {
      return false;
    }
    const published = this.#published;
    if (published.version === seen.version) this.#store({ ...published, isDelivered: true, shards });
    return true;
  }
}

const isSame = (a: UserPresence, b: UserPresence) =>
  a.online === b.online &&
  a.player?.level.id === b.player?.level.id &&
  a.player?.level.title_tooltip === b.player?.level.title_tooltip;
